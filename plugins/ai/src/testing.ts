import { randomUUID } from "node:crypto"
import { callAsOlga, defineTesting, type TestPlatform } from "@countersign/testing"
import { aiContract } from "./contract.ts"
import { examples } from "./testing/examples.ts"
import { forms } from "./testing/forms.ts"
import { dialogs, pages, seed } from "./testing/pages.ts"

export const testing = defineTesting({
  examples,
  seed,
  pages,
  dialogs,
  forms,
  access: {
    hidden: [
      {
        at: ["ai.*Conversation.id", "ai.*.conversationId"],
        make: async (on) => ({ id: (await callAsOlga(on, aiContract.createConversation, {})).id }),
      },
      {
        at: ["ai.*.memoryId"],
        make: async (on) => ({
          id: (await callAsOlga(on, aiContract.saveMemory, { text: `Mine ${randomUUID()}` })).id,
        }),
      },
      {
        at: ["ai.*.skillId"],
        make: async (on) => ({
          id: (await callAsOlga(on, aiContract.createSkill, { title: `Mine ${randomUUID()}`, text: "Look." })).id,
        }),
      },
      {
        at: ["ai.*.proposalId", "ai.*.replaces", "ai.*.undoes"],
        make: async (on) => ({
          id: await olgasProposal(on),
          rest: { toolName: "catalog.createGroup", input: { name: "G" } },
        }),
      },
    ],
    // Whoever holds the rule sees all of them.
    open: ["ai.*Connection.id", "ai.*.connectionId"],
    toolDoors: ["ai.callTool", "ai.proposeTool"],
  },
  ranked: {
    "ai.listConversations": {
      name: "title",
      typed: "query",
      namesAlone: true,
      async make({ platform, as }, { name: title }) {
        const root = await as("root", "administrator")
        const { id, version } = await platform.call(root, aiContract.createConversation, {})
        await platform.call(root, aiContract.updateConversation, { id, version, title })
      },
    },
  },
  outside: { "ai.probeUrl": (url) => ({ url }) },
  writing: {
    makers: [
      ["ai.saveMemory", "memoryId"],
      ["ai.createSkill", "skillId"],
    ],
    unwritten: [
      ...named("applyTool callTool declineTool proposeTool reconcileProposal signProposal"),
      ...named("createConnection previewModels updateConnection updateConversation"),
      ...named("removePolicy setDefault setPolicy updateSettings"),
    ],
  },
})

async function olgasProposal(on: TestPlatform): Promise<string> {
  const input = { name: `Group ${randomUUID()}` }
  return (await callAsOlga(on, aiContract.proposeTool, { toolName: "catalog.createGroup", input })).proposalId
}

function named(verbs: string): string[] {
  return verbs.split(" ").map((verb) => `ai.${verb}`)
}
