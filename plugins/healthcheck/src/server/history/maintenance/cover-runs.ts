import { type Ctx, implement, type Tx, uuids } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { healthcheckContract } from "../../../contract.ts"

/**
 * What maintenance windows announce is kept here: whoever stores a run judges by it, and what was stored before is compared with it
 * again. A window counts by its times as they stand, so one that was entered late covers the runs it should have covered.
 */
export const coverRuns = implement(healthcheckContract.coverRuns, async (ctx, window) => {
  // Before it begins there is nothing to cover, and its times may still move.
  const cover = window.status === "inProgress" ? window : null
  return { targets: await replaceOpen(ctx, window.id, cover && { ...cover, open: true }) }
})

export const uncoverRuns = implement(healthcheckContract.uncoverRuns, async (ctx, window) => {
  if (window.status !== "cancelled") return { targets: await replaceOpen(ctx, window.id, { ...window, open: false }) }
  // Called off: what was in progress lasted until now.
  const open = await openCover(ctx.tx, window.id)
  const now = (await ctx.now()).toISOString()
  return {
    targets: open ? await replaceOpen(ctx, window.id, { ...open, endsAt: earlier(open.endsAt, now), open: false }) : 0,
  }
})

interface Cover {
  startsAt: string
  endsAt: string
  systemIds: string[]
  environmentIds: string[]
}

const earlier = (a: string, b: string) => (Date.parse(a) < Date.parse(b) ? a : b)

async function openCover(tx: Tx, windowId: string): Promise<Cover | null> {
  const { rows } = await tx.execute<Cover & Record<string, unknown>>(sql`
    SELECT starts_at AS "startsAt", ends_at AS "endsAt", system_ids::text[] AS "systemIds", environment_ids::text[] AS "environmentIds"
    FROM healthcheck.maintenance WHERE window_id = ${windowId}::uuid AND open`)
  return rows[0] ?? null
}

/** Deleted and inserted, since what is recorded there is never updated. Runs of before and after are compared anew. */
async function replaceOpen(ctx: Ctx, windowId: string, after: (Cover & { open: boolean }) | null): Promise<number> {
  const before = await openCover(ctx.tx, windowId)
  await ctx.tx.execute(sql`DELETE FROM healthcheck.maintenance WHERE window_id = ${windowId}::uuid
    AND (open OR starts_at = ${after?.startsAt ?? null}::timestamptz)`)
  if (after)
    await ctx.tx.execute(sql`
      INSERT INTO healthcheck.maintenance (window_id, starts_at, ends_at, system_ids, environment_ids, open)
      VALUES (${windowId}::uuid, ${after.startsAt}, ${after.endsAt}, ${uuids(after.systemIds)}, ${uuids(after.environmentIds)}, ${after.open})`)
  let targets = 0
  for (const cover of [before, after]) if (cover) targets += await queueRemark(ctx.tx, cover)
  return targets
}

/** Up to the end of the window: runs of later are right as they are. Single runs that are gone stay counted as they were. */
async function queueRemark(tx: Tx, { startsAt, endsAt, systemIds }: Cover): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO healthcheck.remark (target_id, from_at, to_at)
    SELECT target.id, greatest(${startsAt}::timestamptz, raw_from), least(${endsAt}::timestamptz, platform.now() + interval '1 minute')
    FROM healthcheck.target, healthcheck.history
    WHERE target.system_id = ANY(${uuids(systemIds)}) AND (target.ended_at IS NULL OR target.ended_at > ${startsAt}::timestamptz)
      AND greatest(${startsAt}::timestamptz, raw_from) < least(${endsAt}::timestamptz, platform.now() + interval '1 minute')`)
  return rowCount ?? 0
}
