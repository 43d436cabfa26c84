// Loads the guide's index the way a start does, once, from what stands on its input, and says how long it took.
import { readFileSync } from "node:fs"
import type { DocsIndex } from "../../plugins/ai/src/docs/docs-index.ts"
import { createDocsSearch } from "../../plugins/ai/src/docs/search-docs.ts"

const text = readFileSync(0, "utf8")
const started = performance.now()
createDocsSearch(JSON.parse(text) as DocsIndex).search("start", 1)
console.log(performance.now() - started)
