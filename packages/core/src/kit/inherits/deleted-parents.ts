import { type SQL, sql } from "drizzle-orm"
import type { Ctx } from "../../access/ctx.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import type { Tx } from "../../db/database.ts"
import { uuids } from "../../db/sql-fragments.ts"
import { type Parentage, raw, type reachSql } from "./reach-sql.ts"
import type { InheritedWords } from "./words.ts"

type Reach = ReturnType<typeof reachSql>

/** What is known of a parent that is gone: whether it had been private decides who sees what it leaves behind. */
export interface DeletedParent {
  id: string
  wasPrivate: boolean
}

/** Runs after a parent was deleted, maybe more than once: what is forgotten already is not found again. */
export async function forgetParent<Found extends { inherited: { parentIds: readonly string[] } }>(
  ctx: Ctx,
  { id: parentId, wasPrivate }: DeletedParent,
  things: Parentage & { hold(ctx: Ctx, id: string): Promise<Found> },
  left: (before: Found) => Promise<void>,
): Promise<number> {
  const table = raw(things.table)
  const owner = raw(things.owner)
  const isParent = sql`${raw(things.column)} = ${parentId}::uuid`
  // In the order of their ids, as everybody locks them.
  const { rows } = await ctx.tx.execute<{ id: string }>(
    sql`SELECT ${owner} AS id FROM ${table} WHERE ${isParent} ORDER BY ${owner}`,
  )
  for (const { id } of rows) {
    const before = await things.hold(ctx, id)
    if (things.table !== things.of)
      await ctx.tx.execute(sql`DELETE FROM ${table} WHERE ${owner} = ${id}::uuid AND ${isParent}`)
    if (things.orphans && wasPrivate && before.inherited.parentIds.length === 1)
      await ctx.tx.execute(
        sql`UPDATE ${raw(things.of)} SET ${raw(things.orphans.private)} = true WHERE id = ${id}::uuid`,
      )
    await left(before)
  }
  return rows.length
}

/** What becomes of things that name no other parent. */
export interface LeftAlone {
  /** Which of them: `incident.status <> 'resolved'`. */
  which: SQL
  /** In a word: `open`. */
  adjective: string
  /** `["is resolved", "are resolved"]`. */
  become: readonly [one: string, several: string]
}

/** Says before what `forgetParent` does after. */
export async function foreseeDeletion(
  tx: Tx,
  parentId: string,
  { reach, words }: { reach: Reach; words: InheritedWords },
  alone?: LeftAlone,
): Promise<string[]> {
  const { of, row, table, owner, column } = reach
  const { rows } = await tx.execute<{ all: number; alone: number }>(sql`
    SELECT count(*)::integer AS all, (count(*) FILTER (WHERE ${alone?.which ?? sql`false`} AND NOT EXISTS (
      SELECT 1 FROM ${table} other WHERE other.${owner} = ${row}.id AND other.${column} <> ${parentId}::uuid)))::integer AS alone
    FROM ${table} parent JOIN ${of} ON ${row}.id = parent.${owner} WHERE parent.${column} = ${parentId}::uuid`)
  const counts = rows[0] ?? { all: 0, alone: 0 }
  const sentences: string[] = []
  if (counts.all > 0)
    sentences.push(`It is taken off ${counts.all === 1 ? `one ${words.thing}` : `${counts.all} ${words.things}`}.`)
  if (alone && counts.alone > 0)
    sentences.push(
      counts.alone === 1
        ? `One ${alone.adjective} ${words.thing} names no other ${words.parent} and ${alone.become[0]}.`
        : `${counts.alone} ${alone.adjective} ${words.things} name no other ${words.parent} and ${alone.become[1]}.`,
    )
  return sentences
}

/** Which of these parents people's own things name: `the incident "Slow since noon"`. */
export async function referencesTo(
  tx: Tx,
  parentIds: readonly string[],
  { reach, words, name }: { reach: Reach; words: InheritedWords; name: string },
  own: SQL,
): Promise<{ id: string; by: string }[]> {
  const { of, row, table, owner, column } = reach
  const title = sql`${row}.${sql.identifier(name)}`
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    SELECT parent.${column} AS id, ${title} AS name FROM ${table} parent JOIN ${of} ON ${row}.id = parent.${owner}
    WHERE parent.${column} = ANY(${uuids(parentIds)}) AND ${own} ORDER BY ${title}, ${row}.id`)
  return rows.map(({ id, name: called }) => ({ id, by: `the ${words.thing} ${quoteName(called)}` }))
}
