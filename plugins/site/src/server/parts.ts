/**
 * A site in parts: each document is one, all stylesheets together are another. A command concerns one part and asks
 * nothing of the others, so a part can be loaded, replayed and kept without them.
 */
import type { SiteCommand } from "../contract.ts"
import { type Command, emptySite, keyOf, mapOf, type Site } from "../document.ts"

export type PartKey = string
export const STYLES: PartKey = "stylesheets"

/** A site that holds nothing but one part. */
export type Part = Site

export function partOf(command: SiteCommand): PartKey {
  return "document" in command ? keyOf(command.document) : STYLES
}

export function partsOf(commands: readonly SiteCommand[]): PartKey[] {
  return [...new Set(commands.map(partOf))]
}

export function onPart(commands: readonly SiteCommand[], key: PartKey): SiteCommand[] {
  return commands.filter((command) => partOf(command) === key)
}

export function joinParts(parts: ReadonlyMap<PartKey, Part>): Site {
  const documents = [...parts.values()].flatMap((part) => [...part.documents.entries()])
  return { documents: mapOf(documents), sheets: parts.get(STYLES)?.sheets ?? [] }
}

export function takePart(site: Site, key: PartKey): Part {
  if (key === STYLES) return { ...emptySite(), sheets: site.sheets }
  const document = site.documents.get(key)
  return document ? { documents: mapOf([[key, document]]), sheets: [] } : emptySite()
}

/** A group happens as its commands do, one after the other: the list says the same without nesting. */
export function flatten(command: Command): SiteCommand[] {
  if (command.type === "group") return command.commands.flatMap(flatten)
  // What the library calls readonly, the schema does not.
  return [command as SiteCommand]
}
