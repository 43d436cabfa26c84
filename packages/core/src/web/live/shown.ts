import type { Query } from "@tanstack/react-query"
import { rulesOf } from "../../contract/access.ts"
import { type ChangeNews, newsDigest } from "../../contract/news.ts"
import type { AnyProcedure } from "../../contract/procedure.ts"
import { metaOf } from "../../contract/procedure-meta.ts"

/** What an answer shows: kept beside it, in the query's `meta`. */
export interface Shown extends Record<string, unknown> {
  /** Changes of these are read again. */
  readonly resources: readonly string[]
  /** Of this resource it shows these things alone. */
  readonly only?: { readonly resource: string; readonly ids: readonly string[] }
}

export function ownResources(procedure: AnyProcedure): string[] {
  return rulesOf(metaOf(procedure).access).map((rule) => rule.resource)
}

export function shownBy(procedure: AnyProcedure, input: unknown, alsoShows: readonly string[] = []): Shown {
  const own = ownResources(procedure)
  const only = own
    .filter((resource) => !alsoShows.includes(resource))
    .map((resource) => ({ resource, ids: idsIn(procedure, input, resource) }))
    .find(({ ids }) => ids.length > 0)
  return { resources: [...own, ...alsoShows], ...(only ? { only } : {}) }
}

/** Whether anybody who uses the answer shows what changed. */
export function isShown(query: Query, change: Pick<ChangeNews, "resource" | "things">): boolean {
  return [query.meta, ...query.observers.map(({ options }) => options.meta)].some((shown) => shows(shown, change))
}

function shows(
  shown: Partial<Shown> | undefined,
  { resource, things }: Pick<ChangeNews, "resource" | "things">,
): boolean {
  if (!shown?.resources?.includes(resource)) return false
  if (shown.only?.resource !== resource || !things) return true
  return shown.only.ids.some((id) => things.includes(newsDigest(id)))
}

/** The ids of things of the resource by which the input names what it is about; none for what may be about any. */
function idsIn(procedure: AnyProcedure, input: unknown, resource: string): string[] {
  const { scope, refers = {} } = metaOf(procedure)
  const named = Object.keys(refers).filter((field) => refers[field] === resource)
  const scoped =
    scope?.by === "input" && (scope.resource ?? ownResources(procedure)[0]) === resource ? [scope.path] : []
  return [...new Set([...named, ...scoped])].flatMap((field) => {
    const value = (input as Record<string, unknown> | undefined)?.[field]
    return Array.isArray(value) ? value.map(String) : typeof value === "string" ? [value] : []
  })
}
