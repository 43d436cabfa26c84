import { catalogContract } from "@countersign/catalog/contract"
import type { Visibility } from "@countersign/core/contract"
import type { Ctx } from "@countersign/core/server"
import type { Window, windowChanged } from "../contract.ts"
import { presentWindow } from "./present-window.ts"
import { arm, type FoundWindow, type WindowRecord, windows } from "./window-store.ts"

export type Posted = { id: string; visibility: Visibility }

/** The end of a change: the catalog hears of it, the clock is set, the audit log keeps it, and the caller sees what it became. */
export async function conclude(
  ctx: Ctx,
  id: string,
  before: FoundWindow | null,
  kept: { update?: Posted | null; note?: string; only?: object } = {},
): Promise<Window> {
  const after = await windows.read(ctx, id)
  await reportMaintenance(ctx, before, after)
  await arm(ctx.tx, id)
  const { update, note, only } = kept
  ctx.audit({
    thing: { type: windows.type, id, name: after.title },
    ...(before && { before: auditView(before) }),
    after: { ...auditView(after), ...only, ...(update !== undefined && { update }) },
    ...(note !== undefined && { note }),
  })
  return presentWindow(ctx, after)
}

export async function tell(ctx: Ctx, event: typeof windowChanged, of: FoundWindow, update: Posted | null = null) {
  const { id, title, status, startsAt, endsAt, systemIds, environmentIds } = of
  const told = update && { id: update.id, visibility: update.visibility }
  await ctx.emit(event, { id, title, status, startsAt, endsAt, systemIds, environmentIds, update: told })
}

/** Tells the catalog which systems are in maintenance because of this window, and which no longer are. */
export async function reportMaintenance(ctx: Ctx, before: Covering | null, after: Covering | null): Promise<void> {
  const [was, is] = [covered(before), covered(after)]
  const window = (after ?? before)!
  const reports = [...new Map([...was, ...is]).entries()].map(([key, place]) => ({
    ...place,
    source: `window:${window.id}`,
    status: is.has(key) ? ("maintenance" as const) : null,
    reason: window.title,
    link: is.has(key) ? `/maintenance/${window.id}` : null,
  }))
  for (let from = 0; from < reports.length; from += MOST_REPORTS)
    await ctx.call(catalogContract.reportStatuses, { reports: reports.slice(from, from + MOST_REPORTS) })
}

type Covering = Pick<WindowRecord, "id" | "title" | "status" | "systemIds" | "environmentIds">
// What the catalog takes in one call.
const MOST_REPORTS = 500

function covered(window: Covering | null): Map<string, { systemId: string; environmentId: string | null }> {
  if (window?.status !== "inProgress") return new Map()
  const environmentIds = window.environmentIds.length > 0 ? window.environmentIds : [null]
  // In the order of systems, as everybody reports.
  return new Map(
    window.systemIds.flatMap((systemId) =>
      environmentIds.map((environmentId) => [`${systemId} ${environmentId}`, { systemId, environmentId }] as const),
    ),
  )
}

/** What the audit log keeps: the record without what the caller is to it. */
export function auditView(found: FoundWindow): Partial<WindowRecord> {
  const { inherited, announced, seriesAt, durationSeconds, updatedAt, ...record } = found
  return record
}
