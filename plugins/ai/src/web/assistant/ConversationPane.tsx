import type { ChatScope, PageSnapshot } from "@countersign/core/contract"
import { CONVERSATIONS, type ConversationState, refresh, useCan, useConversation } from "@countersign/core/web"
import {
  Composer,
  type ComposerHandle,
  ContextMeter,
  type ModelPickerHandle,
  Notice,
  Recovery,
  Skeleton,
  Suggestions,
  TextLink,
  Thread,
  useToast,
} from "@countersign/ui"
import { useQueryClient } from "@tanstack/react-query"
import { type Ref, useRef } from "react"
import { aiContract, connectionAccess } from "../../contract.ts"
import { ChooseModelLock, SetupLock } from "./locks.tsx"
import { PaneFrame } from "./PaneFrame.tsx"
import { Pickers, SkillChanged } from "./Pickers.tsx"
import { readWords } from "./read-words.ts"
import { useThreadParts } from "./thread-parts.tsx"
import { useUpdateConversation } from "./update-conversation.ts"
import { type ChatModels, useChatModels } from "./use-chat-models.ts"
import { useSuggestions } from "./use-suggestions.ts"

export interface PaneProps {
  scope: ChatScope
  /** What the person is looking at beside it, asked for when a message is sent. */
  snapshot?: () => Promise<PageSnapshot | undefined>
  autoFocus: boolean
}

/** One conversation: what was said, and where the next message is written. */
export function ConversationPane({ conversationId, ...shown }: Omit<PaneProps, "scope"> & { conversationId: string }) {
  const chat = useConversation(aiContract.getConversation, conversationId)
  const parts = useThreadParts()
  // It keeps the workspace that it was begun in, wherever it is read.
  const pane = { ...shown, scope: chat.conversation?.scope ?? "operate" }
  const models = useChatModels(pane.scope)
  const { conversation, error } = chat
  const say = useSay(chat, pane)
  const toast = useToast()
  const can = useCan()
  const composer = useRef<ComposerHandle>(null)
  const picker = useRef<ModelPickerHandle>(null)
  const answer = (text: string) => void say({ text }).catch((error) => toast.error(error, "It was not sent."))

  const tryAgain = async () => {
    try {
      await chat.tryAgain(pane.snapshot ? { snapshot: await pane.snapshot() } : {})
    } catch (error) {
      toast.error(error, "It was not asked again.")
    }
  }

  if (!conversation)
    return (
      <PaneFrame>
        <div className="mx-auto w-full max-w-3xl px-3 py-4 sm:px-5">
          {error ? (
            <Notice
              tone="error"
              title="This conversation cannot be shown"
              action={<TextLink href="/assistant">See your conversations</TextLink>}
            >
              {error.message}
            </Notice>
          ) : (
            <Skeleton lines={6} label="Reading the conversation" />
          )}
        </div>
      </PaneFrame>
    )
  return (
    <PaneFrame
      composer={
        <PaneComposer
          {...pane}
          chat={chat}
          models={models}
          conversationId={conversationId}
          onSend={say}
          composer={composer}
          picker={picker}
        />
      }
    >
      <Thread
        label={conversation.title ?? "New conversation"}
        messages={chat.messages}
        parts={parts}
        running={chat.running}
        waiting={chat.waiting}
        sentId={chat.outgoingId}
        earlier={chat.earlier}
        onAnswer={answer}
        onTryAgain={models.find(conversation) ? tryAgain : undefined}
        recovery={(question, again) => (
          <Recovery
            onTryAgain={again}
            onEdit={question ? () => composer.current?.write(question) : undefined}
            onOtherModel={() => picker.current?.open()}
            connectionHref={
              can(connectionAccess.manage) && conversation.connectionId
                ? `/settings/ai/connections/${conversation.connectionId}`
                : undefined
            }
          />
        )}
        empty={<Beginning scope={pane.scope} onChoose={answer} ready={models.state === "ready"} />}
      />
    </PaneFrame>
  )
}

/** An empty thread. */
export function Beginning(props: { scope: ChatScope; onChoose: (text: string) => void; ready: boolean }) {
  const { scope, onChoose, ready } = props
  const suggestions = useSuggestions(scope)
  return (
    <Suggestions
      title="What shall we look at?"
      suggestions={ready ? suggestions : []}
      onChoose={onChoose}
      disabled={!ready}
    >
      {BEGINNINGS[scope] ??
        "The assistant looks things up with the permissions you have. What it wants to change waits for a signature."}
    </Suggestions>
  )
}

const BEGINNINGS: Partial<Record<ChatScope, string>> = {
  site: "The assistant changes the draft of your site as you could, and what it did is taken back with a word. Scripts, deleting and publishing wait for a signature.",
}

type Say = (draft: { text: string; images?: { mediaType: string; data: string }[] }) => Promise<void>

/** Sends, with what the person looks at; what went wrong is told by whoever asked, and the thread is read again. */
function useSay(chat: ConversationState, { snapshot }: PaneProps): Say {
  const client = useQueryClient()
  return async (draft) => {
    try {
      await chat.send(draft, snapshot ? { snapshot: await snapshot() } : {})
    } catch (error) {
      // Perhaps because a turn runs that this tab has not heard of.
      void refresh(client, CONVERSATIONS)
      throw error
    }
  }
}

function PaneComposer(
  props: PaneProps & {
    chat: ConversationState
    models: ChatModels
    conversationId: string
    onSend: Say
    composer: Ref<ComposerHandle>
    picker: Ref<ModelPickerHandle>
  },
) {
  const { chat, models, scope, conversationId, onSend, autoFocus } = props
  const update = useUpdateConversation()
  const toast = useToast()
  const { conversation, context } = chat
  if (models.state === "loading" || !conversation) return null
  if (models.state === "failed") return <Notice tone="error">{models.problem}</Notice>
  if (models.state === "setup") return <SetupLock />

  const model = models.find(conversation)
  if (!model)
    return (
      <ChooseModelLock models={models} onChoose={(choice) => update(conversation, { choices: { model: choice } })} />
    )
  const { connectionId, model: modelId, permissionMode, skillId, skillVersion } = conversation
  return (
    <>
      <SkillChanged
        scope={scope}
        skillId={skillId}
        version={skillVersion}
        onUse={(changed) => update(conversation, { choices: { skillId: changed } })}
      />
      <Composer
        ref={props.composer}
        key={conversationId}
        draftKey={conversationId}
        running={chat.running}
        stopping={chat.stopping}
        onSend={onSend}
        onStop={() => chat.stop().catch((error) => toast.error(error, "It could not be stopped."))}
        seesImages={model.vision}
        autoFocus={autoFocus}
        pickers={
          <Pickers
            modelRef={props.picker}
            models={models}
            scope={scope}
            choices={{
              model: connectionId && modelId ? { connectionId, model: modelId } : null,
              permissionMode,
              skillId,
            }}
            onChange={(choices) => update(conversation, { choices })}
            read={readWords(chat.messages)}
          />
        }
        meter={
          context && (
            <ContextMeter
              usedTokens={context.usedTokens}
              windowTokens={context.windowTokens ?? model.contextWindowTokens}
            />
          )
        }
      />
    </>
  )
}
