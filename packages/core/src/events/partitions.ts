import type pg from "pg"

/** How long events can be read, and how long a delivery may keep failing. */
export const KEPT_DAYS = 30
/** Today and so many days after it have a partition. */
const DAYS_AHEAD = 3
// Making or dropping one waits for every change that is under way, and all later ones wait behind it.
const LOCK_TIMEOUT_MS = 500

export interface Upkeep {
  made: string[]
  dropped: string[]
  /** Deliveries that never succeeded before their event was dropped. */
  lost: number
}

/** Makes the partitions of the next days and drops those nobody needs any more. One server at a time: see `oneAtATime`. */
export async function keepPartitions(client: pg.ClientBase): Promise<Upkeep> {
  const { rows } = await client.query<{ missing: string[]; old: string[]; outdated: boolean }>(STATE)
  const { missing, old, outdated } = rows[0]!
  if (missing.length + old.length === 0 && !outdated) return { made: [], dropped: [], lost: 0 }
  await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`)
  for (const day of missing)
    await client.query(
      `CREATE TABLE platform.event_${day} PARTITION OF platform.event
         FOR VALUES FROM ('${day} 00:00:00+00') TO (timestamptz '${day} 00:00:00+00' + interval '24 hours')`,
    )
  for (const name of old) await client.query(`DROP TABLE platform.${name}`)
  await client.query(`DELETE FROM platform.event_of_other_days WHERE at < ${OLDEST}`)
  const lost = await client.query(`DELETE FROM platform.delivery WHERE event_at < ${OLDEST}`)
  return { made: missing, dropped: old, lost: lost.rowCount ?? 0 }
}

const TODAY = "date_trunc('day', clock_timestamp(), 'UTC')"
const OLDEST = `${TODAY} - interval '${KEPT_DAYS * 24} hours'`

// A day whose first events came when it had no partition stays without one.
const STATE = `
  SELECT ARRAY(
    SELECT to_char(day AT TIME ZONE 'UTC', 'YYYYMMDD')
    FROM generate_series(${TODAY}, ${TODAY} + interval '${DAYS_AHEAD * 24} hours', interval '24 hours') day
    WHERE to_regclass('platform.event_' || to_char(day AT TIME ZONE 'UTC', 'YYYYMMDD')) IS NULL AND NOT EXISTS (
      SELECT FROM platform.event_of_other_days o WHERE o.at >= day AND o.at < day + interval '24 hours')
    ORDER BY day) AS missing,
  ARRAY(
    SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'platform.event'::regclass AND c.relname ~ '^event_[0-9]{8}$'
      AND c.relname < 'event_' || to_char((${OLDEST}) AT TIME ZONE 'UTC', 'YYYYMMDD')
    ORDER BY c.relname) AS old,
  EXISTS (SELECT FROM platform.event_of_other_days WHERE at < ${OLDEST})
    OR EXISTS (SELECT FROM platform.delivery WHERE event_at < ${OLDEST}) AS outdated`
