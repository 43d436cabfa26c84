import { type Passage, passagesOf } from "./plain-text.ts"
import { wordsOf } from "./words.ts"

const MAX_CHARACTERS = 400

/** The passage that holds most of the words that were found, cut to a bound, with the heading it stands under. */
export function snippetFor(content: string, found: readonly string[]): { heading: string | null; snippet: string } {
  const wanted = new Set(found)
  let best: { score: number; passage: Passage | undefined } = { score: -1, passage: undefined }
  for (const passage of knownPassages(content)) {
    let score = 0
    for (const word of wanted) {
      if (passage.words.has(word)) score += 1
      if (passage.headingWords.has(word)) score += 0.5
    }
    if (score > best.score) best = { score, passage }
  }
  return { heading: best.passage?.heading ?? null, snippet: shorten(best.passage?.text ?? "", wanted) }
}

interface KnownPassage extends Passage {
  words: ReadonlySet<string>
  headingWords: ReadonlySet<string>
}

/** Pages by their content: a search looks at five, and taken apart once it needs 0.06 ms for all. */
const known = new Map<string, KnownPassage[]>()
/** Some times the guide; who searches other pages must not fill the memory with them. */
const MOST_KNOWN = 500

function knownPassages(content: string): KnownPassage[] {
  const found = known.get(content)
  if (found) return found
  const passages = passagesOf(content).map((passage) => ({
    ...passage,
    words: new Set(wordsOf(passage.text)),
    headingWords: new Set(wordsOf(passage.heading ?? "")),
  }))
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(content, passages)
  return passages
}

function shorten(text: string, wanted: ReadonlySet<string>): string {
  if (text.length <= MAX_CHARACTERS) return text
  const start = Math.max(0, Math.min(firstOf(wanted, text) - 80, text.length - MAX_CHARACTERS))
  const end = start + MAX_CHARACTERS
  return `${start > 0 ? "…" : ""}${text.slice(start, end).trim()}${end < text.length ? "…" : ""}`
}

function firstOf(wanted: ReadonlySet<string>, text: string): number {
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu))
    if (wanted.has(wordsOf(match[0])[0] ?? "")) return match.index
  return 0
}
