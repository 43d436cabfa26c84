import { existsSync, writeFileSync } from "node:fs"
import { indexGuide } from "@countersign/ai/docs"
import { type Command, UsageError } from "../command.ts"

export const docsIndex: Command = {
  name: "docs index",
  usage: "[--output FILE]",
  summary: "Index the guide of a checkout as the build does, and say what is wrong with its pages.",
  options: { output: { type: "string" } },
  async run({ options: { output }, print }) {
    if (!existsSync("docs/guide"))
      throw new UsageError("There is no docs/guide here. Run this in the root of a checkout.")
    const index = indexGuide(process.cwd())
    if (typeof output === "string") writeFileSync(output, JSON.stringify(index))
    print(`Indexed ${index.pages.length} pages and ${index.words.index.length} words.`)
    return 0
  },
}
