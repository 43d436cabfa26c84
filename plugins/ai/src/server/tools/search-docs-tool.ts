import { defineTool } from "@countersign/core/server"
import { searchDocs } from "../docs/search-docs.ts"

export const searchDocsTool = defineTool({
  name: "searchDocs",
  describe: ({ query }, say) => `Searched the guide${query ? ` for ${say.quote(query)}` : ""}`,
  verb: searchDocs,
  description:
    "Search the product's guide. Call it when the operator asks how something in this product works or how to do it, " +
    "before answering from memory. Pass a few keywords in English, whatever language the question is in, and read the " +
    "best hit with ai.getDoc.",
  quotes: "nothing",
})
