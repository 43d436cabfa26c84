import { type SQL, sql } from "drizzle-orm"
import { isUuid } from "../contract/access.ts"
import { quoteName } from "../contract/text/quote-name.ts"
import { holds } from "../identity/principal/principal.ts"
import type { Ctx } from "./ctx.ts"

/** A kind of thing whose table has a name and the `name_skeleton` made of it. */
export interface NamedKind {
  /** As cards and grants call it: `catalog.system`. */
  readonly type: string
  /** With its schema: `catalog.system_group`. */
  readonly table: string
  /** The column, and the field of the verbs' input, that holds the name. Default `name`. */
  readonly name?: string
  /** The column that tells one from another. Default `id`. */
  readonly key?: string
  /** Where that column is no uuid. */
  readonly keyType?: "text"
  /** Several are called the same by nature, as the same breaks again: only what is written otherwise and looks alike is marked. */
  readonly repeats?: true
  /** Which of these the caller may see, where rules and grants do not tell. */
  seen?(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>>
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
  const kind = namedKind(ctx, type)
  if (!kind) return []
  const { rows } = await ctx.tx.execute<{ of: string; id: string; name: string }>(
    "ids" in asked ? likeThese(kind, asked.ids) : likeName(kind, asked),
  )
  const within = await visible(
    ctx,
    kind,
    rows.flatMap(({ of, id }) => (of ? [of, id] : [id])),
  )
  return rows.filter(({ of, id }) => within(id) && (of === "" || within(of)))
}

/** The sentence a card adds where the name it gives looks like one that is there already. */
export async function lookalikeSentences(
  ctx: Ctx,
  type: string,
  input: Readonly<Record<string, unknown>>,
  except?: string,
): Promise<string[]> {
  const name = input[namedKind(ctx, type)?.name ?? "name"]
  if (typeof name !== "string") return []
  const [other] = await lookalikesOf(ctx, type, { name, except })
  if (!other) return []
  return [
    `The name ${quoteName(name)} looks like ${quoteName(other.name)} (…${other.id.slice(-8)}), which is another one.`,
  ]
}

function namedKind({ runtime }: Ctx, type: string): NamedKind | undefined {
  return runtime.plugins.flatMap(({ names = [] }) => names).find((one) => one.type === type)
}

function likeThese(kind: NamedKind, ids: readonly string[]): SQL {
  const { things, id, name } = columnsOf(kind)
  // Of the column's own type: compared as texts, its index would not be used and every row would be read.
  const keys = kind.keyType === "text" ? ids : ids.filter(isUuid)
  const type = sql.raw(kind.keyType ?? "uuid")
  // One by itself is no list, as in `reachable`.
  const among = keys.length === 1 ? sql`${keys[0]}::${type}` : sql`ANY(${sql.param([...keys])}::${type}[])`
  const other = kind.repeats ? sql`AND o.${name} <> asked.${name}` : sql``
  return sql`
    SELECT asked.${id}::text AS of, other.id, other.name FROM ${things} asked
    CROSS JOIN LATERAL (SELECT o.${id}::text AS id, o.${name} AS name FROM ${things} o
      WHERE o.name_skeleton = asked.name_skeleton AND o.${id} <> asked.${id} ${other}
      ORDER BY o.${id} LIMIT ${MOST_OTHERS}) other
    WHERE asked.${id} = ${among}`
}

function likeName(kind: NamedKind, asked: { name: string; except?: string | undefined }): SQL {
  const { things, id, name } = columnsOf(kind)
  return sql`
    SELECT '' AS of, o.${id}::text AS id, o.${name} AS name FROM ${things} o
    WHERE o.name_skeleton = platform.skeleton(${asked.name}) AND o.${id}::text <> ${asked.except ?? ""}
      AND o.${name} <> ${asked.name}
    ORDER BY o.${id} LIMIT ${MOST_OTHERS}`
}

function columnsOf({ table, name = "name", key = "id" }: NamedKind): Record<"things" | "id" | "name", SQL> {
  const things = sql.join(
    table.split(".").map((part) => sql`${sql.identifier(part)}`),
    sql`.`,
  )
  return { things, id: sql`${sql.identifier(key)}`, name: sql`${sql.identifier(name)}` }
}

/** By rule, and where teams hold grants on such things, by reach. */
async function visible(ctx: Ctx, { type, seen }: NamedKind, ids: readonly string[]): Promise<(id: string) => boolean> {
  if (ids.length === 0) return () => false
  if (seen) {
    const theirs = await seen(ctx, [...new Set(ids)])
    return (id) => theirs.has(id)
  }
  const rules = [...ctx.runtime.registry.rules.values()].filter(({ resource }) => resource === type)
  const read = rules.filter(({ id }) => id === `${type}.read`)
  // What has no rule for reading is read by those who may change it.
  const reading = read.length > 0 ? read : rules
  if (!rules.some(({ teamScoped }) => teamScoped)) {
    const all = ctx.principal.kind === "service" || reading.some(({ id }) => holds(ctx.principal, id))
    return () => all
  }
  const within = await ctx.reachable([...new Set(ids)], { resource: type, level: "viewer", rules: reading })
  return (id) => within.has(id)
}
