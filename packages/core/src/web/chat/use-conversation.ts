import { useQueryClient } from "@tanstack/react-query"
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react"
import type { z } from "zod"
import type { ChatMessage, ChatRequest, Conversation, Turn } from "../../contract/chat/conversation.ts"
import type { ContextUse } from "../../contract/chat/turn-event.ts"
import type { Procedure } from "../../contract/procedure.ts"
import { type CallError, call } from "../call.ts"
import { refresh, useCall } from "../use-call.ts"
import { conversationStore } from "./conversation-store.ts"
import {
  awaitsAnswer,
  isAhead,
  isStored,
  isUnderWay,
  mergePages,
  mergeThread,
  type ThreadMessage,
} from "./merge-messages.ts"
import { askAgain, type MessageDraft, sendMessage, stopTurn } from "./send-message.ts"

export interface ConversationPage {
  conversation: Conversation
  messages: ChatMessage[]
  earlierCursor: string | null
  turn: Turn | null
}

/** `ai.getConversation`: the plugin that has it hands it in. */
export type ReadConversation = Procedure<
  z.ZodType<{ id: string; before?: string | undefined }, { id: string; before?: string | undefined }>,
  z.ZodType<ConversationPage>
>

export interface ConversationState {
  /** Undefined until it is read. */
  conversation: Conversation | undefined
  messages: readonly ThreadMessage[]
  /** Why it could not be read. */
  error: CallError | null
  /** A turn is under way, here or in another tab. */
  running: boolean
  /** It was asked to stop and has not yet. */
  stopping: boolean
  /** Sent, and nothing of the answer is here yet. */
  waiting: boolean
  /** The message this tab has on its way. */
  outgoingId: string | null
  /** How full the model's window is. */
  context: ContextUse | null
  earlier: { available: boolean; loading: boolean; error: string | null; load(): void }
  /** Done when the server has taken it; fails with a sentence, and the same draft may be sent again. */
  send(draft: MessageDraft, about?: Pick<ChatRequest, "snapshot" | "skillId">): Promise<void>
  /** Has the last question answered again. Done when what is stored says so; fails with a sentence. */
  tryAgain(about?: Pick<ChatRequest, "snapshot">): Promise<void>
  stop(): Promise<void>
}

export const CONVERSATIONS = ["ai.conversation"]

/** A conversation as it stands and as it goes on. */
export function useConversation(read: ReadConversation, conversationId: string): ConversationState {
  const client = useQueryClient()
  const store = conversationStore(conversationId)
  const now = useSyncExternalStore(store.subscribe, store.read)
  const answer = useCall(read, { id: conversationId }, { alsoShows: CONVERSATIONS })
  const latest = answer.data
  const pages = usePages(read, conversationId, latest)
  const readAt = answer.dataUpdatedAt

  const { turn } = now
  const live = turn && isAhead(turn, latest ? { ...latest, readAt } : null) ? turn : null
  const messages = useMemo(
    () => mergeThread(pages.messages, { outgoing: now.outgoing, turn: live }),
    [pages.messages, now.outgoing, live],
  )

  // What was watched is replaced by what is stored once that is read; nothing moves, because it is the same.
  const ended = turn?.ended ? turn.turnId : null
  const taken = now.outgoing?.turnId ?? null
  useEffect(() => {
    if (ended ?? taken) void refresh(client, CONVERSATIONS)
  }, [client, ended, taken])

  // A message that is stored is no longer on its way.
  const { outgoing } = now
  useEffect(() => {
    if (outgoing && isStored(pages.messages, outgoing)) store.change({ outgoing: null })
  }, [outgoing, pages.messages, store])

  const running = isUnderWay(now, live, { turn: latest?.turn ?? null, messages: pages.messages })
  return {
    conversation: latest?.conversation,
    messages,
    error: answer.error,
    running,
    stopping: now.stopping && running,
    waiting: running && (now.askingAgain || awaitsAnswer(messages.at(-1))),
    outgoingId: outgoing?.id ?? null,
    context: live?.folded.context ?? storedContext(latest?.conversation),
    earlier: pages.earlier,
    send: useCallback(
      async (draft, about = {}) => {
        await sendMessage({ conversationId, ...about }, draft)
      },
      [conversationId],
    ),
    tryAgain: useCallback(
      async (about = {}) => {
        store.change({ askingAgain: true })
        try {
          await askAgain({ conversationId, ...about })
        } finally {
          // Also where it was refused: perhaps because a turn runs that this tab has not heard of.
          await refresh(client, CONVERSATIONS)
          store.change({ askingAgain: false })
        }
      },
      [client, store, conversationId],
    ),
    stop: useCallback(() => stopTurn(conversationId), [conversationId]),
  }
}

interface Kept {
  conversationId: string
  latest: ConversationPage | undefined
  messages: readonly ChatMessage[]
  /** Leads to what is before them. */
  cursor: string | null
}

/** The latest page, read again whenever it changes, and those before it that somebody asked for. */
function usePages(read: ReadConversation, conversationId: string, latest: ConversationPage | undefined) {
  const [kept, setKept] = useState<Kept>({ conversationId, latest: undefined, messages: [], cursor: null })
  const current = kept.conversationId === conversationId && kept.latest === latest ? kept : null
  const pages = current ?? advance(kept, conversationId, latest)
  if (!current) setKept(pages)
  const [loading, setLoading] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function load(before: string): Promise<void> {
    setLoading(true)
    setError(null)
    try {
      const page = await call(read, { id: conversationId, before })
      setKept((now) =>
        now.conversationId === conversationId && now.cursor === before
          ? { ...now, messages: [...page.messages, ...now.messages], cursor: page.earlierCursor }
          : now,
      )
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    } finally {
      setLoading(false)
    }
  }
  const { messages, cursor } = pages
  return {
    messages,
    earlier: { available: cursor !== null, loading, error, load: () => cursor && !loading && void load(cursor) },
  }
}

function advance(kept: Kept, conversationId: string, latest: ConversationPage | undefined): Kept {
  const known = kept.conversationId === conversationId ? kept : null
  const messages = mergePages(known?.messages ?? [], latest?.messages ?? [])
  const first = known?.messages[0]
  const cursor = first && messages[0]?.id === first.id ? known.cursor : (latest?.earlierCursor ?? null)
  return { conversationId, latest, messages, cursor }
}

function storedContext(conversation: Conversation | undefined): ContextUse | null {
  if (!conversation || conversation.contextTokens === null) return null
  return { usedTokens: conversation.contextTokens, windowTokens: null }
}
