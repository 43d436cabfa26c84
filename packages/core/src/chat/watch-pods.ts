import type { BlockOf, ContentBlock } from "../contract/chat/content-block.ts"
import { cutOpenParts, emptyTurn, type FoldedTurn, foldTurn } from "../contract/chat/fold-turn.ts"
import type { TurnEvent } from "../contract/chat/turn-event.ts"
import type { Database } from "../db/database.ts"
import type { Log } from "../log.ts"
import { encodeEvent } from "./encode-event.ts"
import { beat, findOrphans, forgetOldLogs, type OrphanedTurn } from "./pod-store.ts"
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
  onClosed(turn: { turnId: string; conversationId: string }): void
}): PodWatch {
  const { database, log, pod } = options
  const { beatMs, deadAfterMs } = options.times ?? TIMES
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let aliveSince: number | null = null
  let forgotAt = performance.now()

  async function tick(): Promise<void> {
    try {
      await beat(database, pod)
      aliveSince ??= performance.now()
      // Right after the database was away, everybody looks dead: they get the time to be seen again.
      if (performance.now() - aliveSince >= deadAfterMs) await closeOrphans()
      if (performance.now() - forgotAt > FORGET_LOGS_MS) {
        forgotAt = performance.now()
        await forgetOldLogs(database)
      }
    } catch (error) {
      aliveSince = null
      log.debug("This pod could not say that it lives.", { error: String(error) })
    }
    if (!stopped) timer = setTimeout(tick, beatMs).unref()
  }

  async function closeOrphans(): Promise<void> {
    for (const orphan of await findOrphans(database, deadAfterMs)) {
      if (!(await closeOrphan(database, orphan))) continue
      log.warn("A server died in the middle of a turn; the turn was closed as interrupted.", { turnId: orphan.id })
      options.onClosed({ turnId: orphan.id, conversationId: orphan.conversationId })
    }
  }

  return {
    async start() {
      await beat(database, pod)
      aliveSince = performance.now()
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

async function closeOrphan(database: Database, orphan: OrphanedTurn): Promise<boolean> {
  const events: TurnEvent[] = [
    { type: "data-notice", id: "notice-interrupted", data: NOTICE },
    { type: "abort", reason: "interrupted" },
  ]
  return endTurn(database, {
    turnId: orphan.id,
    state: "interrupted",
    problem: NOTICE.text,
    blocks: [...rescue(orphan), NOTICE],
    firstSeq: orphan.lastSeq + SEQ_GAP,
    lines: events.map(encodeEvent),
    contextTokens: null,
    tokenCorrection: null,
    applied: [],
    by: { kind: "user", ...orphan.owner },
    note: null,
  })
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
