import { sql } from "drizzle-orm"
import type { Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import type { AnyProcedure, InputOf } from "../../contract/procedure.ts"
import type { sampleProcedures } from "../../contract/upkeep.ts"
import type { Tx } from "../../db/database.ts"
import type { Inheritance, InheritingThing } from "./inherits.ts"

/**
 * The verbs behind `sampleProcedures` for things that inherit their rights; their table has a column `sample`. `add` makes
 * them and answers how many, and is not asked while there are some.
 */
export function sampleVerbs<Item extends InheritingThing, Delete extends AnyProcedure>(
  things: Inheritance<Item>,
  procedures: ReturnType<typeof sampleProcedures> & { delete: Delete },
  add: (ctx: Ctx) => Promise<number>,
) {
  const some = async (tx: Tx) => (await things.sampleIds(tx)).length > 0
  return {
    addSample: implement(procedures.addSample, async (ctx) => ({ added: (await some(ctx.tx)) ? 0 : await add(ctx) })),
    removeSample: implement(procedures.removeSample, async (ctx) => {
      const ids = await things.sampleIds(ctx.tx)
      for (const id of ids) await ctx.call(procedures.delete, { id } as InputOf<Delete>)
      return { removed: ids.length }
    }),
    /** What people made on sample parents: those stay when the sample goes, so that nothing is lost or ended. */
    referToSample: implement(procedures.referToSample, async (ctx, { resource, ids }) => ({
      references:
        resource === things.access.parent ? await things.references(ctx.tx, ids, sql`NOT ${things.row}.sample`) : [],
    })),
  }
}
