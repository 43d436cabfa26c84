import MiniSearch, { type AsPlainObject, type Options } from "minisearch"
import { type DocPage, type SourcePage, toPages } from "./doc-page.ts"
import { passagesOf, plainLine } from "./plain-text.ts"
import { indexedWordsOf } from "./words.ts"

/** What the build makes of the guide folders and the server loads: the pages, and where each word stands. */
export interface DocsIndex {
  pages: DocPage[]
  words: AsPlainObject
  /** How much each of the words tells, in their order. */
  rarities: number[]
}

/** A page as it is searched, by its place among the pages. */
export interface SearchedPage {
  id: number
  title: string
  headings: string
  description: string
  body: string
}

export function buildDocsIndex(sources: readonly SourcePage[]): DocsIndex {
  const pages = toPages(sources)
  const search = new MiniSearch<SearchedPage>(SEARCH_OPTIONS)
  search.addAll(
    pages.map(({ title, description, content }, id) => ({
      id,
      title,
      headings: headingsOf(content).join("\n"),
      description,
      body: passagesOf(content)
        .map(({ text }) => text)
        .join("\n"),
    })),
  )
  const words = search.toJSON()
  return { pages, words, rarities: raritiesOf(words, pages.length) }
}

/**
 * By how many pages have the word at all: minisearch weighs it within each field, where "change" is rare in titles
 * although every page speaks of changes.
 */
function raritiesOf({ index }: AsPlainObject, pages: number): number[] {
  return index.map(([, fields]) => {
    const having = new Set(Object.values(fields).flatMap((frequencies) => Object.keys(frequencies)))
    return Math.round((1_000 * Math.log(1 + pages / having.size)) / Math.log(1 + pages)) / 1_000
  })
}

/** The index is only readable with the options it was made with. */
export const SEARCH_OPTIONS: Options<SearchedPage> = {
  fields: ["title", "headings", "description", "body"],
  tokenize: indexedWordsOf,
  processTerm: (word) => word,
}

function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#{2,3} +(.+)$/gm)].map((match) => plainLine(match[1]!))
}
