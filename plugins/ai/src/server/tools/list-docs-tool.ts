import { defineTool } from "@countersign/core/server"
import { listDocs } from "../docs/list-docs.ts"

export const listDocsTool = defineTool({
  name: "listDocs",
  describe: ({ section }, say) => `Looked at ${section ? `the part ${say.quote(section)} of ` : ""}the guide`,
  verb: listDocs,
  description:
    "List the pages of the product's guide with a line on each. Call it when ai.searchDocs finds nothing that fits, to " +
    "tell whether the guide covers a question at all. Pass `section` to see one section only.",
  quotes: "nothing",
})
