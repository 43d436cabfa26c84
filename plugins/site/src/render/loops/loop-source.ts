/** What a loop repeats its content over. Plugins bring sources; this is what each of them gives. */
import type { FieldType, Values } from "../tokens/values.ts"

export interface LoopField {
  readonly id: string
  readonly title: string
  readonly type: FieldType
}

/** What a page and an editor need to know of a source, without reading it. */
export interface SourceWords {
  /** What an author writes as `data-source`: `incidents`. */
  readonly id: string
  /** What its rows are called, as a plural: "incidents". */
  readonly title: string
  readonly fields: readonly LoopField[]
  /** Its rows change by themselves: the part of a page that shows them is refreshed while it is open. */
  readonly live?: true
}

export const OPERATORS = ["!=", "<=", ">=", "=", "<", ">", "~"] as const
export interface Condition {
  readonly field: string
  readonly operator: (typeof OPERATORS)[number]
  readonly value: string
}

/** What a loop asks of its source. Plain data: equal queries have equal keys. */
export interface LoopQuery {
  readonly source: string
  /** Of a source with several tables: which. */
  readonly table?: string
  readonly filter: readonly Condition[]
  readonly orderBy: string | null
  readonly direction: "asc" | "desc"
  readonly offset: number
  readonly limit: number
}

export interface RowsPage {
  /** Each with an `id`. */
  readonly rows: readonly Values[]
  /** How many there are without limit and offset. */
  readonly total: number
}

/** A source as a plugin brings it. It gives only what the public may read: a site has no session. */
export interface LoopSource<Reader = unknown> extends SourceWords {
  read(reader: Reader, query: LoopQuery): Promise<RowsPage>
}

export function keyOfQuery({ source, table, filter, orderBy, direction, offset, limit }: LoopQuery): string {
  const conditions = filter.map(({ field, operator, value }) => [field, operator, value])
  return JSON.stringify([source, table ?? null, conditions, orderBy, direction, offset, limit])
}
