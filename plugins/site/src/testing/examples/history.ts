import { aiContract } from "@countersign/ai/contract"
import { type ToolExamples, toolExample } from "@countersign/testing"
import { siteContract } from "../../contract.ts"
import { aPage, freeName } from "./a-page.ts"

export const historyExamples: ToolExamples = {
  "site.listChanges": toolExample({ world: aPage, input: () => ({ limit: 5 }) }),
  "site.revertTurn": toolExample({
    personal: true,
    async world(w) {
      const input = { title: `Reverted ${freeName(w)}` }
      await w.call(aiContract.callTool, { toolName: "site.addPage", input })
      const { changes } = await w.call(siteContract.listChanges, { limit: 1 })
      return { turnId: changes[0]!.turnId! }
    },
    input: ({ turnId }) => ({ turnId }),
    meant: ["turnId"],
  }),
}
