import { isId } from "../../contract/text/is-id.ts"
import type { UrlState } from "../use-url-state.ts"

/** What a filter may be: any text, an id, or one of these. What the address holds besides is read as nothing. */
export type FilterKind = "text" | "id" | readonly string[]

export type FilterValues<Filters extends Readonly<Record<string, FilterKind>>> = {
  readonly [Name in keyof Filters]?: ValueOf<Filters[Name]>
}

export type ValueOf<Kind> = Kind extends readonly (infer Value extends string)[] ? Value : string

/** Whoever wrote a link chose what stands in it: a value that the list does not offer is none. */
export function readFilters(kinds: Readonly<Record<string, FilterKind>>, state: UrlState): Record<string, string> {
  const set = Object.entries(kinds).flatMap(([name, kind]) => {
    const value = state[name]
    return value && fits(kind, value) ? [[name, value] as const] : []
  })
  return Object.fromEntries(set)
}

function fits(kind: FilterKind, value: string): boolean {
  if (kind === "text") return true
  return kind === "id" ? isId(value) : kind.includes(value)
}
