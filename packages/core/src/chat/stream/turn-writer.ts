import type { ContentBlock } from "../../contract/chat/content-block.ts"
import type { TurnEvent, TurnState } from "../../contract/chat/turn-event.ts"
import type { Database } from "../../db/database.ts"
import type { Log } from "../../log.ts"
import type { Masking } from "../../secrets/mask/mask.ts"
import { createEventScrubber } from "../border/scrub-events.ts"
import { patiently } from "./patiently.ts"
import { appendLog, endTurn, type LogBatch, type TurnEnding } from "./turn-store.ts"

export interface LiveTurn {
  readonly turnId: string
  readonly conversationId: string
  /** Aborted with how the turn is to end: "stopped", "interrupted", or "lost" to a pod that thought this one dead. */
  readonly abort: AbortController
  emit(events: readonly TurnEvent[]): void
  keep(blocks: readonly ContentBlock[]): void
  end(ending: Omit<TurnEnding, "turnId" | "firstSeq" | "lines">): Promise<void>
}

/** Hears a turn that this pod runs. */
export interface LocalFollower {
  take(firstSeq: number, lines: readonly string[]): void
  /** Its message is stored by now. */
  ended(state: Exclude<TurnState, "running">): void
  /** It is no longer this pod's: what became of it stands in the log. */
  lost(): void
}

export interface WrittenTurn {
  readonly followers: Set<LocalFollower>
  /** What is in memory of it: not in the log yet, or on its way there. */
  held(): { from: number; lines: readonly string[] }
}

/** The turns this pod runs, written down in batches. */
export interface TurnWriter {
  open(turn: { turnId: string; conversationId: string; answerId: string }): LiveTurn
  /** While it runs and is this pod's. */
  find(turnId: string): WrittenTurn | undefined
  ids(): string[]
  abort(turnId: string, reason: "stopped"): void
  /** Another pod closed it. */
  lose(turnId: string): void
  /** Aborts what still runs after so long; resolves once all is written down. */
  close(graceMs: number): Promise<void>
}

/**
 * A tab on another pod is this far behind, and so is what a dead pod leaves. More turns share one statement when a
 * pod is busy: at 1,000 streams a statement each 250 ms costs more than the streams themselves (bench/chat).
 */
const FLUSH_MS = 150
const FLUSH_MS_PER_TURN = 1
const LONGEST_FLUSH_MS = 1_000
/** To write the ends of turns that were cut off. */
const LAST_WORDS_MS = 5_000

interface Running extends LiveTurn, WrittenTurn {
  readonly answerId: string
  pending: string[]
  pendingFrom: number
  /** On its way to the log: whoever joins now may find it in neither place otherwise. */
  inFlight: { from: number; lines: string[] } | null
  blocks: ContentBlock[]
  /** How many blocks are stored before those. */
  stored: number
  ended: boolean
  lost: boolean
}

export function createTurnWriter(options: {
  database: Database
  log: Log
  pod: string
  /** What is told and written down passes it first. */
  masking: Masking
  flushMs?: number
  /** These have news in the log. */
  onLogged(turnIds: readonly string[]): void
  onEnded(turnId: string): void
}): TurnWriter {
  const { database, log, pod } = options
  const turns = new Map<string, Running>()
  const dirty = new Set<Running>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()
  let away = false
  let onEmpty: (() => void) | undefined

  return {
    ids: () => [...turns.keys()],
    find(turnId) {
      const turn = turns.get(turnId)
      return turn?.ended ? undefined : turn
    },
    abort: (turnId, reason) => turns.get(turnId)?.abort.abort(reason),
    lose(turnId) {
      const turn = turns.get(turnId)
      if (turn && !turn.ended) loseTurn(turn)
    },
    open({ turnId, conversationId, answerId }) {
      const scrub = createEventScrubber(options.masking)
      const turn: Running = {
        turnId,
        conversationId,
        answerId,
        abort: new AbortController(),
        followers: new Set(),
        pending: [],
        pendingFrom: 1,
        inFlight: null,
        blocks: [],
        stored: 0,
        ended: false,
        lost: false,
        emit(events) {
          if (turn.lost) return
          const lines = scrub(events)
          if (lines.length === 0) return
          const firstSeq = turn.pendingFrom + turn.pending.length
          turn.pending.push(...lines)
          for (const follower of turn.followers) follower.take(firstSeq, lines)
          schedule(turn)
        },
        keep(blocks) {
          if (turn.lost) return
          turn.blocks.push(...blocks)
          schedule(turn)
        },
        held() {
          const { inFlight, pending, pendingFrom } = turn
          if (!inFlight) return { from: pendingFrom, lines: pending }
          return { from: inFlight.from, lines: [...inFlight.lines, ...pending] }
        },
        end: (ending) => end(turn, ending),
      }
      turns.set(turnId, turn)
      return turn
    },
    async close(graceMs) {
      if (turns.size > 0) {
        const empty = new Promise<void>((resolve) => {
          onEmpty = resolve
        })
        const cut = setTimeout(() => {
          for (const turn of turns.values()) turn.abort.abort("interrupted")
        }, graceMs)
        await Promise.race([empty, new Promise((resolve) => setTimeout(resolve, graceMs + LAST_WORDS_MS).unref())])
        clearTimeout(cut)
      }
      clearTimeout(timer)
      await flushing
    },
  }

  function schedule(turn: Running): void {
    dirty.add(turn)
    const delay = options.flushMs ?? Math.min(FLUSH_MS + turns.size * FLUSH_MS_PER_TURN, LONGEST_FLUSH_MS)
    timer ??= setTimeout(() => {
      flushing = flushing.then(flush)
    }, delay)
  }

  async function flush(): Promise<void> {
    timer = undefined
    const batch = [...dirty].filter(({ ended, lost }) => !ended && !lost)
    dirty.clear()
    if (batch.length === 0) return
    const logged = batch.map(takeBatch)
    try {
      const mine = await appendLog(database, pod, logged)
      away = false
      for (const turn of batch) {
        turn.inFlight = null
        const found = mine.get(turn.turnId)
        if (!found) loseTurn(turn)
        // The order to stop travels as news as well, and news may get lost.
        else if (found.stopAsked) turn.abort.abort("stopped")
      }
    } catch (error) {
      // The database is away. What was said waits in memory, in order, until it is back.
      if (!away) log.warn("What running turns say could not be written down; it is tried again.", { error })
      away = true
      for (const [index, turn] of batch.entries()) giveBack(turn, logged[index]!)
      return
    }
    options.onLogged(batch.map(({ turnId }) => turnId))
  }

  function takeBatch(turn: Running): LogBatch {
    const { turnId, answerId, pending, pendingFrom, blocks, stored } = turn
    turn.inFlight = { from: pendingFrom, lines: pending }
    turn.pendingFrom += pending.length
    turn.pending = []
    turn.stored += blocks.length
    turn.blocks = []
    return { turnId, answerId, firstSeq: pendingFrom, lines: pending, blocks, firstBlock: stored }
  }

  function giveBack(turn: Running, batch: LogBatch): void {
    turn.pending = [...batch.lines, ...turn.pending]
    turn.pendingFrom = batch.firstSeq
    turn.inFlight = null
    turn.blocks = [...batch.blocks, ...turn.blocks]
    turn.stored = batch.firstBlock
    schedule(turn)
  }

  async function end(turn: Running, ending: Omit<TurnEnding, "turnId" | "firstSeq" | "lines">): Promise<void> {
    turn.ended = true
    // A batch on its way adds blocks; the whole answer must be written after it.
    await flushing
    const { turnId, pending: lines, pendingFrom: firstSeq } = turn
    if (!turn.lost) {
      const written = await patiently(() => endTurn(database.pool, { ...ending, turnId, firstSeq, lines })).catch(
        (error) => {
          log.error("The end of a turn could not be written down; it will be closed as interrupted.", { turnId, error })
          return false
        },
      )
      // False is also the answer to a second attempt whose first one was heard: either way the log knows.
      if (written) for (const follower of [...turn.followers]) follower.ended(ending.state)
      else loseTurn(turn)
    }
    turn.followers.clear()
    forget(turn)
    options.onEnded(turnId)
  }

  function loseTurn(turn: Running): void {
    if (turn.lost) return
    turn.lost = true
    turn.abort.abort("lost")
    forget(turn)
    for (const follower of [...turn.followers]) follower.lost()
    turn.followers.clear()
  }

  function forget(turn: Running): void {
    dirty.delete(turn)
    if (turns.delete(turn.turnId) && turns.size === 0) onEmpty?.()
  }
}
