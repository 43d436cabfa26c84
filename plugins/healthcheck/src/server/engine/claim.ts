import { type Tx, uuids } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { markLate } from "../history/dirty-hours.ts"

/** One tick of one target, which nobody else has or will have. */
export interface Claim {
  targetId: number
  checkId: string
  checkVersion: number
  assignmentId: string
  systemId: string
  environmentId: string | null
  lease: string
  /** When it was due; with the target it names the run. */
  slotAt: Date
  leaseMs: number
  /** Ran in the lane of those that keep timing out. */
  suspect: boolean
}

export interface Claimed {
  claims: Claim[]
  /** The database's clock. */
  now: Date
  /** How long until the next one is due; null where none is scheduled. */
  nextInMs: number | null
}

/**
 * Takes what is due, longest due first, and moves each to its next slot after now: whatever becomes of whoever took it, a
 * tick is run at most once. Slots that went by before anybody came are one missed run that counts them, so that a long
 * outage leaves one row for each target, at the last slot it missed.
 */
export async function claimDue(tx: Tx, most: { all: number; suspect: number }): Promise<Claimed> {
  const { rows } = await tx.execute<ClaimRow>(sql`
    WITH late AS MATERIALIZED (
      SELECT target_id, next_at FROM healthcheck.schedule WHERE lease IS NULL AND suspect AND next_at <= platform.now()
      ORDER BY next_at LIMIT ${most.suspect} FOR UPDATE SKIP LOCKED),
    -- Cut to what suspects leave by a step of its own: an index is walked in order only where the limit is known beforehand.
    others AS MATERIALIZED (
      SELECT target_id, next_at FROM healthcheck.schedule WHERE lease IS NULL AND NOT suspect AND next_at <= platform.now()
      ORDER BY next_at LIMIT ${most.all} FOR UPDATE SKIP LOCKED),
    usual AS MATERIALIZED (SELECT * FROM others ORDER BY next_at LIMIT (SELECT ${most.all}::integer - count(*) FROM late)),
    due AS (SELECT * FROM usual UNION ALL SELECT * FROM late),
    clock AS MATERIALIZED (SELECT platform.now() AS now),
    -- After its own slot in any case: clocks are read more than once here, and one read earlier may still be before that slot.
    slotted AS MATERIALIZED (
      SELECT d.target_id, d.next_at AS due_at, n.next_at, n.next_at - s.interval_ms * interval '1 millisecond' AS latest_at, s.interval_ms
      FROM due d JOIN healthcheck.schedule s USING (target_id) CROSS JOIN clock c
      CROSS JOIN LATERAL (SELECT healthcheck.next_slot(greatest(c.now, d.next_at), s.interval_ms, s.phase_ms) AS next_at) n),
    taken AS (
      UPDATE healthcheck.schedule s SET next_at = o.next_at, slot_at = greatest(o.due_at, o.latest_at),
        lease = gen_random_uuid(), lease_until = c.now + s.lease_ms * interval '1 millisecond'
      FROM slotted o CROSS JOIN clock c WHERE s.target_id = o.target_id
      RETURNING s.target_id, s.slot_at, s.lease, s.lease_ms, s.suspect),
    skipped AS (
      INSERT INTO healthcheck.run (at, target_id, outcome, slots)
      SELECT latest_at - interval_ms * interval '1 millisecond', target_id, 3,
        ceil(extract(epoch FROM latest_at - due_at) * 1000 / interval_ms)
      FROM slotted WHERE due_at < latest_at AND ${isKept(sql`latest_at - interval_ms * interval '1 millisecond'`)}
      ON CONFLICT DO NOTHING RETURNING at, target_id),
    noted AS (${markLate(sql`skipped`)})
    SELECT k.target_id, k.slot_at, k.lease, k.lease_ms, k.suspect, t.check_id, t.assignment_id, t.system_id, t.environment_id,
      ch.version, c.now, NULL::float8 AS next_in
    FROM taken k JOIN healthcheck.target t ON t.id = k.target_id JOIN healthcheck."check" ch ON ch.id = t.check_id CROSS JOIN clock c
    UNION ALL
    SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, now,
      extract(epoch FROM least(
        (SELECT min(next_at) FROM healthcheck.schedule WHERE lease IS NULL AND NOT suspect AND next_at > now),
        (SELECT min(next_at) FROM healthcheck.schedule WHERE lease IS NULL AND suspect AND next_at > now)) - now) * 1000
    FROM clock`)
  const clock = rows.find((row) => row.target_id === null)!
  return {
    now: new Date(clock.now),
    nextInMs: clock.next_in,
    claims: rows.flatMap((row) => (row.target_id === null ? [] : [toClaim(row)])),
  }
}

/**
 * Leases that lapsed: whoever held them died or stood still, so their ticks are missed runs. What a server that stood still
 * brings back later finds its lease gone.
 */
export function missLapsed(tx: Tx): Promise<number> {
  return miss(tx, sql`lease IS NOT NULL AND lease_until <= platform.now()`)
}

/** Claims that were not begun and shall not be. */
export async function giveUp(tx: Tx, claims: readonly Claim[]): Promise<void> {
  if (claims.length > 0) await miss(tx, sql`lease = ANY(${uuids(claims.map(({ lease }) => lease))})`)
}

async function miss(tx: Tx, which: SQL): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    WITH held AS (
      SELECT target_id, slot_at FROM healthcheck.schedule WHERE ${which} ORDER BY target_id FOR UPDATE SKIP LOCKED),
    freed AS (
      UPDATE healthcheck.schedule s SET slot_at = NULL, lease = NULL, lease_until = NULL FROM held
      WHERE s.target_id = held.target_id RETURNING held.target_id, held.slot_at),
    missed AS (
      INSERT INTO healthcheck.run (at, target_id, outcome) SELECT slot_at, target_id, 3 FROM freed
      WHERE ${isKept(sql`slot_at`)} ON CONFLICT DO NOTHING RETURNING at, target_id),
    noted AS (${markLate(sql`missed`)})
    SELECT count(*)::integer AS count FROM freed`)
  return rows[0]!.count
}

/** After a long rest: days whose single runs are gone have no place for one. */
function isKept(at: SQL): SQL {
  return sql`${at} >= (SELECT raw_from FROM healthcheck.history)`
}

interface ClaimRow extends Record<string, unknown> {
  target_id: number | null
  slot_at: string
  lease: string
  lease_ms: number
  suspect: boolean
  check_id: string
  assignment_id: string
  system_id: string
  environment_id: string | null
  version: number
  now: string
  next_in: number | null
}

function toClaim(row: ClaimRow): Claim {
  return {
    targetId: row.target_id!,
    checkId: row.check_id,
    checkVersion: row.version,
    assignmentId: row.assignment_id,
    systemId: row.system_id,
    environmentId: row.environment_id,
    lease: row.lease,
    slotAt: new Date(row.slot_at),
    leaseMs: row.lease_ms,
    suspect: row.suspect,
  }
}
