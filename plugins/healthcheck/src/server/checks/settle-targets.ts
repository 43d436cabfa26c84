import { catalogContract } from "@countersign/catalog/contract"
import type { Ctx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { endTargets, type NewTarget, placeTargets } from "../engine/schedule-store.ts"
import { environmentsOf } from "./assignments.ts"
import type { CheckRecord } from "./check-store.ts"
import { liveTargets } from "./target-store.ts"

/**
 * Brings the targets of a check in line with its systems and their environments: new ones run at once, those without a
 * place end, and their history stays.
 */
export async function settleTargets(ctx: Ctx, check: CheckRecord): Promise<{ started: number; ended: number }> {
  const { missing, over } = await plannedTargets(ctx, check)
  if (over.length > 0) await stopTargets(ctx, sql`t.id = ANY(${sql.param(over)}::integer[])`)
  const started = await placeTargets(ctx.tx, missing)
  return { started: started.length, ended: over.length }
}

/** What `settleTargets` would do: where it begins to run, and which targets end. */
export async function plannedTargets(ctx: Ctx, check: CheckRecord): Promise<{ missing: NewTarget[]; over: number[] }> {
  const wanted = await wantedTargets(ctx, check)
  const live = await liveTargets(ctx.tx, check.id)
  const [isWanted, isLive] = [new Set(wanted.map(placeOf)), new Set(live.map(placeOf))]
  return {
    missing: wanted.filter((place) => !isLive.has(placeOf(place))),
    over: live.filter((target) => !isWanted.has(placeOf(target))).map(({ id }) => id),
  }
}

/** Ends targets and takes back what they said of their systems. */
export async function stopTargets(ctx: Ctx, which: SQL): Promise<void> {
  await withdraw(ctx, await endTargets(ctx.tx, which))
}

/** Takes back what targets said of their systems. */
export async function withdraw(ctx: Ctx, targets: readonly Omit<NewTarget, "checkId">[]): Promise<void> {
  // In the order of systems, as everybody reports.
  const reports = targets
    .map(({ systemId, environmentId, assignmentId }) => ({
      systemId,
      environmentId,
      source: assignmentId,
      status: null,
    }))
    .sort((a, b) => (a.systemId < b.systemId ? -1 : 1))
  for (let from = 0; from < reports.length; from += MOST_REPORTS)
    await ctx.call(catalogContract.reportStatuses, { reports: reports.slice(from, from + MOST_REPORTS) })
}

// What the catalog takes in one call.
const MOST_REPORTS = 500

function placeOf({ assignmentId, environmentId }: Pick<NewTarget, "assignmentId" | "environmentId">): string {
  return `${assignmentId} ${environmentId}`
}

/** Where a check is to run: of each system in its environments, or once where it has none or none is meant. */
async function wantedTargets(ctx: Ctx, { id: checkId, assignments }: CheckRecord): Promise<NewTarget[]> {
  const runsIn = await environmentsOf(
    ctx,
    assignments.map(({ systemId }) => systemId),
  )
  return assignments.flatMap(({ id: assignmentId, systemId, environmentIds }) => {
    const there = (runsIn.get(systemId) ?? []).map(({ id }) => id)
    const chosen = environmentIds === null ? there : there.filter((id) => environmentIds.includes(id))
    const once = environmentIds === null ? there.length === 0 : environmentIds.length === 0
    return (once ? [null] : chosen).map((environmentId) => ({ assignmentId, checkId, systemId, environmentId }))
  })
}
