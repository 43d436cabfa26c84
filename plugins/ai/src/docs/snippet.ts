import { tokenize } from "./tokenize.ts"

const MAX_CHARACTERS = 400

/** The paragraph that holds most of the query's words, cut to a bound, with the heading it stands under. */
export function snippetFor(content: string, query: string): { heading: string | null; snippet: string } {
  const words = new Set(tokenize(query))
  let heading: string | null = null
  let best = { score: -1, heading: null as string | null, text: "" }
  for (const block of content.split(/\n{2,}/)) {
    const title = /^#{1,6} +(.+)$/m.exec(block)?.[1]
    if (title) heading = title
    const text = block.replace(/^#{1,6} +.+\n?/m, "").trim()
    if (!text) continue
    const present = new Set(tokenize(text).filter((word) => words.has(word)))
    const inHeading = heading ? tokenize(heading).filter((word) => words.has(word)).length : 0
    const score = present.size + inHeading * 0.5
    if (score > best.score) best = { score, heading, text }
  }
  return { heading: best.heading, snippet: shorten(best.text, words) }
}

function shorten(text: string, words: ReadonlySet<string>): string {
  const plain = text.replace(/\s+/g, " ")
  if (plain.length <= MAX_CHARACTERS) return plain
  const first = [...plain.matchAll(/[\p{L}\p{N}]+/gu)].find((match) => words.has(tokenize(match[0])[0] ?? ""))
  const start = Math.max(0, Math.min((first?.index ?? 0) - 80, plain.length - MAX_CHARACTERS))
  const cut = plain.slice(start, start + MAX_CHARACTERS)
  return `${start > 0 ? "…" : ""}${cut.trim()}${start + MAX_CHARACTERS < plain.length ? "…" : ""}`
}
