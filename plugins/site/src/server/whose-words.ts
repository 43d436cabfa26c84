/** Whose words stand where in the site: the platform keeps for each part who wrote on it, and for all of them together. */
import type { ThingRef } from "@countersign/core/server"
import type { PartKey } from "./parts.ts"

const TYPE = "site.document"
/** Anything anywhere: for an answer that may repeat what stands in a part which it does not name. */
export const ANYWHERE: ThingRef = { type: TYPE, id: "site" }

/** What a change of these parts is written on. */
export function wordsOn(parts: readonly PartKey[]): ThingRef[] {
  return [...[...new Set(parts)].map(wordsOf), ANYWHERE]
}

export function wordsOf(part: PartKey): ThingRef {
  return { type: TYPE, id: part }
}
