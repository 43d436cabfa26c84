import type { ToolCallRow } from "../../audit/tool-call-store.ts"
import type { BlockOf, ContentBlock } from "../../contract/chat/content-block.ts"
import { cutOpenParts, emptyTurn, type FoldedTurn, foldTurn } from "../../contract/chat/fold-turn.ts"
import type { TurnEvent } from "../../contract/chat/turn-event.ts"
import type { Database } from "../../db/database.ts"
import type { Log } from "../../log.ts"
import { cleanJson } from "../border/clean-text.ts"
import { scrubBlocks } from "../border/scrub.ts"
import { encodeEvent } from "./encode-event.ts"
import {
  beat,
  findOrphans,
  forgetOldLogs,
  lockOrphan,
  type OrphanedTurn,
  type OrphanSearch,
  readCallsOf,
  releaseDecisions,
} from "./pod-store.ts"
import type { RescuedCalls } from "./rescue-calls.ts"
import { endTurn } from "./turn-store.ts"

export interface PodWatch {
  start(): Promise<void>
  stop(): void
}

export interface PodTimes {
  beatMs: number
  /** Longer than a pod may stall without being dead. */
  deadAfterMs: number
}

const TIMES: PodTimes = { beatMs: 2_000, deadAfterMs: 7_000 }
const FORGET_LOGS_MS = 60_000

/** Says that this pod lives, and closes what pods that died were in the middle of. */
export function watchPods(options: {
  database: Database
  log: Log
  pod: string
  times?: PodTimes
  mask(text: string): string
  /** What became of the calls it had made. */
  rescueCalls(rows: readonly ToolCallRow[], said: readonly ContentBlock[]): Promise<RescuedCalls>
  /** The turns this pod runs. */
  own: {
    ids(): string[]
    compare(asked: readonly string[], stored: readonly { id: string; stopAsked: boolean }[]): void
  }
  onClosed(turn: { turnId: string; conversationId: string }): void
}): PodWatch {
  const { database, log, pod, own } = options
  const { beatMs, deadAfterMs } = options.times ?? TIMES
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let aliveSince: number | null = null
  let beatAt = 0
  let forgotAt = performance.now()

  async function tick(): Promise<void> {
    try {
      const ids = own.ids()
      own.compare(ids, await beat(database, pod))
      const now = performance.now()
      // After the database was away, or this whole machine stood still, everybody looks dead: they get the time to be
      // seen again.
      if (now - beatAt >= deadAfterMs) aliveSince = null
      beatAt = now
      aliveSince ??= now
      if (now - aliveSince >= deadAfterMs) await closeOrphans()
      if (now - forgotAt > FORGET_LOGS_MS) {
        forgotAt = now
        await forgetOldLogs(database)
      }
    } catch (error) {
      aliveSince = null
      log.debug("This pod could not say that it lives.", { error: String(error) })
    }
    if (!stopped) timer = setTimeout(tick, beatMs).unref()
  }

  async function closeOrphans(): Promise<void> {
    const search = { pod, own: own.ids(), deadAfterMs }
    for (const turnId of await findOrphans(database, search)) {
      try {
        const closed = await closeOrphan(turnId, search)
        if (!closed) continue
        log.warn("A server died in the middle of a turn; the turn was closed as interrupted.", { turnId })
        options.onClosed({ turnId, conversationId: closed.conversationId })
      } catch (error) {
        // The others are closed all the same.
        log.error("A turn that nobody runs could not be closed.", { turnId, error })
      }
    }
  }

  async function closeOrphan(turnId: string, search: OrphanSearch): Promise<OrphanedTurn | null> {
    const client = await database.pool.connect()
    try {
      await client.query("BEGIN")
      const orphan = await lockOrphan(client, turnId, search)
      if (orphan) {
        const said = rescue(orphan)
        const calls = await options.rescueCalls(await readCallsOf(client, turnId), said)
        const kept = scrubBlocks(cleanJson([...said, ...calls.blocks]), options.mask)
        if (orphan.kind === "decision" && kept.length === 0) await releaseDecisions(client, turnId)
        await endTurn(client, endingOf(orphan, kept, calls))
      }
      await client.query("COMMIT")
      client.release()
      return orphan
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  return {
    async start() {
      await beat(database, pod)
      beatAt = performance.now()
      aliveSince = beatAt
      timer = setTimeout(tick, beatMs).unref()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

const NOTICE: BlockOf<"notice"> = {
  type: "notice",
  kind: "interrupted",
  text: "The server that wrote this answer went away in the middle of it. What was said is kept; send a message to go on.",
}
/** After whatever the dead pod may still have sent. */
const SEQ_GAP = 1_000

function endingOf(
  orphan: OrphanedTurn,
  said: readonly ContentBlock[],
  calls: RescuedCalls,
): Parameters<typeof endTurn>[1] {
  const events: TurnEvent[] = [
    ...calls.events,
    { type: "data-notice", id: "notice-interrupted", data: NOTICE },
    { type: "abort", reason: "interrupted" },
  ]
  return {
    turnId: orphan.id,
    state: "interrupted",
    problem: NOTICE.text,
    blocks: [...said, NOTICE],
    firstSeq: orphan.lastSeq + SEQ_GAP,
    lines: events.map(encodeEvent),
    contextTokens: null,
    tokenCorrection: null,
    applied: calls.applied,
    by: { kind: "user", ...orphan.owner },
    note: null,
  }
}

/** What was stored as complete, and of the log the part that was being written. */
function rescue({ blocks, lines }: OrphanedTurn): ContentBlock[] {
  let folded: FoldedTurn = emptyTurn
  for (const line of lines) {
    try {
      folded = foldTurn(folded, JSON.parse(line) as TurnEvent)
    } catch {
      // A line that cannot be read costs that line.
    }
  }
  const open = new Set(Object.values(folded.open))
  const unfinished = cutOpenParts({
    ...folded,
    blocks: folded.blocks.filter((_, index) => open.has(index)),
    open: reindex(open.size),
  })
  return [...blocks, ...unfinished]
}

function reindex(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index), index]))
}
