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
  /** When it was due. */
  readonly dueAt: Date
  /** Somebody had begun it and did not end it. */
  readonly lapsed: boolean
}

/** Takes what is due and nobody's, longest due first. */
export async function claimDue(
  tx: Tx,
  { table, limit, leaseMs }: { table: WorkTable; limit: number; leaseMs: number },
): Promise<Claim[]> {
  const { rows } = await tx.execute<{ id: string; lease: string; due_at: string | Date; lapsed: boolean }>(sql`
    WITH due AS (
      SELECT id, next_at, lease IS NOT NULL AS lapsed FROM ${nameOf(table)}
      WHERE next_at <= platform.now() AND (lease IS NULL OR lease_until <= platform.now())
      ORDER BY next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE ${nameOf(table)} work SET lease = gen_random_uuid(), lease_until = ${until(leaseMs)}
    FROM due WHERE work.id = due.id
    RETURNING work.id::text AS id, work.lease, due.next_at AS due_at, due.lapsed`)
  return rows
    .map(({ id, lease, due_at, lapsed }) => ({ id, lease, dueAt: new Date(due_at), lapsed }))
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
}

/** False: it took too long, and is another's by now. Whatever was begun must be left. */
export async function renewClaim(tx: Tx, table: WorkTable, { id, lease }: Claim, leaseMs: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    UPDATE ${nameOf(table)} SET lease_until = ${until(leaseMs)} WHERE id::text = ${id} AND lease = ${lease}::uuid`)
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
    WHERE id::text = ${id} AND lease = ${lease}::uuid`)
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
