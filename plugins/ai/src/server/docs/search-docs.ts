import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { snippetFor } from "../../docs/snippet.ts"
import { tokenize } from "../../docs/tokenize.ts"
import { guideRanker } from "./guide.ts"

export const searchDocs = implement(aiContract.searchDocs, async (_ctx, { query, limit }) => {
  const ranked = guideRanker().rank(query, limit)
  const words = new Set(tokenize(query)).size
  const hits = ranked.map(({ page, score }) => ({
    slug: page.slug,
    title: page.title,
    score,
    ...snippetFor(page.content, query),
  }))
  return { hits, note: noteOn(ranked[0]?.matched ?? 0, words) }
})

/** Any page shares some common word with any question, so how much of the question it has decides. */
function noteOn(matched: number, words: number): string {
  if (matched === 0) return "Nothing matches. Look at listDocs; if no title fits either, the guide does not cover it."
  if (matched * 2 < words)
    return "These are weak matches: the best page has less than half of the words. Look at listDocs before searching again."
  return "Read the best hit with getDoc before answering from it."
}
