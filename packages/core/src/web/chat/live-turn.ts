import { emptyTurn, type FoldedTurn, foldTurn } from "../../contract/chat/fold-turn.ts"
import type { TurnEvent, TurnState } from "../../contract/chat/turn-event.ts"
import { type TurnNews, takeFresh } from "./turn-numbers.ts"

/** A turn as this tab has watched it. */
export interface LiveTurn {
  turnId: string
  /** The number of the last event in it. */
  seq: number
  folded: FoldedTurn
  /** How it ended; null while it runs. */
  ended: Exclude<TurnState, "running"> | null
  /** When the end was heard: what is read from the server after it holds the whole answer. */
  endedAt: number
}

/** What the news make of a turn. Pure: the same events give the same thread, in whatever portions they come. */
export function takeNews(turn: LiveTurn | null, news: TurnNews, now: number): LiveTurn | null {
  const same = turn?.turnId === news.turnId ? turn : null
  if (news.type === "ended") {
    if (same?.ended) return turn
    return { ...(same ?? begin(news.turnId)), ended: news.state, endedAt: now }
  }
  if (same?.ended) return turn
  const fresh = takeFresh({ turnId: turn?.turnId ?? null, seq: turn?.seq ?? 0 }, news)
  // The worker mends holes before it tells.
  if (!fresh || fresh.length === 0) return turn
  const before = same ?? begin(news.turnId)
  return { ...before, seq: before.seq + fresh.length, folded: foldAll(before.folded, fresh) }
}

function begin(turnId: string): LiveTurn {
  return { turnId, seq: 0, folded: emptyTurn, ended: null, endedAt: 0 }
}

function foldAll(folded: FoldedTurn, events: readonly TurnEvent[]): FoldedTurn {
  return joinDeltas(events).reduce(foldTurn, folded)
}

/** Many small pieces of one part fold as one: folding copies the list of blocks each time. */
function joinDeltas(events: readonly TurnEvent[]): readonly TurnEvent[] {
  const joined: TurnEvent[] = []
  for (const event of events) {
    const last = joined.at(-1)
    if (event.type === "text-delta" && last?.type === "text-delta" && last.id === event.id)
      joined[joined.length - 1] = { ...last, delta: last.delta + event.delta }
    else joined.push(event)
  }
  return joined
}
