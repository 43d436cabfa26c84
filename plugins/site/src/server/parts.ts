/**
 * A site in parts: each document is one, all stylesheets together are another, then the facts and the scripts. A command concerns one part and asks
 * nothing of the others, so a part can be loaded, replayed and kept without them.
 */
import type { SiteCommand } from "../contract.ts"
import { type Command, emptySite, keyOf, mapOf, type Site } from "../document.ts"

export type PartKey = string
export const STYLES: PartKey = "stylesheets"
export const FACTS: PartKey = "facts"
export const SCRIPTS: PartKey = "scripts"

/** A site that holds nothing but one part. */
export type Part = Site

export function partOf(command: SiteCommand): PartKey {
  if ("document" in command) return keyOf(command.document)
  if ("sheet" in command) return STYLES
  return "script" in command ? SCRIPTS : FACTS
}

export function partsOf(commands: readonly SiteCommand[]): PartKey[] {
  return [...new Set(commands.map(partOf))]
}

/** A document has a type before its id, and no other part does. */
export function isDocument(key: PartKey): boolean {
  return key.includes(":")
}

export function onPart(commands: readonly SiteCommand[], key: PartKey): readonly SiteCommand[] {
  const known = byPart.get(commands) ?? Map.groupBy(commands, partOf)
  byPart.set(commands, known)
  return known.get(key) ?? []
}

/** Commands that were read do not change; an import brings a thousand parts by one list, and each asks for its own. */
const byPart = new WeakMap<readonly SiteCommand[], ReadonlyMap<PartKey, readonly SiteCommand[]>>()

export function joinParts(parts: ReadonlyMap<PartKey, Part>): Site {
  const documents = [...parts.values()].flatMap((part) => [...part.documents.entries()])
  const { sheets, facts, scripts } = emptySite()
  return {
    documents: mapOf(documents),
    sheets: parts.get(STYLES)?.sheets ?? sheets,
    facts: parts.get(FACTS)?.facts ?? facts,
    scripts: parts.get(SCRIPTS)?.scripts ?? scripts,
  }
}

export function takePart(site: Site, key: PartKey): Part {
  if (key === STYLES) return { ...emptySite(), sheets: site.sheets }
  if (key === FACTS) return { ...emptySite(), facts: site.facts }
  if (key === SCRIPTS) return { ...emptySite(), scripts: site.scripts }
  const document = site.documents.get(key)
  return document ? { ...emptySite(), documents: mapOf([[key, document]]) } : emptySite()
}

/** A group happens as its commands do, one after the other: the list says the same without nesting. */
export function flatten(command: Command): SiteCommand[] {
  if (command.type === "group") return command.commands.flatMap(flatten)
  // What the library calls readonly, the schema does not.
  return [command as SiteCommand]
}
