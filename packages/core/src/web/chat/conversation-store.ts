import type { NewMessage } from "../../contract/chat/conversation.ts"
import { followTurns } from "./follow-turns.ts"
import { type LiveTurn, takeNews } from "./live-turn.ts"
import type { TurnNews } from "./turn-numbers.ts"

/** A message on its way: in the thread from the moment it was sent. */
export interface OutgoingMessage extends NewMessage {
  at: string
  /** Known once the server has taken it. */
  turnId: string | null
}

/** What this tab knows of a conversation beyond what is stored. */
export interface ConversationNow {
  turn: LiveTurn | null
  outgoing: OutgoingMessage | null
  /** The message that did not get through: sent again unchanged, it keeps its id. */
  failed: NewMessage | null
  stopping: boolean
  /** Another answer is being asked for. */
  askingAgain: boolean
}

export interface ConversationStore {
  subscribe(listener: () => void): () => void
  read(): ConversationNow
  change(part: Partial<ConversationNow>): void
}

const hearers = new Set<(news: TurnNews) => void>()

/** Every turn that this tab follows, as its news come in. */
export function hearTurns(hear: (news: TurnNews) => void): () => void {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}

/** Until its running turn ends, also when nothing on the page shows it any more: the tab that asked is the one that is asked. */
export function keepFollowing(conversationId: string, turnId: string): void {
  const store = conversationStore(conversationId)
  const { turn } = store.read()
  if (turn?.turnId === turnId && turn.ended) return
  const stopFollowing = store.subscribe(() => {})
  const stopHearing = hearTurns((news) => {
    if (news.conversationId !== conversationId || (news.turnId === turnId && news.type !== "ended")) return
    stopHearing()
    // Not while it is being told.
    queueMicrotask(stopFollowing)
  })
}

const stores = new Map<string, ConversationStore>()

/** One for each conversation and tab: the page and the docked panel show the same. */
export function conversationStore(conversationId: string): ConversationStore {
  const known = stores.get(conversationId)
  if (known) return known
  const store = createStore(conversationId)
  stores.set(conversationId, store)
  return store
}

function createStore(conversationId: string): ConversationStore {
  const listeners = new Set<() => void>()
  let now: ConversationNow = { turn: null, outgoing: null, failed: null, stopping: false, askingAgain: false }
  let waiting: TurnNews[] = []
  let frame: number | null = null
  let stop: (() => void) | null = null

  function change(part: Partial<ConversationNow>): void {
    now = { ...now, ...part }
    for (const each of listeners) each()
  }
  // A frame shows what came since the last one; drawing each token would cost more than reading it.
  function take(news: TurnNews): void {
    for (const hear of hearers) hear(news)
    waiting.push(news)
    if (news.type === "ended") flush()
    else frame ??= requestAnimationFrame(flush)
  }
  function flush(): void {
    if (frame !== null) cancelAnimationFrame(frame)
    frame = null
    const turn = waiting.reduce((turn, news) => takeNews(turn, news, Date.now()), now.turn)
    waiting = []
    if (turn === now.turn) return
    change({ turn, stopping: now.stopping && turn?.ended === null })
  }

  return {
    read: () => now,
    change,
    subscribe(listener) {
      listeners.add(listener)
      stop ??= followTurns(conversationId, take)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = null
        // Whoever comes back is told the turn from its beginning.
        now = { ...now, turn: null }
      }
    },
  }
}
