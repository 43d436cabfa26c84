// Loads the guide's index the way a start does, once, and says how long it took.
import { readFileSync } from "node:fs"
import type { DocsIndex } from "../../plugins/ai/src/docs/docs-index.ts"
import { createDocsRanker } from "../../plugins/ai/src/docs/rank-docs.ts"

const started = performance.now()
const index = JSON.parse(
  readFileSync(new URL("../../plugins/ai/generated/docs-index.json", import.meta.url), "utf8"),
) as DocsIndex
createDocsRanker(index).rank("start", 1)
console.log(performance.now() - started)
