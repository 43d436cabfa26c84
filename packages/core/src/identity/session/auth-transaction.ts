import { AsyncLocalStorage } from "node:async_hooks"
import type { Tx } from "../../db/database.ts"
import { DeveloperError } from "../../errors.ts"

/** Carries the peer's address to Better Auth; a client that sends this header itself is overwritten. */
export const ADDRESS_HEADER = "x-countersign-address"

const running = new AsyncLocalStorage<Tx>()

/** Whatever Better Auth reads or writes inside `work` happens in this transaction: nothing goes around the verbs. */
export function withAuthTransaction<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  return running.run(tx, work)
}

export function authTransaction(): Tx {
  const tx = running.getStore()
  if (!tx)
    throw new DeveloperError("Better Auth was called outside a verb: wrap the call in withAuthTransaction(ctx.tx).")
  return tx
}
