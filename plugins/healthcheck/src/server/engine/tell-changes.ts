import { catalogContract } from "@countersign/catalog/contract"
import type { Ctx } from "@countersign/core/server"
import { checkAccess, checkStatusChanged, type TargetStatus } from "../../contract.ts"

/** A target whose status became another. */
export interface StatusChange {
  checkId: string
  checkName: string
  targetId: number
  assignmentId: string
  systemId: string
  environmentId: string | null
  before: TargetStatus | null
  after: TargetStatus
  reason: string
  failing: readonly string[]
  runAt: Date
}

/** Catalog and whoever listens hear of it in the transaction that stores it; open pages at once after. */
export async function tellChanges(ctx: Ctx, changes: readonly StatusChange[]): Promise<void> {
  if (changes.length === 0) return
  for (let from = 0; from < changes.length; from += MOST_REPORTS)
    await ctx.call(catalogContract.reportStatuses, {
      reports: changes.slice(from, from + MOST_REPORTS).map((change) => ({
        systemId: change.systemId,
        environmentId: change.environmentId,
        source: change.assignmentId,
        status: change.after,
        measured: true,
        reason: change.after === "healthy" ? "" : change.reason,
        link: `/checks/${change.checkId}`,
      })),
    })
  for (const { assignmentId: _, failing, runAt, ...change } of changes)
    await ctx.emit(checkStatusChanged, { ...change, failing: failing.slice(0, 20), runAt: runAt.toISOString() })
  ctx.signal(
    checkAccess.read.resource,
    changes.map(({ checkId }) => checkId),
  )
}

/** As many as the catalog takes at once. */
const MOST_REPORTS = 500
