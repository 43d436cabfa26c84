import { quoteName } from "@countersign/core/contract"
import { defineTool } from "@countersign/core/server"
import { deleteMemory } from "../memory/change-memory.ts"
import { readMemoryToChange } from "../memory/memory-sight.ts"
import { excerpt } from "../memory/stored-text.ts"
import { memoryCard } from "./memory-card.ts"

export const deleteMemoryTool = defineTool({
  name: "deleteMemory",
  describe: () => "Delete a note",
  verb: deleteMemory,
  description:
    "Delete a note when the operator asks to forget it, or says that it is no longer true. Pass an id from " +
    "ai.searchMemory, never the note's text.",
  quotes: ({ input }) => [{ type: "ai.memory", id: input.memoryId }],
  async preview(ctx, { memoryId }) {
    const { memory } = await readMemoryToChange(ctx, memoryId)
    const { target, things } = memoryCard(memory)
    const said = excerpt(memory.text)
    return {
      summary: said ? `Forget ${quoteName(said)}` : "Forget a note about something you can no longer see",
      recordedAs: memory.shared ? undefined : "Forget a note",
      target,
      after: null,
      things,
      consequences: [
        ...(said === memory.text ? [] : [`It says: ${quoteName(memory.text)}`]),
        ...(memory.shared ? ["It is shared: nobody finds it any more."] : []),
      ],
    }
  },
})
