import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"

/** Sending may take its ten seconds, and so may the guard before it; a server that died lets go after this. */
export const LEASE_MS = 30_000

/** Locks the row as well, so that nobody takes it over until this transaction ends. */
export async function renewLease(tx: Tx, { id, lease }: { id: string; lease: string }): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    UPDATE notification.delivery SET lease_until = platform.now() + ${LEASE_MS} * interval '1 millisecond'
    WHERE id = ${id}::uuid AND lease = ${lease}::uuid`)
  return rowCount === 1
}
