import type { TurnChanges } from "../../contract.ts"

const MOST_NAMED = 3

const SHARED: Readonly<Record<TurnChanges["shared"][number], string>> = {
  styles: "the styles",
  settings: "what all pages share",
}

/** "4 changes on Home and the styles". */
export function changesInWords({ changes, takenBack, documents, shared }: TurnChanges): string {
  const count = changes > 0 ? changes : takenBack
  return `${count === 1 ? "1 change" : `${count} changes`} on ${placesInWords(documents, shared)}`
}

/** "Taken back: 4 changes on Home". */
export function takenBackInWords(turn: TurnChanges): string {
  return `Taken back: ${changesInWords(turn)}${turn.stayed > 0 ? ", but for what had to stay" : ""}`
}

function placesInWords(documents: readonly string[], shared: TurnChanges["shared"]): string {
  const more = documents.length - MOST_NAMED
  const names = [
    ...documents.slice(0, MOST_NAMED),
    ...(more > 0 ? [more === 1 ? "1 more document" : `${more} more documents`] : []),
    // Beside a document they are how it came to look so; alone they are what was changed.
    ...(documents.length > 0 ? [] : shared.map((part) => SHARED[part])),
  ]
  const last = names.pop() ?? "the site"
  return names.length > 0 ? `${names.join(", ")} and ${last}` : last
}
