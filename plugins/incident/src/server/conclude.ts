import type { Ctx } from "@countersign/core/server"
import { type Incident, incidentOpened, incidentResolved, incidentUpdated, type Visibility } from "../contract.ts"
import { type FoundIncident, type IncidentRecord, incidents } from "./incident-store.ts"
import { presentIncident } from "./present-incident.ts"
import { reportOverride } from "./report-override.ts"

type Posted = { id: string; visibility: Visibility }

/** The end of a change: the catalog and others hear of it, the audit log keeps it, and the caller sees what became of it. */
export async function conclude(
  ctx: Ctx,
  id: string,
  before: FoundIncident | null,
  update?: Posted | null,
): Promise<Incident> {
  const after = await incidents.read(ctx, id)
  await announce(ctx, before, after, update ?? null)
  const withPostmortem = before !== null && before.postmortem !== after.postmortem
  ctx.audit({
    ...(before && { before: auditView(before, withPostmortem) }),
    after: { ...auditView(after, withPostmortem), ...(update !== undefined && { update }) },
  })
  return presentIncident(ctx, after)
}

/** Tells the catalog what the incident says of its systems now, and everybody else what happened. */
export async function announce(
  ctx: Ctx,
  before: FoundIncident | null,
  after: FoundIncident,
  update: Posted | null,
): Promise<void> {
  await reportOverride(ctx, before, after)
  const ended = after.status === "resolved" && before?.status !== "resolved"
  await tellOf(ctx, before === null ? incidentOpened : ended ? incidentResolved : incidentUpdated, after, update)
}

export async function tellOf(
  ctx: Ctx,
  event: typeof incidentUpdated,
  incident: FoundIncident,
  update: Posted | null,
): Promise<void> {
  const { id, title, severity, status, systemIds, healthOverride, suppressNotifications } = incident
  const told = update && { id: update.id, visibility: update.visibility }
  const fields = { id, title, severity, status, systemIds, healthOverride, suppressNotifications }
  await ctx.emit(event, { ...fields, update: told })
}

/** What the audit log keeps: the record without what the caller is to it, and the long text only where it changed. */
export function auditView(found: FoundIncident, withPostmortem = false): Partial<IncidentRecord> {
  const { postmortem, inherited, ...record } = found
  return withPostmortem ? { ...record, postmortem } : record
}
