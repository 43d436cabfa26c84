import type { AnyProcedure } from "../contract/procedure.ts"
import { metaOf } from "../contract/procedure.ts"
import { LazyTransaction } from "../db/transaction.ts"
import { authorizeEntry, authorizeThings } from "./authorize.ts"
import { createCtx } from "./create-ctx.ts"
import type { Caller, Ctx } from "./ctx.ts"
import { explainRefusedWrite } from "./explain-failure.ts"
import { Frame } from "./frame.ts"

/**
 * Runs `work` as if it were the procedure, but so that the database refuses every write: a preview that changes
 * something fails there, not in review. With a `transaction` it looks at exactly what the verb will see.
 */
export async function preview<T>(
  caller: Caller,
  procedure: AnyProcedure,
  input: unknown,
  work: (ctx: Ctx) => Promise<T>,
  transaction?: LazyTransaction,
  gone: "refused" | "passed" = "refused",
): Promise<T> {
  const meta = metaOf(procedure)
  authorizeEntry(caller.principal, meta)
  const own = transaction ?? new LazyTransaction(caller.runtime.database, "read")
  const look = async () => {
    // Declared a read while it looks: it can call no verb that changes things either.
    const frame = new Frame({ ...meta, effect: "read" }, own, caller.runtime)
    const ctx = createCtx(caller, frame)
    await authorizeThings(ctx, meta, input, gone)
    return work(ctx)
  }
  try {
    return transaction ? await transaction.within("read", look) : await look()
  } catch (error) {
    throw await explainRefusedWrite(caller, meta, "The preview of", error)
  } finally {
    if (!transaction) await own.rollback()
  }
}
