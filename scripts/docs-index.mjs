// Writes the guide's search index, or with --check says whether it is up to date. Runs under Node 24.
import { readFileSync, writeFileSync } from "node:fs"
import { indexGuide, printIndex } from "../plugins/ai/src/docs/read-guide.ts"

const target = new URL("../plugins/ai/generated/docs-index.json", import.meta.url)
const wanted = printIndex(indexGuide(new URL("../docs/guide", import.meta.url).pathname))

if (!process.argv.includes("--check")) {
  writeFileSync(target, wanted)
} else if (readFileSync(target, "utf8") !== wanted) {
  console.error("The guide changed, but its index did not. Run: npm run docs:index")
  process.exit(1)
}
