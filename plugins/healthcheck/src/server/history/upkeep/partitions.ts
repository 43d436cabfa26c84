import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { DAY, floorTo, readHorizon } from "../tiers.ts"

const DAYS_AHEAD = 3
/** The longest interval is a day, so the last slot that was missed lies less than two days back. */
const DAYS_BACK = 2
const TABLES = ["run", "result"] as const
// Dropping waits for whoever reads or stores runs, and all who come later wait behind it.
const LOCK_TIMEOUT_MS = 200

/** Partitions of the days that runs are stored for, so that nobody who stores one has to wait for it. */
export async function makePartitions(tx: Tx): Promise<string[]> {
  const { now, rawFrom } = await readHorizon(tx)
  const days = Array.from({ length: DAYS_BACK + 1 + DAYS_AHEAD }, (_, day) => now + (day - DAYS_BACK) * DAY)
  return tx.transaction((t) =>
    ensurePartitions(
      t,
      days.filter((day) => day >= rawFrom).map((day) => new Date(day)),
    ),
  )
}

/**
 * Makes the partitions of the days that these instants fall on, where they are missing. Also inside the transaction that stores runs:
 * attaching one keeps nobody from reading or writing the others.
 */
export async function ensurePartitions(tx: Tx, instants: Iterable<Date>): Promise<string[]> {
  const days = [...new Set([...instants].map((at) => at.toISOString().slice(0, 10).replaceAll("-", "")))]
  if ((await missing(tx, days)).length === 0) return []
  // Two who make the same one would meet in the system's own tables, and one of them would fail.
  await tx.execute(sql`SELECT 1 FROM healthcheck.history FOR UPDATE`)
  const made = await missing(tx, days)
  for (const name of made) {
    const [table, day] = name.split("_")
    // Made apart and then attached: PARTITION OF would keep every reader and writer of the whole table out.
    await tx.execute(
      sql.raw(`CREATE TABLE healthcheck.${name} (LIKE healthcheck.${table} INCLUDING ALL);
        ALTER TABLE healthcheck.${table} ATTACH PARTITION healthcheck.${name}
          FOR VALUES FROM ('${day} 00:00:00+00') TO (timestamptz '${day} 00:00:00+00' + interval '24 hours')`),
    )
  }
  return made
}

async function missing(tx: Tx, days: readonly string[]): Promise<string[]> {
  const names = days.flatMap((day) => TABLES.map((table) => `${table}_${day}`))
  // Not to_regclass: a connection remembers for a while that a name was missing, also past the lock above.
  const { rows } = await tx.execute<{ name: string }>(sql`
    SELECT name FROM unnest(${sql.param(names)}::text[]) name WHERE NOT EXISTS (
      SELECT FROM pg_class WHERE relnamespace = 'healthcheck'::regnamespace AND relname = name) ORDER BY name`)
  return rows.map(({ name }) => name)
}

/**
 * Drops the oldest day that ended before `before`, once its hours are added up. False: there is none. Throws 55P03 when
 * somebody used it for longer than the others may be kept waiting; it is tried again later.
 */
export function dropOldestDay(tx: Tx, before: number): Promise<boolean> {
  return tx.transaction(async (t) => {
    await t.execute(sql.raw(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`))
    const { rows } = await t.execute<{ day: string; names: string[] }>(sql`
      SELECT right(c.relname, 8) AS day, array_agg(c.relname::text) AS names
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent IN ('healthcheck.run'::regclass, 'healthcheck.result'::regclass) AND c.relname ~ '^(run|result)_[0-9]{8}$'
        AND right(c.relname, 8) < ${dayName(before)}
      GROUP BY 1 ORDER BY 1 LIMIT 1`)
    const [oldest] = rows
    if (!oldest) return false
    const end = sql`(${oldest.day}::text || ' 00:00:00+00')::timestamptz + interval '24 hours'`
    const done = await t.execute(sql`
      UPDATE healthcheck.history SET raw_from = greatest(raw_from, ${end})
      WHERE rolled_until >= ${end} AND NOT EXISTS (SELECT FROM healthcheck.dirty_hour WHERE at < ${end} AND at >= raw_from)`)
    if (done.rowCount === 0) return false
    for (const name of oldest.names) await t.execute(sql.raw(`DROP TABLE healthcheck.${name}`))
    return true
  })
}

const dayName = (at: number) => new Date(floorTo(at, DAY)).toISOString().slice(0, 10).replaceAll("-", "")
