import type { Ctx } from "@countersign/core/server"
import { type Incident, type IncidentDetail, VISIBILITIES, type Visibility } from "../contract.ts"
import { type FoundIncident, type IncidentRecord, incidents } from "./incident-store.ts"
import { listLinks } from "./link-store.ts"
import { listUpdates } from "./update-store.ts"

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
    mayChange: found.inherited.mayChange,
  }
}

export function visibleTo(ctx: Ctx, { inherited }: FoundIncident): readonly Visibility[] {
  if (ctx.principal.kind === "anonymous") return ["public"]
  return inherited.seesInternal ? VISIBILITIES : ["public", "signedIn"]
}

/** What the audit log keeps: the record without what the caller is to it, and without the long text. */
export function auditView(found: FoundIncident): Omit<IncidentRecord, "postmortem"> {
  const { postmortem, inherited, ...record } = found
  return record
}
