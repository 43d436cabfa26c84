import { implement } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { CHANGE_KEPT_DAYS, catalogContract, changeAccess } from "../../contract.ts"
import { deleteChanges } from "./change-store.ts"

/** Once a day. */
export const sweepChanges = implement(catalogContract.sweepChanges, async (ctx) => {
  const before = new Date((await ctx.now()).getTime() - CHANGE_KEPT_DAYS * 86_400_000)
  const deleted = await deleteChanges(ctx.tx, sql`c.at < ${before.toISOString()}::timestamptz`)
  if (deleted > 0) {
    ctx.audit({
      thing: { type: changeAccess.record.resource, id: "old", name: "Recorded changes" },
      note: `${deleted} from more than ${CHANGE_KEPT_DAYS} days ago ${deleted === 1 ? "was" : "were"} deleted.`,
    })
    ctx.signal(changeAccess.record.resource)
  }
  return { deleted }
})
