import { load } from "js-yaml"
import type { CardValue } from "../../contract/proposal.ts"

/** The elements behind a row whose entries are YAML. */
export function listOf(value: CardValue | undefined): readonly unknown[] {
  return entriesIn(value).map((entry) => load(entry))
}

/** The fields behind such a row. */
export function recordOf(value: CardValue | undefined): Readonly<Record<string, unknown>> {
  const entries = entriesIn(value)
  return entries.length === 0 ? {} : (load(entries.join("\n")) as Record<string, unknown>)
}

function entriesIn(value: CardValue | undefined): readonly string[] {
  return Array.isArray(value) ? value : []
}
