import { CONVERSATIONS, call, refresh, sendMessage, type ThreadMessage } from "@countersign/core/web"
import { Composer, Notice, Thread } from "@countersign/ui"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { aiContract } from "../../contract.ts"
import { Beginning, type PaneProps } from "./ConversationPane.tsx"
import { SetupLock } from "./locks.tsx"
import { PaneFrame } from "./PaneFrame.tsx"
import { type Choices, Pickers } from "./Pickers.tsx"
import { useThreadParts } from "./thread-parts.tsx"
import { updateConversation } from "./update-conversation.ts"
import { useAsked } from "./use-asked.ts"
import { useChatModels } from "./use-chat-models.ts"

/** A conversation that begins with its first message: opening the page alone leaves nothing behind. */
export function NewConversationPane({
  scope,
  snapshot,
  autoFocus,
  onStarted,
}: PaneProps & { onStarted: (conversationId: string) => void }) {
  const client = useQueryClient()
  const models = useChatModels(scope)
  const parts = useThreadParts()
  const [chosen, setChosen] = useState<Partial<Choices>>({})
  const [sent, setSent] = useState<ThreadMessage | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const choices: Choices = { model: models.defaultChoice, permissionMode: "approve", skillId: null, ...chosen }
  const model = models.find(choices.model)

  async function start(draft: { text: string; images?: { mediaType: string; data: string }[] }): Promise<void> {
    setFailure(null)
    setSent(onItsWay(draft))
    try {
      const { permissionMode, skillId } = choices
      const created = await call(aiContract.createConversation, { scope, ...choices.model })
      if (created.permissionMode !== permissionMode || created.skillId !== skillId)
        await updateConversation(created, { choices: { permissionMode, skillId } })
      await sendMessage(
        { conversationId: created.id, scope, ...(snapshot ? { snapshot: await snapshot() } : {}) },
        draft,
      )
      void refresh(client, CONVERSATIONS)
      onStarted(created.id)
    } catch (error) {
      setSent(null)
      throw error
    }
  }
  const choose = (text: string) => start({ text }).catch((error: Error) => setFailure(error.message))
  useAsked(models.state === "ready", choose)

  return (
    <PaneFrame
      composer={
        models.state === "setup" ? (
          <SetupLock />
        ) : models.state === "failed" ? (
          <Notice tone="error">{models.problem}</Notice>
        ) : models.state === "loading" ? null : (
          <>
            {failure && (
              <Notice tone="error" className="mb-2">
                {failure}
              </Notice>
            )}
            <Composer
              draftKey={`new ${scope}`}
              running={false}
              stopping={false}
              onSend={start}
              onStop={() => {}}
              seesImages={model?.vision ?? false}
              autoFocus={autoFocus}
              pickers={
                <Pickers
                  models={models}
                  scope={scope}
                  choices={choices}
                  onChange={(part) => setChosen({ ...chosen, ...part })}
                />
              }
            />
          </>
        )
      }
    >
      <Thread
        label="New conversation"
        messages={sent ? [sent] : []}
        parts={parts}
        running={sent !== null}
        waiting={sent !== null}
        empty={<Beginning scope={scope} onChoose={choose} ready={models.state === "ready"} />}
      />
    </PaneFrame>
  )
}

function onItsWay(draft: { text: string; images?: { mediaType: string; data: string }[] }): ThreadMessage {
  return {
    id: "first",
    role: "user",
    blocks: draft.text ? [{ type: "text", text: draft.text }] : [],
    at: new Date().toISOString(),
    turnId: null,
    model: null,
    superseded: false,
    open: null,
    previews: (draft.images ?? []).map(({ mediaType, data }) => `data:${mediaType};base64,${data}`),
  }
}
