import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { guideOf } from "./guide.ts"

export const searchDocs = implement(aiContract.searchDocs, async (ctx, { query, limit }) => {
  const found = (await guideOf(ctx.runtime)).search(query, limit)
  const hits = found.map(({ page, heading, snippet, score }) => ({
    slug: page.slug,
    title: page.title,
    heading,
    snippet,
    score,
  }))
  return { hits, note: noteOn(found[0]?.coverage ?? 0) }
})

/** Any page shares some common word with any question, so how much of the question it has decides. */
function noteOn(coverage: number): string {
  if (coverage === 0) return "Nothing matches. Look at listDocs; if no title fits either, the guide does not cover it."
  if (coverage < 0.5)
    return "These are weak matches: the best page has less than half of the words. Look at listDocs before searching again."
  return "Read the best hit with getDoc before answering from it."
}
