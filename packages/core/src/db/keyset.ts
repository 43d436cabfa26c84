import { type AnyColumn, and, asc, desc, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { Instant } from "../contract/paging.ts"
import { InvalidInputError } from "../errors.ts"

export interface PageRequest {
  sort: string
  direction: "asc" | "desc"
  limit: number
  after?: string | undefined
  before?: string | undefined
}

export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
  previousCursor: string | null
}

/** A sortable column: never null (coalesce it), with the Postgres type its cursor value is cast to. */
export interface SortColumn {
  expression: SQL | AnyColumn
  type: "text" | "timestamptz" | "bigint" | "integer" | "double precision" | "uuid" | "boolean"
}

/**
 * Paging by the last row seen instead of by offset: page 100 costs what page 1 costs, and rows that arrive
 * meanwhile shift nothing. `id` breaks ties, so every order is total.
 */
export function keyset(request: PageRequest, columns: Record<string, SortColumn>, id: SortColumn) {
  const column = columns[request.sort]
  if (!column) throw new InvalidInputError(`There is no order by "${request.sort}".`)
  const backwards = request.before !== undefined
  const cursor = readCursor(request, column, id)
  const ascending = (request.direction === "asc") !== backwards
  const order = ascending ? asc : desc
  const past = cursor
    ? sql`(${column.expression}, ${id.expression}) ${sql.raw(ascending ? ">" : "<")} (${cursor.value}::${sql.raw(column.type)}, ${cursor.id}::${sql.raw(id.type)})`
    : undefined

  const reached = cursor
    ? sql`${column.expression} ${sql.raw(ascending ? ">=" : "<=")} ${cursor.value}::${sql.raw(column.type)}`
    : undefined

  return {
    /** Where the page begins by the sort column alone: for an index that does not have the id behind that column. */
    reached,
    where: (...conditions: (SQL | undefined)[]): SQL | undefined => and(...conditions, past),
    orderBy: [order(column.expression), order(id.expression)] as SQL[],
    /** One more than asked for tells whether another page follows. */
    limit: request.limit + 1,
    /** Select this beside the row: the sort value exactly as Postgres prints it, so cursors lose no precision. */
    mark: sql<string>`${column.expression}::text`,
    toPage<Row extends { mark: string }, Item>(
      rows: Row[],
      idOf: (row: Row) => string,
      toItem: (row: Row) => Item,
    ): Page<Item> {
      const more = rows.length > request.limit
      const kept = rows.slice(0, request.limit)
      if (backwards) kept.reverse()
      const first = kept[0]
      const last = kept.at(-1)
      const mark = (row: Row | undefined) => (row ? writeCursor(request.sort, row.mark, idOf(row)) : null)
      return {
        items: kept.map(toItem),
        nextCursor: backwards || more ? mark(last) : null,
        previousCursor: (backwards ? more : cursor !== null) ? mark(first) : null,
      }
    },
  }
}

const Cursor = z.tuple([z.string(), z.string(), z.string()])

function writeCursor(sort: string, value: string, id: string): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString("base64url")
}

/** What Postgres prints of each type, and so the only thing a mark of ours holds; anything else it could not read. */
const PRINTED: Record<SortColumn["type"], (text: string) => boolean> = {
  text: (text) => text.isWellFormed() && !text.includes("\0"),
  timestamptz: (text) =>
    /^-?infinity$/.test(text) || Instant.safeParse(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")).success,
  bigint: (text) => /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text),
  integer: (text) => /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 31,
  "double precision": (text) => text !== "" && Number.isFinite(Number(text)),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
  boolean: (text) => text === "true" || text === "false",
}

function readCursor(
  request: PageRequest,
  column: SortColumn,
  idColumn: SortColumn,
): { value: string; id: string } | null {
  const text = request.before ?? request.after
  if (text === undefined) return null
  try {
    const [sort, value, id] = Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString()))
    if (sort === request.sort && PRINTED[column.type](value) && PRINTED[idColumn.type](id)) return { value, id }
  } catch {
    // Falls through: whatever is wrong with it, the way out is the same.
  }
  throw new InvalidInputError(
    "This page mark does not belong to this list and order. Start again from the first page.",
    [{ path: request.before === undefined ? "after" : "before", message: "Not a mark of this list." }],
  )
}
