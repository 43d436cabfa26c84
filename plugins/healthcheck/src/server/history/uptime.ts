import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { COUNTED_RUNS, type RunCounts } from "./add-up.ts"
import { sourcesOf } from "./sources.ts"
import { DAY, type Horizon, layTiers, type Range, readHorizon } from "./tiers.ts"

/** In runs, 0 to 1: good and degraded ones among all that count. Null without any. */
export function uptime({ ok, degraded, failed }: Pick<RunCounts, "ok" | "degraded" | "failed">): number | null {
  const counted = ok + degraded + failed
  return counted === 0 ? null : (ok + degraded) / counted
}

/** The ranges that pages tell uptime of, up to now. */
export function usualRanges({ now }: Pick<Horizon, "now">) {
  const last = (days: number): Range => ({ from: now - days * DAY, to: now })
  return { day: last(1), week: last(7), month: last(30), quarter: last(90) }
}

/**
 * The uptime of groups of targets, such as those of a check that the caller sees, over each range: every target of a group
 * counts by its runs. Ranges: see `usualRanges`.
 */
export async function uptimeOf<Key, Name extends string>(
  tx: Tx,
  groups: ReadonlyMap<Key, readonly number[]>,
  ranges: (horizon: Horizon) => Record<Name, Range>,
): Promise<Map<Key, Record<Name, number | null>>> {
  const horizon = await readHorizon(tx)
  const named = Object.entries(ranges(horizon)) as [Name, Range][]
  const targetIds = [...new Set([...groups.values()].flat())]
  const counts = await Promise.all(named.map(([, range]) => countRuns(tx, targetIds, range, horizon)))
  const told = new Map<Key, Record<Name, number | null>>()
  for (const [key, ids] of groups) {
    const each = named.map(([name], index) => [name, uptime(sumOf(ids.map((id) => counts[index]!.get(id))))])
    told.set(key, Object.fromEntries(each) as Record<Name, number | null>)
  }
  return told
}

/** How runs ended, by target; targets without any are left out. */
export async function countRuns(
  tx: Tx,
  targetIds: readonly number[],
  range: Range,
  horizon: Horizon,
): Promise<Map<number, RunCounts>> {
  const stretches = layTiers(range, horizon)
  if (targetIds.length === 0 || stretches.length === 0) return new Map()
  const { parts, runs } = sourcesOf(targetIds, stretches, horizon)
  const counts = [
    ...parts.map(
      (source) => sql`SELECT part.target_id, sum(ok) AS ok, sum(degraded) AS degraded, sum(failed) AS failed,
        sum(missed) AS missed, sum(in_maintenance) AS in_maintenance ${source} GROUP BY part.target_id`,
    ),
    ...runs.map((source) => sql`SELECT run.target_id, ${COUNTED_RUNS} ${source} GROUP BY run.target_id`),
  ]
  const { rows } = await tx.execute<RunCounts & { targetId: number } & Record<string, unknown>>(sql`
    SELECT target_id AS "targetId", sum(ok)::integer AS ok, sum(degraded)::integer AS degraded, sum(failed)::integer AS failed,
      sum(missed)::integer AS missed, sum(in_maintenance)::integer AS "inMaintenance"
    FROM (${sql.join(counts, sql` UNION ALL `)}) counted GROUP BY target_id`)
  return new Map(rows.map(({ targetId, ...one }) => [targetId, one]))
}

export function sumOf(all: Iterable<RunCounts | undefined>): RunCounts {
  const sum = { ok: 0, degraded: 0, failed: 0, missed: 0, inMaintenance: 0 }
  for (const one of all) if (one) for (const key of Object.keys(sum) as (keyof RunCounts)[]) sum[key] += one[key]
  return sum
}
