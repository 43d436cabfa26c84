import { existsSync, writeFileSync } from "node:fs"
import { indexGuide, printIndex } from "@countersign/ai/docs"
import { type Command, UsageError } from "../command.ts"

export const docsIndex: Command = {
  name: "docs index",
  usage: "",
  summary: "Index the guide anew, in a checkout of the sources.",
  async run({ print }) {
    if (!existsSync("docs/guide"))
      throw new UsageError("There is no docs/guide here. Run this in the root of a checkout.")
    const index = indexGuide("docs/guide")
    writeFileSync("plugins/ai/generated/docs-index.json", printIndex(index))
    print(`Indexed ${index.pages.length} pages.`)
    return 0
  },
}
