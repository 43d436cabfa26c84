import index from "../../../generated/docs-index.json" with { type: "json" }
import type { DocPage, DocsIndex } from "../../docs/docs-index.ts"
import { createDocsRanker, type DocsRanker } from "../../docs/rank-docs.ts"

/** The guide as it was when this version was built: no network, the same on every pod. */
const guide = index as DocsIndex
const bySlug = new Map(guide.pages.map((page) => [page.slug, page]))
let ranker: DocsRanker | undefined

export function guidePages(): readonly DocPage[] {
  return guide.pages
}

export function guidePage(slug: string): DocPage | undefined {
  return bySlug.get(slug)
}

export function guideRanker(): DocsRanker {
  ranker ??= createDocsRanker(guide)
  return ranker
}
