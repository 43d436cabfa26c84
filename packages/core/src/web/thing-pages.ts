import { isId } from "../contract/text/is-id.ts"

export type PathOf = (id: string) => string

// No path holds it, so that it stands where the id would.
const MARK = "\u0000"

/** The thing whose page this is, or a part of it; undefined on lists and settings. */
export function thingAt(
  pages: ReadonlyMap<string, PathOf>,
  pathname: string,
): { type: string; id: string } | undefined {
  for (const [type, pathOf] of pages) {
    const [before = "", after = ""] = pathOf(MARK).split(MARK)
    // Whoever is in the settings looks at how this place is run; no conversation is about that.
    if (!pathname.startsWith(before) || before.startsWith("/settings/")) continue
    const [id = ""] = pathname.slice(before.length).split("/")
    // Whoever wrote a link chose what stands in it; only an id is one.
    if (isId(id) && pathname.slice(before.length + id.length).startsWith(after)) return { type, id }
  }
  return undefined
}
