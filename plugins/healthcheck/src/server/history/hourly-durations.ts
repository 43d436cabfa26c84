import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { TIMED } from "./add-up.ts"
import { add, bucketOf, type Histogram, mergeEncoded, quantile } from "./histogram.ts"
import { sourcesOf } from "./sources.ts"
import { floorTo, HOUR, layTiers, readHorizon } from "./tiers.ts"

/** Hours that a list's small charts show, the current one included. */
const SHOWN_HOURS = 24

/** The median duration by hour of groups of targets, oldest hour first; null for hours without runs. For lists. */
export async function hourlyDurations<Key>(
  tx: Tx,
  groups: ReadonlyMap<Key, readonly number[]>,
): Promise<Map<Key, (number | null)[]>> {
  const horizon = await readHorizon(tx)
  const from = floorTo(horizon.now, HOUR) - (SHOWN_HOURS - 1) * HOUR
  const range = { from, to: from + SHOWN_HOURS * HOUR }
  const byTarget = await hourlyHistograms(tx, [...new Set([...groups.values()].flat())], range)
  const told = new Map<Key, (number | null)[]>()
  for (const [key, ids] of groups) {
    const hours = Array.from({ length: SHOWN_HOURS }, (): Histogram => new Map())
    for (const id of ids)
      for (const [hour, histogram] of byTarget.get(id) ?? [])
        for (const [bucket, count] of histogram) add(hours[hour]!, bucket, count)
    told.set(
      key,
      hours.map((hour) => quantile(hour, 0.5)),
    )
  }
  return told

  async function hourlyHistograms(tx: Tx, targetIds: number[], range: { from: number; to: number }) {
    const found = new Map<number, Map<number, Histogram>>()
    if (targetIds.length === 0) return found
    const { parts, runs } = sourcesOf(targetIds, layTiers(range, horizon, "hourly"), horizon)
    const hourOf = (column: string) =>
      sql`floor(extract(epoch FROM ${sql.raw(column)} - ${new Date(from).toISOString()}::timestamptz) / 3600)::integer`
    const histogramAt = (targetId: number, hour: number): Histogram => {
      const hours = found.get(targetId) ?? new Map<number, Histogram>()
      const histogram = hours.get(hour) ?? new Map<number, number>()
      found.set(targetId, hours.set(hour, histogram))
      return histogram
    }
    for (const source of parts) {
      const { rows } = await tx.execute<{ target_id: number; hour: number; histogram: Buffer }>(
        sql`SELECT part.target_id, ${hourOf("part.at")} AS hour, part.histogram ${source}`,
      )
      for (const { target_id, hour, histogram } of rows) mergeEncoded(histogramAt(target_id, hour), histogram)
    }
    for (const source of runs) {
      const { rows } = await tx.execute<{ target_id: number; hour: number; bucket: number; count: number }>(sql`
        SELECT run.target_id, ${hourOf("run.at")} AS hour, ${bucketOf(sql`run.ms`)} AS bucket, count(*)::integer AS count
        ${source} AND ${TIMED} GROUP BY 1, 2, 3`)
      for (const { target_id, hour, bucket, count } of rows) add(histogramAt(target_id, hour), bucket, count)
    }
    return found
  }
}
