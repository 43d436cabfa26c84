import type { ContentBlock } from "../contract/chat/content-block.ts"
import type { TurnEvent, TurnState } from "../contract/chat/turn-event.ts"
import type { Database } from "../db/database.ts"
import type { Log } from "../log.ts"
import type { Signals } from "../signals/signals.ts"
import { encodeEvent } from "./encode-event.ts"
import { appendLog, endTurn, type LogBatch, readLog, type TurnEnding } from "./turn-store.ts"

/** Hears a turn: events by their number, then how it ended. */
export interface Follower {
  take(firstSeq: number, lines: readonly string[]): void
  /** Its message is stored by now. */
  ended(state: Exclude<TurnState, "running"> | "gone"): void
}

export interface LiveTurn {
  readonly turnId: string
  readonly conversationId: string
  /** Aborted with how the turn is to end: "stopped", "interrupted", or "lost" to a pod that thought this one dead. */
  readonly abort: AbortController
  emit(events: readonly TurnEvent[]): void
  keep(blocks: readonly ContentBlock[]): void
  end(ending: Omit<TurnEnding, "turnId" | "firstSeq" | "lines">): Promise<void>
}

export interface TurnHub {
  open(turn: { turnId: string; conversationId: string; answerId: string }): LiveTurn
  /** From any pod. Resolves once what was said so far has been told; call the answer to stop hearing. */
  follow(turnId: string, after: number, follower: Follower): () => void
  /** Wherever it runs. */
  stop(turnId: string): void
  readonly running: number
  /** Gives running turns this long, then closes them as interrupted. */
  close(graceMs: number): Promise<void>
}

/**
 * A tab on another pod is this far behind, and so is what a dead pod leaves. More turns share one statement when a
 * pod is busy: at 1,000 streams a statement each 250 ms costs more than the streams themselves (bench/chat).
 */
const FLUSH_MS = 150
const FLUSH_MS_PER_TURN = 1
const LONGEST_FLUSH_MS = 1_000
/** Followers on other pods renew their interest; a tab that went away costs at most this much longer. */
const FOLLOWED_MS = 10_000
const RENEW_MS = 3_000
/** News of another pod's turn may get lost; the log does not. */
const LOOK_AGAIN_MS = 1_000

const LOG_CHANNEL = "turn-log"
const FOLLOW_CHANNEL = "turn-follow"
const STOP_CHANNEL = "turn-stop"

interface Running extends LiveTurn {
  readonly answerId: string
  readonly followers: Set<Follower>
  /** Not in the log yet. */
  pending: string[]
  pendingFrom: number
  /** On its way to the log: whoever joins now may find it in neither place otherwise. */
  inFlight: { from: number; lines: string[] } | null
  blocks: ContentBlock[]
  followedUntil: number
  ended: boolean
}

/** Knows the turns this pod runs, writes them down in batches, and lets anybody follow any turn. */
export function createTurnHub(options: {
  database: Database
  signals: Signals
  log: Log
  pod: string
  flushMs?: number
}): TurnHub {
  const { database, signals, log, pod } = options
  const turns = new Map<string, Running>()
  const dirty = new Set<Running>()
  const wakers = new Map<string, Set<() => void>>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()
  let onEmpty: (() => void) | undefined

  signals.subscribe(STOP_CHANNEL, (turnId) => turns.get(turnId)?.abort.abort("stopped"))
  signals.subscribe(FOLLOW_CHANNEL, (turnId) => {
    const turn = turns.get(turnId)
    if (turn) turn.followedUntil = performance.now() + FOLLOWED_MS
  })
  signals.subscribe(LOG_CHANNEL, (turnId) => {
    for (const wake of wakers.get(turnId) ?? []) wake()
  })

  function schedule(turn: Running): void {
    dirty.add(turn)
    const delay = options.flushMs ?? Math.min(FLUSH_MS + turns.size * FLUSH_MS_PER_TURN, LONGEST_FLUSH_MS)
    timer ??= setTimeout(() => {
      flushing = flushing.then(flush)
    }, delay)
  }

  async function flush(): Promise<void> {
    timer = undefined
    const batch = [...dirty].filter((turn) => !turn.ended)
    dirty.clear()
    if (batch.length === 0) return
    const logged = batch.map(takeBatch)
    try {
      const mine = await appendLog(database, pod, logged)
      for (const turn of batch) {
        turn.inFlight = null
        if (!mine.has(turn.turnId)) turn.abort.abort("lost")
      }
    } catch (error) {
      // The database is away. What was said waits in memory, in order, until it is back.
      log.warn("What running turns say could not be written down; it will be tried again.", { error: String(error) })
      for (const [index, turn] of batch.entries()) giveBack(turn, logged[index]!)
      return
    }
    const now = performance.now()
    const followed = batch.filter(({ followedUntil }) => followedUntil > now)
    if (followed.length > 0)
      signals.publish(
        LOG_CHANNEL,
        followed.map(({ turnId }) => turnId),
      )
  }

  function takeBatch(turn: Running): LogBatch {
    const { turnId, answerId, pending, pendingFrom, blocks } = turn
    turn.inFlight = { from: pendingFrom, lines: pending }
    turn.pendingFrom += pending.length
    turn.pending = []
    turn.blocks = []
    return { turnId, answerId, firstSeq: pendingFrom, lines: pending, blocks }
  }

  function giveBack(turn: Running, batch: LogBatch): void {
    turn.pending = [...batch.lines, ...turn.pending]
    turn.pendingFrom = batch.firstSeq
    turn.inFlight = null
    turn.blocks = [...batch.blocks, ...turn.blocks]
    schedule(turn)
  }

  return {
    get running() {
      return turns.size
    },
    open({ turnId, conversationId, answerId }) {
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
        followedUntil: 0,
        ended: false,
        emit(events) {
          const lines = events.map(encodeEvent)
          const firstSeq = turn.pendingFrom + turn.pending.length
          turn.pending.push(...lines)
          for (const follower of turn.followers) follower.take(firstSeq, lines)
          schedule(turn)
        },
        keep(blocks) {
          turn.blocks.push(...blocks)
          schedule(turn)
        },
        end: (ending) => end(turn, ending),
      }
      turns.set(turnId, turn)
      return turn
    },
    follow(turnId, after, follower) {
      const turn = turns.get(turnId)
      return turn && !turn.ended ? followHere(turn, after, follower) : followElsewhere(turnId, after, follower)
    },
    stop(turnId) {
      turns.get(turnId)?.abort.abort("stopped")
      signals.publish(STOP_CHANNEL, [turnId])
    },
    async close(graceMs) {
      if (turns.size > 0) {
        const empty = new Promise<void>((resolve) => {
          onEmpty = resolve
        })
        const cut = setTimeout(() => {
          for (const turn of turns.values()) turn.abort.abort("interrupted")
        }, graceMs)
        await Promise.race([empty, new Promise((resolve) => setTimeout(resolve, graceMs + 5_000).unref())])
        clearTimeout(cut)
      }
      clearTimeout(timer)
      await flushing
    },
  }

  async function end(turn: Running, ending: Omit<TurnEnding, "turnId" | "firstSeq" | "lines">): Promise<void> {
    turn.ended = true
    // A batch on its way adds blocks; the whole answer must be written after it.
    await flushing
    const { turnId, pending: lines, pendingFrom: firstSeq } = turn
    let state: Parameters<Follower["ended"]>[0] = ending.state
    try {
      if (turn.abort.signal.reason === "lost") state = "interrupted"
      else await patiently(() => endTurn(database, { ...ending, turnId, firstSeq, lines }))
    } catch (error) {
      log.error("The end of a turn could not be written down; another pod will close it.", { turnId, error })
      state = "interrupted"
    }
    turns.delete(turnId)
    dirty.delete(turn)
    for (const follower of [...turn.followers]) follower.ended(state)
    turn.followers.clear()
    signals.publish(LOG_CHANNEL, [turnId])
    if (turns.size === 0) onEmpty?.()
  }

  function followHere(turn: Running, after: number, follower: Follower): () => void {
    const held = heldFrom(turn)
    if (after + 1 >= held.from) {
      if (held.lines.length > after + 1 - held.from)
        follower.take(Math.max(held.from, after + 1), held.lines.slice(after + 1 - held.from))
      turn.followers.add(follower)
      return () => turn.followers.delete(follower)
    }
    // The beginning is only in the log: what comes meanwhile waits until that has been told.
    let waiting: { firstSeq: number; lines: readonly string[] }[] | null = [{ firstSeq: held.from, lines: held.lines }]
    let endedAs: Parameters<Follower["ended"]>[0] | null = null
    const relay: Follower = {
      take(firstSeq, lines) {
        if (waiting) waiting.push({ firstSeq, lines })
        else follower.take(firstSeq, lines)
      },
      ended(state) {
        if (waiting) endedAs = state
        else follower.ended(state)
      },
    }
    turn.followers.add(relay)
    let gone = false
    void patiently(() => readLog(database, turn.turnId, after)).then(
      (page) => {
        if (gone) return
        let told = after
        const tell = (firstSeq: number, lines: readonly string[]) => {
          const fresh = lines.slice(Math.max(0, told + 1 - firstSeq))
          if (fresh.length === 0) return
          told = firstSeq + lines.length - 1
          follower.take(told - fresh.length + 1, fresh)
        }
        for (const { seq, line } of page?.entries ?? []) tell(seq, [line])
        for (const { firstSeq, lines } of waiting ?? []) tell(firstSeq, lines)
        waiting = null
        if (endedAs) follower.ended(endedAs)
      },
      () => follower.ended("gone"),
    )
    return () => {
      gone = true
      turn.followers.delete(relay)
    }
  }

  function followElsewhere(turnId: string, after: number, follower: Follower): () => void {
    let gone = false
    let wake = () => {}
    const woken = () => wake()
    const set = wakers.get(turnId) ?? new Set()
    wakers.set(turnId, set.add(woken))
    void (async () => {
      let position = after
      let renewAt = 0
      let missed = false
      while (!gone) {
        if (performance.now() >= renewAt) {
          signals.publish(FOLLOW_CHANNEL, [turnId])
          renewAt = performance.now() + RENEW_MS
        }
        missed = false
        wake = () => {
          missed = true
        }
        const page = await patiently(() => readLog(database, turnId, position)).catch(() => undefined)
        if (gone) return
        if (page === null) return follower.ended("gone")
        for (const run of runs(page?.entries ?? [])) {
          follower.take(run.firstSeq, run.lines)
          position = run.firstSeq + run.lines.length - 1
        }
        if (page && page.state !== "running") return follower.ended(page.state)
        if (!missed) await pause()
      }
    })().finally(leave)

    function pause(): Promise<void> {
      return new Promise((resolve) => {
        const again = setTimeout(resolve, LOOK_AGAIN_MS)
        wake = () => {
          clearTimeout(again)
          resolve()
        }
      })
    }

    function leave(): void {
      set.delete(woken)
      if (set.size === 0 && wakers.get(turnId) === set) wakers.delete(turnId)
    }

    return () => {
      gone = true
      wake()
    }
  }
}

/** What a pod still has in memory of a turn: not written yet, or on its way. */
function heldFrom({ pending, pendingFrom, inFlight }: Running): { from: number; lines: readonly string[] } {
  return inFlight
    ? { from: inFlight.from, lines: [...inFlight.lines, ...pending] }
    : { from: pendingFrom, lines: pending }
}

/** Neighbouring numbers together; a closed turn's last words may be numbered further on. */
function runs(entries: readonly { seq: number; line: string }[]): { firstSeq: number; lines: string[] }[] {
  const found: { firstSeq: number; lines: string[] }[] = []
  for (const { seq, line } of entries) {
    const last = found.at(-1)
    if (last && last.firstSeq + last.lines.length === seq) last.lines.push(line)
    else found.push({ firstSeq: seq, lines: [line] })
  }
  return found
}

/** A database that is away for some seconds must not cost a turn its end. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 8) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.min(100 * 2 ** attempt, 3_000)).unref())
    }
  }
}
