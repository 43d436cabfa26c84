import { readAiSettings, deleteArchivedConversations as remove } from "@countersign/core/assistant"
import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"

/** Once a day, where an administrator chose a number of days. Whose they were and what was said in them is not told. */
export const deleteArchivedConversations = implement(aiContract.deleteArchivedConversations, async (ctx) => {
  const { deleteArchivedAfterDays: days } = await readAiSettings(ctx.tx)
  if (days === null) return { deleted: 0 }
  const deleted = await remove(ctx.tx, days)
  if (deleted > 0) {
    ctx.audit({
      thing: { type: "ai.conversation", id: "archived", name: "Archived conversations" },
      note: `${deleted} that were archived more than ${days} days ago were deleted for good.`,
    })
    ctx.signal("ai.conversation")
  }
  return { deleted }
})
