import type { DocPage } from "../../docs/doc-page.ts"
import type { DocsIndex } from "../../docs/docs-index.ts"
import type { DocsSearch, FoundDoc } from "../../docs/search-docs.ts"

export interface Guide {
  readonly pages: readonly DocPage[]
  search(question: string, limit: number): FoundDoc[]
}

/** The platform's pages and those of the plugins that run: no network, the same on every pod. */
export async function guideOf({ plugins }: { plugins: readonly { id: string }[] }): Promise<Guide> {
  const { index, search } = await readLoaded()
  const running = new Set(plugins.map(({ id }) => id))
  const isShown = ({ plugin }: DocPage) => plugin === null || running.has(plugin)
  return {
    pages: index.pages.filter(isShown),
    search: (question, limit) => search.search(question, limit, isShown),
  }
}

let loaded: { index: DocsIndex; search: DocsSearch } | undefined

async function readLoaded() {
  const { createDocsSearch, loadGuide } = await import("../../docs/open-guide.ts")
  const index = loadGuide()
  if (loaded?.index !== index) loaded = { index, search: createDocsSearch(index) }
  return loaded
}
