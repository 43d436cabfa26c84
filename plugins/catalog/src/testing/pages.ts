import { type Place, pressing, type SeedCall, type SeededThings } from "@countersign/testing"

export async function seed(call: SeedCall): Promise<SeededThings> {
  const { id } = await call("catalog.createSystem", {
    name: "Payments API",
    description: "Takes card payments for the shop and the app.",
    tags: ["money", "tier-1"],
  })
  await call("catalog.recordChange", {
    what: "Deployed the new basket",
    release: "2.14.0",
    link: "https://ci.example.com/runs/912",
    systemNames: ["Payments API"],
  })
  return { systemId: id }
}

export function pages({ systemId }: SeededThings): readonly Place[] {
  return [
    { name: "catalog", path: "/catalog" },
    { name: "systems", path: "/catalog/systems" },
    { name: "system-new", path: "/catalog/systems/new" },
    { name: "system", path: `/catalog/systems/${systemId}` },
    { name: "groups", path: "/catalog/groups" },
    { name: "environments", path: "/catalog/environments" },
    { name: "import", path: "/catalog/import" },
  ]
}

/** Dialogs beside those of forms. */
export function dialogs({ systemId }: SeededThings): readonly Place[] {
  return [{ name: "system-delete", path: `/catalog/systems/${systemId}`, prepare: pressing("Delete") }]
}
