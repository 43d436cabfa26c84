import type { EventEnvelope } from "../contract/event.ts"
import type { Database } from "../db/database.ts"
import type { LazyTransaction } from "../db/transaction.ts"

/** One event on its way to one verb. */
export interface Delivery {
  id: string
  /** The verb that hears of it, by id. */
  subscriber: string
  /** How often it failed. */
  attempts: number
  correlationId: string
  envelope: EventEnvelope
}

/** Those that could be delivered now: of the line about each thing the first, in the order they came. Nobody has them yet: `claimDelivery` decides who gets which. */
export async function findDue(
  { pool }: Database,
  options: { subscribers: readonly string[]; without: readonly string[]; most: number },
): Promise<Delivery[]> {
  const { rows } = await pool.query<DueRow>({
    name: "find-due-deliveries",
    text: `SELECT d.id, d.subscriber, d.attempts, e.id AS event_id, e.event, e.at, e.about_type, e.about_id, e.payload,
         e.causation, e.correlation_id
       FROM platform.due_deliveries($1::text[], $2::bigint[], $3) d,
       LATERAL (SELECT * FROM platform.event e WHERE e.at = d.event_at AND e.id = d.event_id LIMIT 1) e
       ORDER BY d.id`,
    values: [options.subscribers, options.without, options.most],
  })
  return rows.map(toDelivery)
}

/**
 * False when another server has it, or had it, or something came before it. Held to the end of the transaction, and only
 * locked: a verb that then changes nothing owes no audit row.
 */
export async function claimDelivery(transaction: LazyTransaction, id: string): Promise<boolean> {
  const rows = await transaction.query(CLAIM, [id])
  return rows.length === 1
}

const CLAIM = {
  name: "claim-delivery",
  text: `SELECT FROM platform.delivery d WHERE d.id = $1 AND d.due_at <= now()
      AND NOT EXISTS (SELECT FROM platform.delivery before
        WHERE before.subscriber = d.subscriber AND before.about = d.about AND before.id < d.id)
    FOR UPDATE OF d SKIP LOCKED`,
}

export async function endDelivery(transaction: LazyTransaction, id: string): Promise<void> {
  const [row] = await transaction.query<{ transaction_id: string }>(END, [id])
  if (row) transaction.noteId(row.transaction_id)
}

const END = {
  name: "end-delivery",
  text: "DELETE FROM platform.delivery WHERE id = $1 RETURNING pg_current_xact_id()::text AS transaction_id",
}

/** After a failure. Those behind it in its line wait with it. */
export async function postponeDelivery(
  { pool }: Database,
  { id, waitSeconds, problem }: { id: string; waitSeconds: number; problem: string },
): Promise<void> {
  await pool.query({
    name: "postpone-delivery",
    text: `UPDATE platform.delivery SET attempts = attempts + 1, due_at = now() + make_interval(secs => $2), problem = $3
      WHERE id = $1`,
    values: [id, waitSeconds, problem],
  })
}

export async function countDeliveries({
  pool,
}: Database): Promise<{ waiting: number; failing: number; oldest: number }> {
  const { rows } = await pool.query<{ waiting: number; failing: number; oldest: number }>(
    `SELECT count(*) FILTER (WHERE attempts = 0)::int AS waiting, count(*) FILTER (WHERE attempts > 0)::int AS failing,
       coalesce(extract(epoch FROM now() - min(event_at)), 0)::float8 AS oldest
     FROM platform.delivery`,
  )
  return rows[0]!
}

interface DueRow {
  id: string
  subscriber: string
  attempts: number
  event_id: string
  event: string
  at: Date
  about_type: string
  about_id: string
  payload: Record<string, unknown>
  causation: string[]
  correlation_id: string
}

function toDelivery(row: DueRow): Delivery {
  const { id, subscriber, attempts, event, payload, causation } = row
  const about = { type: row.about_type, id: row.about_id }
  const envelope = { id: row.event_id, event, at: row.at.toISOString(), about, payload, causation }
  return { id, subscriber, attempts, correlationId: row.correlation_id, envelope }
}
