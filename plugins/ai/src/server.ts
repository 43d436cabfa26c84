import { definePlugin } from "@countersign/core/server"
import { aiContract } from "./contract.ts"
import { getDoc } from "./server/get-doc.ts"
import { listDocs } from "./server/list-docs.ts"
import { searchDocs } from "./server/search-docs.ts"

export const aiPlugin = definePlugin({
  id: "ai",
  contract: aiContract,
  verbs: { listDocs, searchDocs, getDoc },
})
