import type { Ctx } from "@countersign/core/server"
import type { Incident } from "../contract.ts"
import { type FoundIncident, incidents } from "./incident-store.ts"

/** Incidents as the caller may see them: systems by name, those out of sight only counted. */
export async function presentIncidents(ctx: Ctx, found: readonly FoundIncident[]): Promise<Incident[]> {
  const parents = await incidents.shownParents(ctx, found)
  return found.map(({ inherited, systemIds, postmortem, ...incident }, at) => {
    const { shown, hidden } = parents[at]!
    return { ...incident, systems: shown, hiddenSystemCount: hidden }
  })
}

export async function presentIncident(ctx: Ctx, found: FoundIncident): Promise<Incident> {
  const [incident] = await presentIncidents(ctx, [found])
  return incident!
}
