import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { checkSharing, shareMemory } from "../memory/change-memory.ts"
import { readMemoryToChange } from "../memory/memory-sight.ts"
import { excerpt } from "../memory/stored-text.ts"
import { memoryCard } from "./memory-card.ts"
import { quotedInMemory } from "./quoted.ts"

export const shareMemoryTool = defineTool({
  name: "shareMemory",
  describe: ({ shared }) => (shared === false ? "Stop sharing a note" : "Share a note"),
  verb: shareMemory,
  description:
    "Share one of the operator's notes with everyone, or make a shared one its owner's alone again, when they ask for " +
    "exactly that. Pass an id from ai.searchMemory, and `alwaysInject` if it shall be given to everyone's assistant in " +
    "every conversation.",
  quotes: ({ input, result }) => (result ? quotedInMemory(result) : [{ type: "ai.memory", id: input.memoryId }]),
  // What stands in everybody's conversations, a person with the right to it has read.
  alwaysSign: true,
  async preview(ctx, { memoryId, shared, alwaysInject }) {
    const { memory } = await readMemoryToChange(ctx, memoryId)
    await asFeedback("shared", () => checkSharing(memory, { shared, alwaysInject }))
    const { target, things } = memoryCard(memory)
    return {
      summary: `${shared ? "Share" : "Stop sharing"} the note ${quoteName(excerpt(memory.text))}`,
      target,
      after: { ...target, shared, alwaysInject },
      things,
      consequences: [
        ...(excerpt(memory.text) === memory.text ? [] : [`It says: ${quoteName(memory.text)}`]),
        ...(shared && alwaysInject ? ["It goes into every conversation of everyone who may use memory."] : []),
      ],
    }
  },
})
