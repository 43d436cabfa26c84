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
      open: null,
      previews: (outgoing.images ?? []).map(({ mediaType, data }) => `data:${mediaType};base64,${data}`),
    })
  }
  const { folded } = turn ?? {}
  if (!turn || !folded?.messageId) return thread
  const place = thread.findIndex(({ id }) => id === folded.messageId)
  const before = thread[place]
  // A watcher who has just come may have heard less than is stored already.
  if (before && before.blocks.length > folded.blocks.length) return thread
  const answer: ThreadMessage = {
    id: folded.messageId,
    role: "assistant",
    blocks: [...folded.blocks],
    at: before?.at ?? new Date().toISOString(),
    turnId: turn.turnId,
    model: folded.metadata?.model ?? null,
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

/** Whether the stored messages have not caught up with what was watched. */
export function isAhead(live: LiveTurn, stored: { turn: Turn | null; readAt: number } | null): boolean {
  if (!stored) return true
  if (stored.turn?.id === live.turnId && stored.turn.state !== "running") return false
  return live.ended === null || stored.readAt < live.endedAt
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
