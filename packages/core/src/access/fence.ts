import type { LazyTransaction } from "../db/transaction.ts"

/**
 * Reading rights again before a commit is not enough: they may go, and their end may be answered, between that read and
 * the commit. So the two exclude each other on a table that is there for nothing else. Postgres promises that a
 * transaction which locks first sees everything that was committed before it got the lock.
 */
const LOCK = (mode: string) => `LOCK TABLE platform.access_fence IN ${mode} MODE`

// A server that stands still in the middle of an apply must not keep a revocation waiting longer than this.
const IDLE = "SET LOCAL idle_in_transaction_session_timeout = '10s'"

/**
 * The first statement of a transaction that acts on rights it read: until its end none is taken away. Those who apply
 * keep out of each other's way, except with a verb that takes something away itself: that one must not meet its own kind.
 */
export async function holdRights(transaction: LazyTransaction, procedure: { revokes?: true }): Promise<void> {
  await Promise.all([
    transaction.query(LOCK(procedure.revokes ? "SHARE ROW EXCLUSIVE" : "ROW EXCLUSIVE")),
    transaction.query(IDLE),
  ])
}

/**
 * The last statement of a transaction that takes something away: it waits for those who are applying, and whoever begins
 * to apply meanwhile waits for its end. Two that take away do not wait for each other.
 */
export async function awaitApplies(transaction: LazyTransaction): Promise<void> {
  await transaction.query(LOCK("SHARE"))
}
