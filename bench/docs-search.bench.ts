// Searching the guide, which a turn of the assistant may do many times, and loading its index, which a start does once.
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { DocPage } from "../plugins/ai/src/docs/doc-page.ts"
import { loadGuide } from "../plugins/ai/src/docs/load-guide.ts"
import { createDocsSearch } from "../plugins/ai/src/docs/search-docs.ts"
import { pin, SERVER_CORE } from "./stage/product.ts"
import { size } from "./stage/size.ts"
import { median, printAims } from "./stage/table.ts"

const ROUNDS = size(7, 1, "BENCH_ROUNDS")
const SEARCHES = size(2_000, 100)
const LIMIT = 5

pin(process.pid, SERVER_CORE)
const index = loadGuide()
const guide = createDocsSearch(index)
const queries = writeQueries(index.pages)
const p99: number[] = []
const loads: number[] = []
for (let round = 0; round <= ROUNDS; round++) {
  const times = Array.from({ length: SEARCHES }, (_, n) => search(queries[n % queries.length]!))
  const load = Number(
    execFileSync(process.execPath, [fileURLToPath(new URL("./chat/load-docs.ts", import.meta.url))], {
      encoding: "utf8",
      input: JSON.stringify(index),
    }),
  )
  // The first round warms up.
  if (round === 0) continue
  p99.push(times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!)
  loads.push(load)
}
printAims(`The guide, ${index.pages.length} pages and ${index.words.index.length.toLocaleString("en")} words`, [
  {
    what: `a search with its snippets, p99 of ${SEARCHES.toLocaleString("en")} over ${queries.length} questions`,
    measured: `${median(p99).toFixed(2)} ms`,
    aim: "at most 1 ms",
    met: median(p99) <= 1,
  },
  {
    what: "loading the index, in a new process",
    measured: `${median(loads).toFixed(1)} ms`,
    aim: "at most 30 ms",
    met: median(loads) <= 30,
  },
])

/** As the tool does it: the best pages, and from each the paragraph that fits. */
function search(query: string): number {
  const started = performance.now()
  guide.search(query, LIMIT)
  return performance.now() - started
}

/** What people ask for, in the guide's own words: titles, descriptions, a word typed halfway, and what is in no page. */
function writeQueries(pages: readonly DocPage[]): string[] {
  return pages.flatMap(({ title, description }) => [
    title,
    description,
    `How do I ${description.slice(0, 40)}`,
    title.slice(0, 3),
    `${title} xylophone`,
  ])
}
