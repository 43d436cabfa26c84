import { type SQL, sql } from "drizzle-orm"
import type { Ctx } from "../../access/ctx.ts"
import type { NamedKind } from "../../access/lookalikes.ts"
import type { PreviewThing, QuotedThing } from "../../access/points/tool.ts"
import type { InheritedAccess } from "../../contract/kit/inherited-access.ts"
import type { Author } from "../../contract/kit/timeline.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { byCloseness } from "../../db/closeness.ts"
import type { Tx } from "../../db/database.ts"
import { keyset, type Page, type PageRequest, type SortColumn } from "../../db/keyset.ts"
import { containsWords, uuids } from "../../db/sql-fragments.ts"
import { ConflictError, ForbiddenError, NotFoundError } from "../../errors.ts"
import { type DeletedParent, foreseeDeletion, forgetParent, type LeftAlone, referencesTo } from "./deleted-parents.ts"
import { inBulk } from "./in-bulk.ts"
import { kindOf } from "./kind.ts"
import type { ShownThings } from "./named-things.ts"
import { parentsSeen } from "./parents.ts"
import { type Parentage, reachSql } from "./reach-sql.ts"
import { type InheritedWords, inheritedWords, unseenParents } from "./words.ts"

/** What every thing with rights from elsewhere has: columns of its table, and fields of what is read of it. */
export interface InheritingThing {
  id: string
  version: number
}

/** What the caller is to a thing. */
export interface Inherited {
  parentIds: string[]
  /** Those of its parents that the caller reaches. */
  reachedIds: string[]
  mayChange: boolean
  /** Whether they may work on some of its parents, and so read what is meant for those who do. */
  seesInternal: boolean
}

/** A thing as the tables have it, whoever asks, and what the caller is to it. */
export type Found<Item> = Item & { readonly inherited: Inherited }

export interface InheritsDraft<Item extends InheritingThing> extends Parentage {
  /** What is read of a row of `of`, each under its field's name: `incident.title, incident.opened_at AS "openedAt"`. */
  columns: SQL
  /** The column, and the field, that holds what a thing is called. */
  name: keyof Item & string
  /** The field that the parents' ids come in, in the order of ids: `systemIds`. */
  parentIds: keyof Item & string
  words: Partial<InheritedWords> & Pick<InheritedWords, "findParents">
}

/**
 * Things whose rights and parts of whose names follow from other things, their parents. Their own table has `id`, `version` and
 * `updated_at`. Every read is narrowed to what the caller reaches; what is out of reach is answered like what is gone.
 */
export function inherits<Item extends InheritingThing>(access: InheritedAccess, draft: InheritsDraft<Item>) {
  const words = inheritedWords(access, draft.words)
  const reach = reachSql(access, draft)
  const parents = parentsSeen(access, reach, words)
  const { of, row, table, owner, column } = reach
  const type = access.rules.read.resource

  /** The one place where rows become things: `columns` names their fields. */
  async function select(ctx: Ctx, rest: SQL, mark: SQL = sql`''`): Promise<(Found<Item> & { mark: string })[]> {
    const { rows } = await ctx.tx.execute(sql`
      SELECT ${draft.columns}, ${reach.parentIds} AS ${sql.identifier(draft.parentIds)}, ${reach.inherited(ctx)} AS inherited,
        ${mark} AS mark FROM ${of} ${rest}`)
    for (const one of rows) Object.assign(one.inherited as object, { parentIds: one[draft.parentIds] })
    return rows as unknown[] as (Found<Item> & { mark: string })[]
  }

  function withoutMark(found: Found<Item> & { mark?: string }): Found<Item> {
    Reflect.deleteProperty(found, "mark")
    return found
  }

  const gone = (id: string) =>
    new NotFoundError(
      `No ${words.thing} has the id ${id}, or it is not yours to see. List them with ${words.find} to find the right one.`,
    )

  const nameOf = (item: Partial<Item>) => String(item[draft.name] ?? "")

  async function read(ctx: Ctx, id: string): Promise<Found<Item>> {
    const [found] = await select(ctx, sql`WHERE ${row}.id = ${id}::uuid AND ${reach.readable(ctx)}`)
    if (!found) throw gone(id)
    return withoutMark(found)
  }

  async function readToChange(ctx: Ctx, id: string): Promise<Found<Item>> {
    const found = await read(ctx, id)
    if (!found.inherited.mayChange)
      throw new ForbiddenError(
        `${ctx.principal.name} may see ${quoteName(nameOf(found))} but not change it: that takes the permission ` +
          `${access.rules.manage.id} or an editor grant on every ${words.parent} it names, and a grant on each private one. ` +
          "An administrator can give either.",
      )
    return found
  }

  async function hold(ctx: Ctx, id: string): Promise<Found<Item>> {
    // Two statements: what a locking read returns after a wait mixes the new row with parents as they were before.
    // The second also runs for one that is gone, so that it takes as long as for one out of reach.
    await ctx.tx.execute(sql`SELECT 1 FROM ${of} WHERE id = ${id}::uuid FOR UPDATE`)
    return readToChange(ctx, id)
  }

  /** Those of `ids` that are within reach, in the order of their ids: whoever locks several does it in this order. */
  async function readableIds(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
    const { rows } = await ctx.tx.execute<{ id: string }>(
      sql`SELECT ${row}.id FROM ${of} WHERE ${row}.id = ANY(${uuids(ids)}) AND ${reach.readable(ctx)} ORDER BY ${row}.id`,
    )
    return rows.map(({ id }) => id)
  }

  async function setParents(tx: Tx, id: string, parentIds: readonly string[]): Promise<void> {
    await tx.execute(sql`DELETE FROM ${table} WHERE ${owner} = ${id}::uuid AND ${column} <> ALL(${uuids(parentIds)})`)
    await tx.execute(sql`INSERT INTO ${table} (${owner}, ${column})
      SELECT ${id}::uuid, unnest(${uuids(parentIds)}) ON CONFLICT DO NOTHING`)
  }

  async function list(
    ctx: Ctx,
    request: PageRequest,
    sorts: Record<string, SortColumn>,
    ...conditions: (SQL | undefined)[]
  ): Promise<Page<Found<Item>>> {
    const page = keyset(request, sorts, { expression: sql`${row}.id`, type: "uuid" })
    const where = page.where(...conditions, reach.readable(ctx)) ?? sql`true`
    const order = sql.join(page.orderBy, sql`, `)
    const rows = await select(ctx, sql`WHERE ${where} ORDER BY ${order} LIMIT ${page.limit}`, page.mark)
    const found = page.toPage(
      rows,
      ({ id }) => id,
      (one) => one,
    )
    return { ...found, items: found.items.map(withoutMark) }
  }

  return {
    type,
    words,
    access,
    /** What the things' row goes by in statements. */
    row,
    nameOf,
    gone,
    /** The thing, or that there is none within reach. */
    read,
    /** One that the caller may change, without holding it: for previews, which write nothing. */
    readToChange,
    /** One that the caller may change, and that nobody else changes until this verb ends. */
    hold,
    /** A condition for statements of the plugin's own over the things' table. */
    readable: reach.readable,
    /** A condition: the things that are about this parent, as far as the caller reaches it. */
    about: reach.about,
    list,
    /**
     * The same for things with a title and a description: by columns, by title and by how close it is to what was typed; of one
     * parent, with words that they contain.
     */
    search(
      ctx: Ctx,
      request: PageRequest,
      columns: Readonly<Record<string, SortColumn["type"] | readonly [column: string, type: SortColumn["type"]]>>,
      { text, parentId }: { text?: string | undefined; parentId?: string | undefined },
      ...conditions: (SQL | undefined)[]
    ): Promise<Page<Found<Item>>> {
      const title = sql`${row}.${sql.identifier(draft.name)}`
      const sorts = Object.entries(columns).map(([sort, given]) => {
        const [name, columnType] = typeof given === "string" ? [snakeCase(sort), given] : given
        return [sort, { expression: sql`${row}.${sql.identifier(name)}`, type: columnType }] as const
      })
      return list(
        ctx,
        request,
        {
          ...Object.fromEntries(sorts),
          [draft.name]: { expression: sql`lower(${title})`, type: "text" },
          match: byCloseness(text, { name: title }),
        },
        containsWords(sql`(${title} || ' ' || ${row}.description)`, text),
        parentId === undefined ? undefined : reach.about(ctx, parentId),
        ...conditions,
      )
    },
    /** Writes fields by the name of their column and counts the version. False when `version` or `where` no longer hold. */
    async change(
      tx: Tx,
      id: string,
      fields: { readonly [Field in keyof Item]?: Item[Field] | undefined },
      { at, version, where = sql`true` }: { at: Date; version?: number; where?: SQL },
    ): Promise<boolean> {
      const given = Object.entries(fields).filter(([, value]) => value !== undefined)
      const set = given.map(([field, value]) => sql`${sql.identifier(snakeCase(field))} = ${sql.param(value)}, `)
      const isCurrent = version === undefined ? sql`true` : sql`version = ${version}`
      const { rows } = await tx.execute(sql`
        UPDATE ${of} SET ${sql.join(set)} updated_at = ${at}, version = version + 1
        WHERE id = ${id}::uuid AND ${isCurrent} AND ${where} RETURNING id`)
      return rows.length > 0
    },
    /** Something on it changed: it moves up in lists, while edits based on its version stay valid. */
    async touch(tx: Tx, id: string, at: Date): Promise<void> {
      await tx.execute(sql`UPDATE ${of} SET updated_at = ${at} WHERE id = ${id}::uuid`)
    },
    /** For `change` that answered false to a version. */
    stale: (before: Found<Item>, version: number, current: unknown) =>
      new ConflictError(
        `${quoteName(nameOf(before))} was changed since you read it: you have version ${version}, it is now at ${before.version}. ` +
          "Look at what is different, then save again.",
        current,
      ),
    /** A new one with its parents. Fields go by the name of their column; an author by those of its id and its name. */
    async insert(tx: Tx, fields: Readonly<Record<string, unknown>>, parentIds: readonly string[]): Promise<string> {
      const columns = Object.entries(fields).flatMap(([field, value]) =>
        isAuthor(value)
          ? [[`${field}Id`, value.id] as const, [`${field}Name`, value.name] as const]
          : [[field, value] as const],
      )
      const names = columns.map(([field]) => sql.identifier(snakeCase(field)))
      const values = columns.map(([, value]) => sql`${sql.param(value)}`)
      const { rows } = await tx.execute<{ id: string }>(sql`
        INSERT INTO ${of} (${sql.join(names, sql`, `)}) VALUES (${sql.join(values, sql`, `)}) RETURNING id`)
      const { id } = rows[0]!
      await setParents(tx, id, parentIds)
      return id
    },
    async remove(tx: Tx, id: string): Promise<void> {
      await tx.execute(sql`DELETE FROM ${of} WHERE id = ${id}::uuid`)
    },
    /** Where its table has a column `sample`. */
    async sampleIds(tx: Tx): Promise<string[]> {
      const { rows } = await tx.execute<{ id: string }>(sql`SELECT id FROM ${of} WHERE sample ORDER BY id`)
      return rows.map(({ id }) => id)
    },
    setParents,
    /** Refuses parents that the caller does not see as if they were gone, and those it may only look at by name. */
    demandParents: parents.demand,
    /** Names of those of the parents that the caller reaches and sees today. */
    reachedNames: parents.reachedNames,
    /** Each thing's parents by name, those out of sight only counted, with one question for all names. */
    shownParents: parents.shown,
    /** For a card: what it names of its parents, and how many more it has. */
    cardParents: ({ shown, hidden }: ShownThings) => (hidden > 0 ? [...shown, unseenParents(words, hidden)] : shown),
    /** `Change the incident "Slow" and call it "Down"`. */
    changeSummary(before: Found<Item>, newName: string | undefined): string {
      const change = `Change the ${words.thing} ${quoteName(nameOf(before))}`
      return newName === undefined || newName === nameOf(before)
        ? change
        : `${change} and call it ${quoteName(newName)}`
    },
    /** For `things` of a card that names parents. */
    parentCards: parents.cards,
    /** `2 systems you cannot see`. */
    unseen: (count: number) => unseenParents(words, count),
    /** For `things` of a card. */
    card: (found: Found<Item>): PreviewThing => ({
      type,
      id: found.id,
      name: nameOf(found),
      state: { version: found.version },
    }),
    quoted: (item: Partial<Item> & { id: string }): QuotedThing => ({ type, id: item.id, name: nameOf(item) || null }),
    quotedParent: ({ id, name }: { id: string; name?: string }): QuotedThing => ({ type: access.parent, id, name }),
    /** Runs a verb on each thing behind a savepoint of its own: what one of them refuses leaves the others done. */
    inBulk: (ctx: Ctx, ids: readonly string[], run: (id: string) => Promise<unknown>) =>
      inBulk(ctx, ids, { readableIds, gone, words }, run),
    /** For `names` of the plugin: their table has the `name_skeleton` made of what they are called. */
    named: {
      type,
      table: draft.of,
      name: draft.name,
      repeats: true,
      seen: async (ctx, ids) => new Set(await readableIds(ctx, ids)),
    } satisfies NamedKind,
    /** For `things` of the plugin. */
    kind: kindOf({ access, of, row, name: draft.name, readable: reach.readable, words }),
    /** Takes a deleted parent out of every thing, then tells `left` of each. Answers how many. May run more than once. */
    forget: (ctx: Ctx, parent: string | DeletedParent, left: (before: Found<Item>) => Promise<void>) =>
      forgetParent(
        ctx,
        typeof parent === "string" ? { id: parent, wasPrivate: true } : parent,
        { ...draft, hold },
        left,
      ),
    /** What deleting a parent does to things, as sentences that name none of them. */
    foresee: (tx: Tx, parentId: string, alone?: LeftAlone) => foreseeDeletion(tx, parentId, { reach, words }, alone),
    /** What people made on sample parents, in words; `own` says which things are no sample themselves. */
    references: (tx: Tx, parentIds: readonly string[], own: SQL) =>
      referencesTo(tx, parentIds, { reach, words, name: draft.name }, own),
  }
}

export type Inheritance<Item extends InheritingThing> = ReturnType<typeof inherits<Item>>

function isAuthor(value: unknown): value is Author {
  return typeof value === "object" && value !== null && "id" in value && "name" in value
}

function snakeCase(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
