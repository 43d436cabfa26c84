import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { buildDocsIndex, type DocsIndex } from "./docs-index.ts"

/** Indexes every page of a guide folder. Used when building, never at run time. */
export function indexGuide(folder: string): DocsIndex {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".md"))
  return buildDocsIndex(
    files.map((file) => ({
      slug: file.replaceAll("\\", "/").replace(/\.md$/, ""),
      markdown: readFileSync(join(folder, file), "utf8"),
    })),
  )
}

/** As committed: one line a page and a word, so that a changed page is a small diff. */
export function printIndex(index: DocsIndex): string {
  const lines = (items: string[]) => items.map((item) => `    ${item}`).join(",\n")
  const terms = Object.entries(index.terms).map(([term, runs]) => `${JSON.stringify(term)}: ${JSON.stringify(runs)}`)
  return `{
  "pages": [\n${lines(index.pages.map((page) => JSON.stringify(page)))}\n  ],
  "terms": {\n${lines(terms)}\n  },
  "lengths": [\n${lines(index.lengths.map((row) => JSON.stringify(row)))}\n  ]
}
`
}
