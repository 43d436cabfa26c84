import { isId } from "../contract/is-id.ts"

type PathOf = (id: string) => string

const pages = new Map<string, PathOf>()

export function registerThingPages(things: Readonly<Record<string, PathOf>>): void {
  for (const [resource, pathOf] of Object.entries(things)) pages.set(resource, pathOf)
}

/** The page of a thing that some plugin owns; undefined where it has none of its own. */
export function thingPath(thing: { type: string; id: string }): string | undefined {
  return pages.get(thing.type)?.(encodeURIComponent(thing.id))
}

/** Every type of thing that has pages. */
export function thingTypes(): readonly string[] {
  return [...pages.keys()]
}

// No path holds it, so that it stands where the id would.
const MARK = "\u0000"

/** The thing whose page this is, or a part of it; undefined on lists and settings. */
export function thingAt(pathname: string): { type: string; id: string } | undefined {
  for (const [type, pathOf] of pages) {
    const [before = "", after = ""] = pathOf(MARK).split(MARK)
    if (!pathname.startsWith(before)) continue
    const [id = ""] = pathname.slice(before.length).split("/")
    // Whoever wrote a link chose what stands in it; only an id is one.
    if (isId(id) && pathname.slice(before.length + id.length).startsWith(after)) return { type, id }
  }
  return undefined
}
