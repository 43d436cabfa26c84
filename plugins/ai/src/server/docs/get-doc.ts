import { implement, NotFoundError } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import type { DocPage } from "../../docs/doc-page.ts"
import { wordsOf } from "../../docs/words.ts"
import { guideOf } from "./guide.ts"

export const getDoc = implement(aiContract.getDoc, async (ctx, { slug }) => {
  const { pages } = await guideOf(ctx.runtime)
  const page = pages.find((candidate) => candidate.slug === slug)
  if (page) return page
  throw new NotFoundError(
    `The guide has no page "${slug}". The closest are ${closestSlugs(slug, pages).join(", ")}; listDocs names all of them.`,
  )
})

/** By shared words of slug and title: whoever guessed a slug usually guessed its words. */
function closestSlugs(slug: string, pages: readonly DocPage[]): string[] {
  const wanted = new Set(wordsOf(slug))
  return pages
    .map((page) => {
      const words = new Set(wordsOf(`${page.slug} ${page.title}`))
      return { slug: page.slug, shared: [...wanted].filter((word) => words.has(word)).length }
    })
    .sort((a, b) => b.shared - a.shared || (a.slug < b.slug ? -1 : 1))
    .slice(0, 3)
    .map((page) => page.slug)
}
