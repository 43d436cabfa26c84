import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import type { Caller, Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import type { ThingKind } from "../../access/runtime.ts"
import { canonicalId } from "../../contract/access.ts"
import type { InheritedAccess } from "../../contract/kit/inherited-access.ts"
import { defineContract, procedure } from "../../contract/procedure.ts"
import { uuids } from "../../db/sql-fragments.ts"
import { ForbiddenError, UnauthenticatedError } from "../../errors.ts"
import type { InheritedWords } from "./words.ts"

const Seen = z.object({ id: z.string(), name: z.string(), version: z.int() })
type Seen = z.infer<typeof Seen>

/** The things, for whoever keeps something about one: names and versions of those within reach, in one query. */
export function kindOf(draft: {
  access: InheritedAccess
  of: SQL
  row: SQL
  name: string
  readable(ctx: Ctx): SQL
  words: InheritedWords
}): ThingKind {
  const { access, of, row, name, readable, words } = draft
  const type = access.rules.read.resource
  // A verb of the kit's own: callers of a kind are principals, and only a verb knows what those may see.
  const { nameThings } = defineContract(type.split(".")[0] ?? "", {
    nameThings: procedure({
      summary: `Tell what ${words.things} are called.`,
      ...access.reading,
      input: z.object({ ids: z.array(z.uuid()) }),
      output: z.object({ seen: z.array(Seen) }),
    }),
  })
  const readNames = implement(nameThings, async (ctx, { ids }) => {
    const { rows } = await ctx.tx.execute<Seen>(sql`
      SELECT ${row}.id, ${row}.${sql.identifier(name)} AS name, ${row}.version FROM ${of}
      WHERE ${row}.id = ANY(${uuids(ids)}) AND ${readable(ctx)}`)
    return { seen: rows }
  })

  async function seen(caller: Caller, asked: readonly string[]): Promise<(Seen & { asked: string })[]> {
    const ids = asked.filter((id) => z.uuid().safeParse(id).success)
    if (ids.length === 0) return []
    try {
      const found = new Map((await readNames(caller, { ids })).seen.map((one) => [one.id, one]))
      return ids.flatMap((id) => {
        const one = found.get(canonicalId(id))
        return one ? [{ ...one, asked: id }] : []
      })
    } catch (error) {
      if (error instanceof ForbiddenError || error instanceof UnauthenticatedError) return []
      throw error
    }
  }

  return {
    type,
    namesOf: async (caller, ids) => new Map((await seen(caller, ids)).map((one) => [one.asked, one.name])),
    versionsOf: async (caller, ids) => new Map((await seen(caller, ids)).map((one) => [one.asked, one.version])),
  }
}
