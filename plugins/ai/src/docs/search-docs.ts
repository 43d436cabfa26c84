import MiniSearch from "minisearch"
import type { DocPage } from "./doc-page.ts"
import { type DocsIndex, SEARCH_OPTIONS, type SearchedPage } from "./docs-index.ts"
import { snippetFor } from "./snippet.ts"
import { wordsOf, wordsThatMatter } from "./words.ts"

export interface FoundDoc {
  page: DocPage
  score: number
  /** Which part of the question's words the page has: 1 when all of them. */
  coverage: number
  heading: string | null
  snippet: string
}

export interface DocsSearch {
  /** The best pages first; those that fit equally well by their slug. */
  search(question: string, limit: number, isShown?: (page: DocPage) => boolean): FoundDoc[]
}

/** A word in a title says more about a page than one in its body. */
const BOOST = { title: 5, headings: 3, description: 2.5, body: 1 }
/** A word that only begins so, or is only alike, says less than the word itself. */
const WEIGHTS = { prefix: 0.2, fuzzy: 0.4 }
/** Words beyond these tell nothing more, and each costs a look through the index. */
const MAX_WORDS = 24
const SHORTEST_PREFIX = 3
const SHORTEST_MISTYPED = 4

export function createDocsSearch({ pages, words, rarities }: DocsIndex): DocsSearch {
  const index = MiniSearch.loadJS<SearchedPage>(words, SEARCH_OPTIONS)
  const rarity = new Map(words.index.map(([word], at) => [word, rarities[at] ?? 1]))

  return {
    search(question, limit, isShown = () => true) {
      const asked = wordsThatMatter(question).slice(0, MAX_WORDS)
      const joined = joinedPairs(question).filter((pair) => rarity.has(pair.word))
      const found = index.search([...asked, ...joined.map(({ word }) => word)].join(" "), {
        // Already words: cut once, and stop words stay where the question has no others.
        tokenize: (text) => text.split(" "),
        processTerm: (word) => word,
        boost: BOOST,
        weights: WEIGHTS,
        boostTerm: (word) => rarity.get(word) ?? 1,
        // The last word may still be being typed.
        prefix: (word, at) => word.length >= SHORTEST_PREFIX && (at === asked.length - 1 || !rarity.has(word)),
        // A word that stands in the guide is not mistyped; looking for its likes would find others and take the time.
        fuzzy: (word) => (rarity.has(word) || word.length < SHORTEST_MISTYPED ? false : word.length < 6 ? 1 : 2),
        filter: ({ id }) => isShown(pages[id]!),
      })
      return found
        .map(({ id, score, queryTerms, terms }) => {
          const covered = new Set(queryTerms)
          for (const { word, parts } of joined) if (covered.has(word)) for (const part of parts) covered.add(part)
          const coverage = asked.filter((word) => covered.has(word)).length / asked.length
          return { page: pages[id]!, score: score * coverage, coverage, terms }
        })
        .sort((a, b) => b.score - a.score || (a.page.slug < b.page.slug ? -1 : 1))
        .slice(0, limit)
        .map(({ page, score, coverage, terms }) => ({
          page,
          score: Math.round(score * 1_000) / 1_000,
          coverage,
          ...snippetFor(page.content, terms),
        }))
    },
  }
}

/** "back up" is written "backup" as well, and "time zone" "timezone". */
function joinedPairs(question: string): { word: string; parts: [string, string] }[] {
  const words = wordsOf(question).slice(0, MAX_WORDS)
  return words.slice(1).map((word, at) => ({ word: words[at]! + word, parts: [words[at]!, word] }))
}
