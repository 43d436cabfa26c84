import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import type { RunCounts } from "../add-up.ts"
import { integers } from "../sources.ts"

/** An hour or a day of one target, added up. */
export interface Part extends RunCounts {
  targetId: number
  /** Encoded. */
  histogram: Buffer
  maxMs: number | null
  /** By the place of the assertion. */
  failedAssertions: Record<string, number> | null
}

/** Puts what was added up in place of what stood there; a target without a part has nothing in this period any more. */
export async function replaceParts(
  tx: Tx,
  tier: "hourly" | "daily",
  { at, targetIds }: { at: string; targetIds: readonly number[] },
  parts: readonly Part[],
): Promise<void> {
  const table = sql.raw(`healthcheck.${tier}`)
  const filled = new Set(parts.map(({ targetId }) => targetId))
  const empty = targetIds.filter((id) => !filled.has(id))
  if (empty.length > 0)
    await tx.execute(sql`DELETE FROM ${table} WHERE target_id = ANY(${integers(empty)}) AND at = ${at}::timestamptz`)
  if (parts.length === 0) return
  const column = (values: readonly unknown[], type: string) => sql`${sql.param(values)}::${sql.raw(type)}[]`
  const integer = (key: keyof RunCounts | "targetId") =>
    column(
      parts.map((part) => part[key]),
      "integer",
    )
  const failed = parts.map(({ failedAssertions }) => failedAssertions && JSON.stringify(failedAssertions))
  await tx.execute(sql`
    INSERT INTO ${table} (target_id, at, ok, degraded, failed, missed, in_maintenance, histogram, max_ms, failed_assertions)
    SELECT target_id, ${at}::timestamptz, ok, degraded, failed, missed, in_maintenance, histogram, max_ms, failed_assertions
    FROM unnest(${integer("targetId")}, ${integer("ok")}, ${integer("degraded")}, ${integer("failed")}, ${integer("missed")},
      ${integer("inMaintenance")}, ${column(
        parts.map(({ histogram }) => histogram),
        "bytea",
      )},
      ${column(
        parts.map(({ maxMs }) => maxMs),
        "real",
      )}, ${column(failed, "jsonb")})
      AS part(target_id, ok, degraded, failed, missed, in_maintenance, histogram, max_ms, failed_assertions)
    ON CONFLICT (target_id, at) DO UPDATE SET ok = excluded.ok, degraded = excluded.degraded, failed = excluded.failed,
      missed = excluded.missed, in_maintenance = excluded.in_maintenance, histogram = excluded.histogram,
      max_ms = excluded.max_ms, failed_assertions = excluded.failed_assertions`)
}
