import type { ContentBlock } from "../../contract/chat/content-block.ts"
import type { ChatMessage, Turn } from "../../contract/chat/conversation.ts"
import type { ConversationNow } from "./conversation-store.ts"
import type { LiveTurn } from "./live-turn.ts"

/** A message as the thread shows it. */
export interface ThreadMessage extends ChatMessage {
  /** It is being written: these blocks, by their place, are not finished. */
  open: ReadonlySet<number> | null
  /** Images that are on their way with it, as addresses. */
  previews: readonly string[]
}

/**
 * Pages of one conversation put together. The latest page moves on as messages come: what it no longer holds is kept,
 * unless so much has come that the two no longer meet.
 */
export function mergePages(known: readonly ChatMessage[], latest: readonly ChatMessage[]): readonly ChatMessage[] {
  const first = latest[0]
  if (!first) return latest
  const meet = known.findIndex(({ id }) => id === first.id)
  return meet < 0 ? latest : [...known.slice(0, meet), ...latest]
}

/** What is stored, what is on its way and what is being written, as one thread. */
export function mergeThread(
  stored: readonly ChatMessage[],
  { outgoing, turn }: Pick<ConversationNow, "outgoing" | "turn">,
): readonly ThreadMessage[] {
  const thread = stored.map(asStored)
  if (outgoing && !isStored(stored, outgoing)) {
    thread.push({
      id: outgoing.id,
      role: "user",
      blocks: outgoing.text ? [{ type: "text", text: outgoing.text }] : [],
      at: outgoing.at,
      turnId: outgoing.turnId,
      model: null,
      superseded: false,
      open: null,
      previews: (outgoing.images ?? []).map(({ mediaType, data }) => `data:${mediaType};base64,${data}`),
    })
  }
  const { folded } = turn ?? {}
  if (!turn || !folded?.messageId) return thread
  const place = thread.findIndex(({ id }) => id === folded.messageId)
  const before = thread[place]
  // A watcher who has just come may have heard less than is stored already.
  if (before && countTold(before.blocks) > countTold(folded.blocks)) return thread
  const answer: ThreadMessage = {
    id: folded.messageId,
    role: "assistant",
    blocks: [...folded.blocks],
    at: before?.at ?? new Date().toISOString(),
    turnId: turn.turnId,
    model: folded.metadata?.model ?? null,
    superseded: before?.superseded ?? false,
    open: turn.ended ? null : new Set(Object.values(folded.open)),
    previews: [],
  }
  return before ? thread.with(place, answer) : [...thread, answer]
}

/** Whether a message that was sent is among the stored ones. */
export function isStored(
  stored: readonly ChatMessage[],
  { id, turnId }: { id: string; turnId: string | null },
): boolean {
  return stored.some(
    (message) => message.id === id || (turnId !== null && message.turnId === turnId && message.role === "user"),
  )
}

/**
 * Whether a turn is under way: what was watched says so before what is stored does. A message that is stored counts no
 * more, although this tab forgets it only after the page was drawn: for that moment an answer that was over would run
 * again, and whoever had the keyboard on one of its buttons would lose it.
 */
export function isUnderWay(
  { outgoing, askingAgain }: Pick<ConversationNow, "outgoing" | "askingAgain">,
  live: LiveTurn | null,
  stored: { turn: Turn | null; messages: readonly ChatMessage[] },
): boolean {
  const runs = live ? live.ended === null : stored.turn?.state === "running"
  const isOnItsWay = outgoing !== null && !isStored(stored.messages, outgoing)
  return runs || askingAgain || (isOnItsWay && outgoing.turnId !== live?.turnId)
}

/** A page of a conversation, all of one moment, and when this tab got it. */
export interface StoredPage {
  turn: Turn | null
  messages: readonly Pick<ChatMessage, "turnId">[]
  readAt: number
}

/** An answer that takes longer does not come any more. */
const LONGEST_READ_MS = 60_000

/**
 * Whether the stored messages have not caught up with what was watched. The page itself says so: when it came does not
 * tell, because one that was read before the turn's end may arrive after it.
 */
export function isAhead(live: LiveTurn, stored: StoredPage | null): boolean {
  if (!stored) return true
  if (stored.turn?.id === live.turnId) return stored.turn.state === "running"
  // Another turn is the latest: a later one if this one is stored already, else the one before it.
  if (stored.messages.some(({ turnId }) => turnId === live.turnId)) return false
  return live.ended === null || stored.readAt < live.endedAt + LONGEST_READ_MS
}

/** What both sides have: a call that waits for a signature is told without its result, reasoning as the provider likes. */
function countTold(blocks: readonly ContentBlock[]): number {
  const waiting = new Set(blocks.flatMap((block) => (block.type === "proposal" ? [block.callId] : [])))
  return blocks.filter(
    (block) => block.type !== "reasoning" && !(block.type === "tool-result" && waiting.has(block.callId)),
  ).length
}

/** Whether nothing of the answer to what runs is here yet: the last thing is a question, or an answer to be replaced. */
export function awaitsAnswer(last: Pick<ThreadMessage, "role" | "superseded" | "blocks"> | undefined): boolean {
  if (last?.role !== "assistant" || last.superseded) return true
  return last.blocks.every((block) => block.type === "notice" && block.kind === "again")
}

const rows = new WeakMap<ChatMessage, ThreadMessage>()

/** The same row for the same message, so that what did not change is not drawn again. */
function asStored(message: ChatMessage): ThreadMessage {
  const known = rows.get(message)
  if (known) return known
  const row: ThreadMessage = { ...message, open: null, previews: [] }
  rows.set(message, row)
  return row
}
