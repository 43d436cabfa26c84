import type { DocPage, DocsIndex } from "./docs-index.ts"
import { tokenize } from "./tokenize.ts"

export interface RankedDoc {
  page: DocPage
  score: number
  /** How many of the query's different words the page has. */
  matched: number
}

// BM25F: a word in a title says more about a page than one in its body. Order: title, headings, description, body.
const BOOSTS = [6, 3, 3, 1]
// The usual constants: how fast repetition stops counting, and how much long fields are discounted.
const K1 = 1.2
const B = 0.75
// A word typed only halfway counts, but less than the whole word.
const PREFIX_DISCOUNT = 0.4
const MAX_PREFIX_TERMS = 20

export interface DocsRanker {
  rank(query: string, limit: number): RankedDoc[]
}

export function createDocsRanker(index: DocsIndex): DocsRanker {
  const { pages, lengths } = index
  // A map, because an object also answers to words such as "constructor".
  const terms = new Map(Object.entries(index.terms))
  const vocabulary = [...terms.keys()]
  const averages = BOOSTS.map((_, field) => mean(lengths.map((row) => row[field] ?? 0)) || 1)

  function addTerm(term: string, weight: number, into: Float64Array): void {
    const postings = terms.get(term)
    if (!postings) return
    const documents = postings.length / 5
    const rarity = Math.log(1 + (pages.length - documents + 0.5) / (documents + 0.5))
    for (let at = 0; at < postings.length; at += 5) {
      const page = postings[at]!
      let frequency = 0
      for (let field = 0; field < BOOSTS.length; field++) {
        const count = postings[at + 1 + field]!
        if (count === 0) continue
        const length = lengths[page]![field]! / averages[field]!
        frequency += (BOOSTS[field]! * count) / (1 - B + B * length)
      }
      into[page]! += weight * rarity * ((frequency * (K1 + 1)) / (frequency + K1))
    }
  }

  return {
    rank(query, limit) {
      const words = [...new Set(tokenize(query))]
      const scores = new Float64Array(pages.length)
      const matched = new Uint8Array(pages.length)
      for (const [position, word] of words.entries()) {
        const own = new Float64Array(pages.length)
        addTerm(word, 1, own)
        if (position === words.length - 1 && word.length > 1) {
          for (const longer of withPrefix(vocabulary, word)) addTerm(longer, PREFIX_DISCOUNT, own)
        }
        for (let page = 0; page < own.length; page++) {
          if (own[page]! <= 0) continue
          scores[page]! += own[page]!
          matched[page]! += 1
        }
      }
      return [...scores.keys()]
        .filter((page) => scores[page]! > 0)
        .sort((a, b) => scores[b]! - scores[a]! || (pages[a]!.slug < pages[b]!.slug ? -1 : 1))
        .slice(0, limit)
        .map((page) => ({
          page: pages[page]!,
          score: Math.round(scores[page]! * 1_000) / 1_000,
          matched: matched[page]!,
        }))
    },
  }
}

/** The vocabulary is sorted, so words that begin alike stand together. */
function withPrefix(vocabulary: readonly string[], prefix: string): string[] {
  let low = 0
  let high = vocabulary.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (vocabulary[middle]! < prefix) low = middle + 1
    else high = middle
  }
  const found: string[] = []
  for (let at = low; at < vocabulary.length && found.length < MAX_PREFIX_TERMS; at++) {
    const word = vocabulary[at]!
    if (!word.startsWith(prefix)) break
    if (word !== prefix) found.push(word)
  }
  return found
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / (numbers.length || 1)
}
