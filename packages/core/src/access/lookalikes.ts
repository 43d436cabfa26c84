import { type SQL, sql } from "drizzle-orm"
import { holds } from "../identity/principal.ts"
import type { Ctx } from "./ctx.ts"

/** A kind of thing whose table has an `id`, a `name` and the `name_skeleton` made of it. */
export interface NamedKind {
  /** As cards and grants call it: `catalog.system`. */
  readonly type: string
  /** With its schema: `catalog.system_group`. */
  readonly table: string
}

export interface Lookalike {
  /** Whom it looks like: an id that was asked for. Empty where a name was. */
  of: string
  id: string
  name: string
}

/** Some per thing are enough to know that there are others. */
const MOST_OTHERS = 5

/**
 * Things whose names look like those of the given ones, or like a name that one is about to get. As far as the caller may
 * see them: what is not theirs to see is not told by a mark either.
 */
export async function lookalikesOf(
  ctx: Ctx,
  type: string,
  asked: { ids: readonly string[] } | { name: string; except?: string | undefined },
): Promise<Lookalike[]> {
  const kind = ctx.runtime.plugins.flatMap(({ names = [] }) => names).find((one) => one.type === type)
  if (!kind) return []
  const [schema = "", table = ""] = kind.table.split(".")
  const things = sql`${sql.identifier(schema)}.${sql.identifier(table)}`
  const { rows } = await ctx.tx.execute<{ of: string; id: string; name: string }>(
    "ids" in asked ? likeThese(things, asked.ids) : likeName(things, asked),
  )
  const within = await visible(
    ctx,
    type,
    rows.flatMap(({ of, id }) => (of ? [of, id] : [id])),
  )
  return rows.filter(({ of, id }) => within(id) && (of === "" || within(of)))
}

/** The sentence a card adds where the name it gives looks like one that is there already. */
export async function lookalikeSentences(
  ctx: Ctx,
  type: string,
  name: string | undefined,
  except?: string,
): Promise<string[]> {
  if (name === undefined) return []
  const [other] = await lookalikesOf(ctx, type, { name, except })
  if (!other) return []
  return [`The name “${name}” looks like “${other.name}” (…${other.id.slice(-8)}), which is another one.`]
}

function likeThese(things: SQL, ids: readonly string[]): SQL {
  return sql`
    SELECT asked.id::text AS of, other.id::text AS id, other.name FROM ${things} asked
    CROSS JOIN LATERAL (SELECT o.id, o.name FROM ${things} o
      WHERE o.name_skeleton = asked.name_skeleton AND o.id <> asked.id ORDER BY o.id LIMIT ${MOST_OTHERS}) other
    WHERE asked.id::text = ANY(${sql.param([...ids])}::text[])`
}

function likeName(things: SQL, { name, except }: { name: string; except?: string | undefined }): SQL {
  return sql`
    SELECT '' AS of, o.id::text AS id, o.name FROM ${things} o
    WHERE o.name_skeleton = platform.skeleton(${name}) AND o.id::text <> ${except ?? ""} AND o.name <> ${name}
    ORDER BY o.id LIMIT ${MOST_OTHERS}`
}

/** By rule, and where teams hold grants on such things, by reach. */
async function visible(ctx: Ctx, type: string, ids: readonly string[]): Promise<(id: string) => boolean> {
  if (ids.length === 0) return () => false
  const rules = [...ctx.runtime.registry.rules.values()].filter(({ resource }) => resource === type)
  const reading = rules.filter(({ id }) => id === `${type}.read`)
  if (!rules.some(({ teamScoped }) => teamScoped)) {
    const all = ctx.principal.kind === "service" || reading.some(({ id }) => holds(ctx.principal, id))
    return () => all
  }
  const within = await ctx.reachable([...new Set(ids)], { resource: type, level: "viewer", rules: reading })
  return (id) => within.has(id)
}
