/** What a page can loop over, and what it asks. Plugins bring sources. */
import { defineKind, type KindEntry } from "@countersign/core/contract"

export type Value = string | number | boolean | null
/** Of a row, a page or a site, by name. */
export type Values = Readonly<Record<string, Value>>
export type FieldType = "text" | "number" | "boolean" | "instant" | "address" | "image"

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

export interface Condition {
  readonly field: string
  readonly operator: "!=" | "<=" | ">=" | "=" | "<" | ">" | "~"
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

/** A source gives only what everybody may read: a site has no session. */
export interface LoopSourceEntry<Context = never> extends KindEntry {
  readonly words: SourceWords
  /** Asks a verb of its plugin that answers anybody. Method syntax: it is given the `Ctx` of the verb that makes the page. */
  read(ctx: Context, query: LoopQuery): Promise<RowsPage>
}
export const loopSourceKind = defineKind<LoopSourceEntry>("site.loopSource", "sources of loops")

/** Entries with pages of their own, such as articles. None until a plugin brings one. */
export interface PostTypeEntry extends KindEntry {
  readonly words: SourceWords
}
export const postTypeKind = defineKind<PostTypeEntry>("site.postType", "post types")
