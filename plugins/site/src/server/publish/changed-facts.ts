/** In which facts two versions of a site differ, by the documents that they are of. */
import { isDeepStrictEqual } from "node:util"
import type { SharedPart } from "../../contract.ts"
import type { PageFacts, SiteFacts, TemplateFacts } from "../../document.ts"

/** The keys of those pages and templates of which something else is known. */
export function changedFacts(before: SiteFacts, after: SiteFacts): ReadonlySet<string> {
  return new Set([
    ...differing(before.pages, after.pages).map((id) => `page:${id}`),
    ...differing(before.templates, after.templates).map((id) => `template:${id}`),
  ])
}

/** What is of no document alone. */
export function changedShared(before: SiteFacts, after: SiteFacts): SharedPart[] {
  return (["settings", "tokens", "breakpoints", "redirects"] as const).filter(
    (part) => !isDeepStrictEqual(before[part], after[part]),
  )
}

/** Undefined for a component, and where nothing is known. */
export function factsOfKey(facts: SiteFacts, key: string): PageFacts | TemplateFacts | undefined {
  const [type, id = ""] = key.split(":")
  if (type === "page") return ownIn(facts.pages, id)
  return type === "template" ? ownIn(facts.templates, id) : undefined
}

function differing(before: Readonly<Record<string, object>>, after: Readonly<Record<string, object>>): string[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...ids].filter((id) => !isDeepStrictEqual(ownIn(before, id), ownIn(after, id)))
}

function ownIn<T>(entries: Readonly<Record<string, T>>, id: string): T | undefined {
  return Object.hasOwn(entries, id) ? entries[id] : undefined
}
