/** Whose words stand where in the site. The platform keeps who wrote on each of these, and what a model reads is judged by it. */
import type { ThingRef } from "@countersign/core/server"
import type { SiteCommand } from "../contract.ts"
import { type DocumentRef, keyOf } from "../document.ts"

/** Anything anywhere: for an answer that may repeat what stands in a part which it does not name. */
export const ANYWHERE = words("site")
export const ALL_STYLES = words("stylesheets")
/** Settings, tokens, breakpoints and redirects. */
export const FACTS_OF_ALL = words("facts")
/** Both of them, as every page is drawn with them. */
export const SHARED = words("shared")

/** The names of those who published. */
export const PUBLICATIONS: ThingRef = { type: "site.publication", id: "all" }

export function wordsOf(document: DocumentRef): ThingRef {
  return wordsOfKey(keyOf(document))
}

export function wordsOfKey(key: string): ThingRef {
  return words(key)
}

export function wordsOfCode({ type, fileId }: { type: "style" | "script"; fileId: string }): ThingRef {
  return words(`${type}:${fileId}`)
}

/** A file's name and text are words of whoever added it, and its address is made of its name. */
export function wordsOfMedia(id: string, name?: string): ThingRef & { name?: string } {
  return { type: "site.media", id, ...(name !== undefined && { name }) }
}

/** What these commands write on. */
export function writtenBy(commands: readonly SiteCommand[]): ThingRef[] {
  const written = new Map([ANYWHERE, ...commands.flatMap(placesOf)].map((place) => [place.id, place]))
  return [...written.values()]
}

function placesOf(command: SiteCommand): ThingRef[] {
  if ("document" in command) return [wordsOf(command.document)]
  switch (command.type) {
    case "sheet.add":
      return [SHARED, ALL_STYLES, wordsOfCode({ type: "style", fileId: command.sheet.id })]
    case "sheet.remove":
    case "editStyles":
      return [SHARED, ALL_STYLES, wordsOfCode({ type: "style", fileId: command.sheet })]
    case "asset.set":
      return [wordsOfCode({ type: "script", fileId: command.script.id })]
    case "asset.remove":
      return [wordsOfCode({ type: "script", fileId: command.script })]
    case "page.set":
      return [wordsOf({ type: "page", id: command.page })]
    case "template.set":
      return [wordsOf({ type: "template", id: command.template })]
    default:
      return [SHARED, FACTS_OF_ALL]
  }
}

function words(id: string): ThingRef {
  return { type: "site.document", id }
}
