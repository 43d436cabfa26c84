import type { Place, SeedCall, SeededThings } from "@countersign/testing"

export async function seed(call: SeedCall, { systemId }: SeededThings): Promise<SeededThings> {
  const { id } = await call("incident.create", {
    title: "Card payments fail for some issuers",
    severity: "major",
    systemIds: [systemId],
    healthOverride: "degraded",
    message: "One acquirer answers slowly. Traffic moves to the other.",
  })
  return { incidentId: id }
}

export function pages({ incidentId }: SeededThings): readonly Place[] {
  return [
    { name: "incidents", path: "/incidents" },
    { name: "incident-new", path: "/incidents/new" },
    { name: "incident", path: `/incidents/${incidentId}` },
  ]
}
