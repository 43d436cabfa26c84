import { tokenize } from "./tokenize.ts"

const MAX_CHARACTERS = 400

/** The paragraph that holds most of the query's words, cut to a bound, with the heading it stands under. */
export function snippetFor(content: string, query: string): { heading: string | null; snippet: string } {
  const words = new Set(tokenize(query))
  let best: { score: number; heading: string | null; text: string } = { score: -1, heading: null, text: "" }
  for (const { heading, headingWords, text, words: present } of paragraphsOf(content)) {
    let score = 0
    for (const word of words) if (present.has(word)) score += 1
    for (const word of headingWords) if (words.has(word)) score += 0.5
    if (score > best.score) best = { score, heading, text }
  }
  return { heading: best.heading, snippet: shorten(best.text, words) }
}

interface Paragraph {
  heading: string | null
  headingWords: readonly string[]
  text: string
  words: ReadonlySet<string>
}

/** Pages by their content: a search looks at five, and taken apart once it needs 0.06 ms for all. */
const known = new Map<string, Paragraph[]>()
/** Some times the guide; who searches other pages must not fill the memory with them. */
const MOST_KNOWN = 500

function paragraphsOf(content: string): Paragraph[] {
  const found = known.get(content)
  if (found) return found
  const paragraphs: Paragraph[] = []
  let heading: string | null = null
  let headingWords: string[] = []
  for (const block of content.split(/\n{2,}/)) {
    const title = /^#{1,6} +(.+)$/m.exec(block)?.[1]
    if (title) {
      heading = title
      headingWords = tokenize(title)
    }
    const text = block.replace(/^#{1,6} +.+\n?/m, "").trim()
    if (text) paragraphs.push({ heading, headingWords, text, words: new Set(tokenize(text)) })
  }
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(content, paragraphs)
  return paragraphs
}

function shorten(text: string, words: ReadonlySet<string>): string {
  const plain = text.replace(/\s+/g, " ")
  if (plain.length <= MAX_CHARACTERS) return plain
  const start = Math.max(0, Math.min(firstOf(words, plain) - 80, plain.length - MAX_CHARACTERS))
  const cut = plain.slice(start, start + MAX_CHARACTERS)
  return `${start > 0 ? "…" : ""}${cut.trim()}${start + MAX_CHARACTERS < plain.length ? "…" : ""}`
}

function firstOf(words: ReadonlySet<string>, text: string): number {
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) if (words.has(tokenize(match[0])[0] ?? "")) return match.index
  return 0
}
