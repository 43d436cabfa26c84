import { type SQL, sql } from "drizzle-orm"
import type { Tx } from "../db/database.ts"

/**
 * A table of work: `id`, `next_at timestamptz` (null: never), `lease uuid` and `lease_until timestamptz`, with an index on
 * `next_at`. A lease that lapsed is as good as none, so what a dead process held is found again.
 */
export type WorkTable = `${string}.${string}`

/** What one process does, and nobody else while the lease holds. */
export interface Claim {
  readonly id: string
  readonly lease: string
  /** Empty where there are no lanes. */
  readonly lane: string
  /** When it was due. */
  readonly dueAt: Date
  /** Somebody had begun it and did not end it. */
  readonly lapsed: boolean
}

/** Work that waits for different others: what one of them keeps waiting holds up nothing of the rest. */
export interface Lanes {
  /** The column that says whom it waits for. Rows where it is null are one lane. */
  readonly column: string
  /** So much of one lane at once, on one server. */
  readonly each: number
}

/**
 * Takes what is due and nobody's, longest due first. With lanes the first of each comes before the second of any, and of a lane no more
 * than its share; `busy` names the lanes of what this process does already, one for each.
 */
export async function claimDue(
  tx: Tx,
  work: {
    table: WorkTable
    limit: number
    leaseMs: number
    lanes?: (Lanes & { busy: readonly string[] }) | undefined
  },
): Promise<Claim[]> {
  const { table, limit, leaseMs, lanes } = work
  const isDue = sql`work.next_at <= platform.now() AND (work.lease IS NULL OR work.lease_until <= platform.now())`
  const lane = lanes ? sql`coalesce(work.${sql.identifier(lanes.column)}::text, '')` : sql`''`
  const due = lanes
    ? sql`
      ranked AS (
        SELECT work.id, row_number() OVER (PARTITION BY ${lane} ORDER BY work.next_at)
          + cardinality(array_positions(${sql.param([...lanes.busy])}::text[], ${lane})) AS nth
        FROM ${nameOf(table)} work WHERE ${isDue}),
      due AS (
        SELECT work.id, work.next_at, work.lease IS NOT NULL AS lapsed FROM ${nameOf(table)} work JOIN ranked ON ranked.id = work.id
        WHERE ${isDue} AND ranked.nth <= ${lanes.each}
        ORDER BY ranked.nth, work.next_at LIMIT ${limit} FOR UPDATE OF work SKIP LOCKED)`
    : sql`
      due AS (
        SELECT work.id, work.next_at, work.lease IS NOT NULL AS lapsed FROM ${nameOf(table)} work
        WHERE ${isDue} ORDER BY work.next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`
  const { rows } = await tx.execute<{ id: string; lease: string; lane: string; due_at: string; lapsed: boolean }>(sql`
    WITH ${due}
    UPDATE ${nameOf(table)} work SET lease = gen_random_uuid(), lease_until = ${until(leaseMs)}
    FROM due WHERE work.id = due.id
    RETURNING work.id::text AS id, work.lease, ${lane} AS lane, due.next_at AS due_at, due.lapsed`)
  return rows
    .map(({ id, lease, lane, due_at, lapsed }) => ({ id, lease, lane, dueAt: new Date(due_at), lapsed }))
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
}

/** False: it took too long, and is another's by now. Whatever was begun must be left. */
export async function renewClaim(
  tx: Tx,
  table: WorkTable,
  { id, lease }: Pick<Claim, "id" | "lease">,
  leaseMs: number,
): Promise<boolean> {
  // Of the column's own type, whatever that is: compared as texts, its index would not be used.
  const { rowCount } = await tx.execute(sql`
    UPDATE ${nameOf(table)} SET lease_until = ${until(leaseMs)} WHERE id = ${id} AND lease = ${lease}::uuid`)
  return rowCount === 1
}

/**
 * Gives it back, due again at `nextAt` or never. Inside the transaction of its effect, so that both happen or neither:
 * false says that it is another's by now, and then the effect must not be committed.
 */
export async function endClaim(
  tx: Tx,
  table: WorkTable,
  { id, lease }: Pick<Claim, "id" | "lease">,
  nextAt: Date | null,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    UPDATE ${nameOf(table)} SET lease = NULL, lease_until = NULL, next_at = ${nextAt?.toISOString() ?? null}::timestamptz
    WHERE id = ${id} AND lease = ${lease}::uuid`)
  return rowCount === 1
}

function nameOf(table: WorkTable): SQL {
  return sql.join(
    table.split(".").map((part) => sql.identifier(part)),
    sql`.`,
  )
}

function until(leaseMs: number): SQL {
  return sql`platform.now() + ${leaseMs} * interval '1 millisecond'`
}
