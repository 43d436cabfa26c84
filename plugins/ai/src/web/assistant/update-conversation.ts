import type { Conversation } from "@countersign/core/contract"
import { CallError, CONVERSATIONS, call, refresh } from "@countersign/core/web"
import { useToast } from "@countersign/ui"
import { useQueryClient } from "@tanstack/react-query"
import { aiContract } from "../../contract.ts"
import type { Choices } from "./Pickers.tsx"

export interface ConversationChange {
  title?: string
  choices?: Partial<Choices>
}

/** Says what is wanted now. A title or a turn that came in between is no reason to refuse: it is asked once more. */
export async function updateConversation(
  { id, version }: Pick<Conversation, "id" | "version">,
  { title, choices = {} }: ConversationChange,
): Promise<Conversation> {
  const { model, ...rest } = choices
  const part = { id, ...(title === undefined ? {} : { title }), ...(model ?? {}), ...rest }
  try {
    return await call(aiContract.updateConversation, { ...part, version })
  } catch (error) {
    if (!(error instanceof CallError) || error.body.code !== "conflict") throw error
    const { conversation } = await call(aiContract.getConversation, { id })
    return call(aiContract.updateConversation, { ...part, version: conversation.version })
  }
}

export function useUpdateConversation(): (
  conversation: Pick<Conversation, "id" | "version">,
  change: ConversationChange,
) => void {
  const client = useQueryClient()
  const toast = useToast()
  return (conversation, change) => {
    updateConversation(conversation, change)
      .catch((error) => toast.error(error, "The choice was not stored."))
      .finally(() => refresh(client, CONVERSATIONS))
  }
}
