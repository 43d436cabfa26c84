import { defineTool } from "@countersign/core/server"
import { getDoc } from "../docs/get-doc.ts"

export const getDocTool = defineTool({
  name: "getDoc",
  describe: () => "Read a page of the guide",
  verb: getDoc,
  description:
    "Read one page of the product's guide. Call it before answering a question from the guide. Pass a slug that " +
    "ai.searchDocs or ai.listDocs returned; do not guess one.",
  quotes: "nothing",
})
