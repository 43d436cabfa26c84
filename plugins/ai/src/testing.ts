import { randomUUID } from "node:crypto"
import { callAsOlga, defineTesting, pressingAt, type TestPlatform } from "@countersign/testing"
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
  lookalikes: {
    "ai.skill": {
      make: async ({ call }, title) => (await call("ai.createSkill", { title, text: "Short sentences." })).id,
      list: "/settings/ai/skills",
      pickers: [
        async (page, world, ids) => {
          await world.call("ai.createConnection", { driver: "rehearsal", label: "Rehearsal" })
          await pressingAt("/assistant/new", /^Skill/)(page, world, ids)
        },
      ],
    },
    "ai.connection": {
      make: async ({ call }, label) => (await call("ai.createConnection", { driver: "rehearsal", label })).id,
      list: "/settings/ai/connections",
      pickers: [pressingAt("/assistant/new", /^Model/)],
    },
  },
  unmarkedInPalette: {
    Conversations: "A conversation is its owner's alone, and nobody else gives it a title.",
    Help: "Pages of the guide come with the product, and nobody names one.",
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
