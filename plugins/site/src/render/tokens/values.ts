/** What tokens stand for: plain data, by name. */
import type { FieldType, Values } from "../../contract/loop-source.ts"
import type { Scope } from "../../document/tokens/read-tokens.ts"

export type { FieldType, Value, Values } from "../../contract/loop-source.ts"

/** One of the things that tokens may name: the site, the page, the row of a loop. */
export interface Known {
  /** How a sentence calls it. */
  readonly called: string
  readonly values: Values
  /** Of what people should read in their own way; everything else is text as it stands. */
  readonly types?: Readonly<Record<string, FieldType>>
}

export type Names = Readonly<Partial<Record<Scope, Known>>>

/** A row may hold anything: what is no plain value is nothing, and what no page can carry goes. */
export function wordsOf(value: unknown): string {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed()
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : ""
  return typeof value === "boolean" ? String(value) : ""
}

/** Whether there is something to show. */
export function isThere(value: unknown): boolean {
  return value === true || (typeof value !== "boolean" && wordsOf(value).trim() !== "")
}
