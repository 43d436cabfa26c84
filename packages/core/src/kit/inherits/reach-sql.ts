import { type SQL, sql } from "drizzle-orm"
import type { Ctx, ReachOptions } from "../../access/ctx.ts"
import type { AccessRule } from "../../contract/access.ts"
import type { InheritedAccess } from "../../contract/kit/inherited-access.ts"
import { DeveloperError } from "../../errors.ts"

/** Where the parents of each thing stand. */
export interface Parentage {
  /** The things' own table, with its schema. */
  readonly of: string
  /** The table that says which parents each has: one beside it, or the things' own where each has one parent. */
  readonly table: string
  /** Its column with the thing's id. */
  readonly owner: string
  /** Its column with the parent's id. */
  readonly column: string
  /**
   * Columns of the things' own table, for those whose last parent was deleted: who made a thing, and whether that parent was
   * private. Such a thing stays visible to its author and, unless it was private, to whoever holds the rule. Left out, only
   * those who may do everything still see it.
   */
  readonly orphans?: { readonly author: string; readonly private: string }
}

/** Conditions on the things' row, which goes by its table's last name, and on their parents, which go by `parent`. */
export function reachSql(access: InheritedAccess, parentage: Parentage) {
  const { parent: resource, rules } = access
  const of = raw(parentage.of)
  const row = raw(parentage.of.split(".").at(-1) ?? "")
  const table = raw(parentage.table)
  const owner = raw(parentage.owner)
  const column = raw(parentage.column)
  // Grants and private things name what they are about as text.
  const parentId = sql`parent.${column}::text`
  const ofThis = sql`FROM ${table} parent WHERE parent.${owner} = ${row}.id`

  /** Seeing things of a parent: the rule, or a viewer grant on it. */
  const reading: ReachOptions = { resource, rules: [rules.read], level: "viewer" }
  /** Working on things of a parent: the rule, or an editor grant on it. */
  const working: ReachOptions = { resource, rules: [rules.manage], level: "editor" }

  /**
   * OFFSET 0 keeps Postgres from reading the parents of all things into a hash first: it looks up those of the rows it
   * returns. With 20,000 incidents a page took 65 ms without it and 10 ms with it.
   */
  const some = (condition: SQL) => sql`EXISTS (SELECT 1 ${ofThis} AND ${condition} OFFSET 0)`
  const none = sql`NOT ${some(sql`true`)}`
  const orphans = parentage.orphans && {
    author: raw(parentage.orphans.author),
    private: raw(parentage.orphans.private),
  }
  const holds = ({ principal }: Ctx, rule: AccessRule) => mayDoEverything({ principal }) || principal.rules.has(rule.id)

  return {
    of,
    row,
    table,
    owner,
    column,
    parentId,
    ofThis,
    reading,
    working,
    /** One parent within reach makes a thing readable. */
    readable(ctx: Ctx): SQL {
      const read = ctx.reach(parentId, reading)
      // Without parents there is nothing to inherit rights from: only who may do everything can tidy it up.
      if (mayDoEverything(ctx)) return sql`(${some(read)} OR ${none})`
      // Who has the rule reads most rows, so they are looked at in order; who has grants reads few, so the parents come first.
      const byRule = ctx.principal.rules.has(rules.read.id)
      const own = orphans && sql`${row}.${orphans.author} = ${ctx.principal.id}`
      if (byRule)
        return orphans ? sql`(${some(read)} OR (${none} AND (NOT ${row}.${orphans.private} OR ${own})))` : some(read)
      const ids = sql`SELECT parent.${owner} FROM ${table} parent WHERE ${read}`
      return own
        ? sql`${row}.id IN (${ids} UNION ALL SELECT ${row}.id FROM ${of} WHERE ${own} AND ${none})`
        : sql`${row}.id IN (${ids})`
    },
    /** Whether a thing is about a parent. One out of reach is not told, or a filter would tell what is hidden. */
    about: (ctx: Ctx, id: string): SQL => some(sql`parent.${column} = ${id}::uuid AND ${ctx.reach(parentId, reading)}`),
    parentIds: sql`ARRAY(SELECT ${parentId} ${ofThis} ORDER BY parent.${column})`,
    /** What the caller is to a thing. Changing it takes all of its parents. */
    inherited(ctx: Ctx): SQL {
      const work = ctx.reach(parentId, working)
      // Of one without parents there is no grant to go by.
      const manages = sql.raw(holds(ctx, rules.manage) ? "true" : "false")
      return sql`jsonb_build_object(
        'reachedIds', ARRAY(SELECT ${parentId} ${ofThis} AND ${ctx.reach(parentId, reading)}),
        'mayChange', NOT ${some(sql`NOT ${work}`)} AND (${manages} OR ${some(sql`true`)}),
        'seesInternal', ${some(work)} OR (${manages} AND ${none}))`
    },
  }
}

function mayDoEverything({ principal }: Pick<Ctx, "principal">): boolean {
  return principal.kind === "service" || principal.rules.has("*")
}

/** Quoted, because a thing may go by a word that SQL keeps for itself: `maintenance.window`. */
export function raw(name: string): SQL {
  if (!/^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/.test(name))
    throw new DeveloperError(
      `"${name}" is not the name of a table or a column: use lower-case letters, digits and "_".`,
    )
  return sql.raw(`"${name.replaceAll(".", '"."')}"`)
}
