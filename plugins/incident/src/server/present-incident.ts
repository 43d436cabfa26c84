import type { Ctx } from "@countersign/core/server"
import type { Incident, IncidentDetail } from "../contract.ts"
import { visibleTo } from "./incident-reach.ts"
import type { FoundIncident, IncidentRecord } from "./incident-store.ts"
import { listLinks } from "./link-store.ts"
import { systemNames } from "./system-names.ts"
import { listUpdates } from "./update-store.ts"

/** Incidents as the caller may see them: systems by name, those out of sight only counted. */
export async function presentIncidents(ctx: Ctx, found: readonly FoundIncident[]): Promise<Incident[]> {
  const names = await systemNames(
    ctx,
    found.flatMap((incident) => incident.reachedSystemIds),
  )
  return found.map((incident) => present(incident, names))
}

export async function presentIncident(ctx: Ctx, found: FoundIncident): Promise<Incident> {
  const [incident] = await presentIncidents(ctx, [found])
  return incident!
}

// A screen or two: most incidents end with fewer, and the page asks for the rest when somebody scrolls that far.
const UPDATES_AT_ONCE = 100

export async function presentDetail(ctx: Ctx, found: FoundIncident): Promise<IncidentDetail> {
  const updates = await listUpdates(ctx.tx, found.id, visibleTo(ctx, found), {
    sort: "at",
    direction: "desc",
    limit: UPDATES_AT_ONCE,
  })
  return {
    ...(await presentIncident(ctx, found)),
    postmortem: found.postmortem,
    updates: updates.items,
    nextUpdateCursor: updates.nextCursor,
    links: await listLinks(ctx.tx, found.id),
    mayChange: found.mayChange,
  }
}

/** What the audit log keeps: the record without what the caller is to it, and without the long text. */
export function auditView(found: FoundIncident): Omit<IncidentRecord, "postmortem"> {
  const { postmortem, reachedSystemIds, mayChange, seesInternal, ...record } = found
  return record
}

function present(found: FoundIncident, names: ReadonlyMap<string, string>): Incident {
  const { systemIds, reachedSystemIds, mayChange, seesInternal, postmortem, ...incident } = found
  const systems = reachedSystemIds
    .filter((id) => names.has(id))
    .map((id) => ({ id, name: names.get(id)! }))
    .sort((a, b) => a.name.localeCompare(b.name))
  return { ...incident, systems, hiddenSystemCount: systemIds.length - systems.length }
}
