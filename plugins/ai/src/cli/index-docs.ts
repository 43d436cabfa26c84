import { existsSync, writeFileSync } from "node:fs"
import { command, UsageError } from "@countersign/core/cli"
import { indexGuide } from "../docs/read-guide.ts"

export const indexDocs = command({
  name: "docs index",
  summary: "Index the guide of a checkout as the build does, and say what is wrong with its pages.",
  options: { output: { type: "string", value: "FILE" } },
  async run({ options: { output }, print }) {
    if (!existsSync("docs/guide"))
      throw new UsageError("There is no docs/guide here. Run this in the root of a checkout.")
    const index = indexGuide(process.cwd())
    if (output !== undefined) writeFileSync(output, JSON.stringify(index))
    print(`Indexed ${index.pages.length} pages and ${index.words.index.length} words.`)
    return 0
  },
})
