import { implement, NotFoundError } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { tokenize } from "../../docs/tokenize.ts"
import { guidePage, guidePages } from "./guide.ts"

export const getDoc = implement(aiContract.getDoc, async (_ctx, { slug }) => {
  const page = guidePage(slug)
  if (page) return page
  throw new NotFoundError(
    `The guide has no page "${slug}". The closest are ${closestSlugs(slug).join(", ")}; listDocs names all of them.`,
  )
})

/** By shared words of slug and title: whoever guessed a slug usually guessed its words. */
function closestSlugs(slug: string): string[] {
  const wanted = new Set(tokenize(slug))
  return guidePages()
    .map((page) => {
      const words = new Set(tokenize(`${page.slug} ${page.title}`))
      return { slug: page.slug, shared: [...wanted].filter((word) => words.has(word)).length }
    })
    .sort((a, b) => b.shared - a.shared || (a.slug < b.slug ? -1 : 1))
    .slice(0, 3)
    .map((page) => page.slug)
}
