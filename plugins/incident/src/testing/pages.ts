import { fromMenu, type Place, pressing, type SeedCall, type SeededThings } from "@countersign/testing"

export async function seed(call: SeedCall, { systemId }: SeededThings): Promise<SeededThings> {
  const { id } = await call("incident.create", {
    title: "Card payments fail for some issuers",
    severity: "major",
    systemIds: [systemId],
    healthOverride: "degraded",
    message: "One acquirer answers slowly. Traffic moves to the other.",
  })
  await call("incident.addLink", { id, label: "Status of the acquirer", url: "https://status.example.com" })
  return { incidentId: id }
}

export function pages({ incidentId }: SeededThings): readonly Place[] {
  return [
    { name: "incidents", path: "/incidents" },
    { name: "incident-new", path: "/incidents/new" },
    { name: "incident", path: `/incidents/${incidentId}` },
  ]
}

/** Dialogs beside those of forms. */
export function dialogs({ incidentId }: SeededThings): readonly Place[] {
  const path = `/incidents/${incidentId}`
  return [
    { name: "incident-delete", path, prepare: deleteIncident },
    { name: "incident-update-delete", path, prepare: fromMenu("Delete update", "the update") },
    { name: "incident-link-remove", path, prepare: pressing(/^Remove the link/, false) },
  ]
}

async function deleteIncident(page: Parameters<NonNullable<Place["prepare"]>>[0]): Promise<void> {
  await pressing("More actions")(page)
  await page.getByRole("menuitem", { name: "Delete incident" }).click()
}
