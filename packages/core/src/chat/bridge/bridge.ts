import { randomUUID } from "node:crypto"
import { type AskTab, NoOpenPageError, type TabQuestion } from "../../access/points/ask-tab.ts"
import type { PageSnapshot } from "../../contract/chat/page-snapshot.ts"
import type { TabBeat, TabRequest } from "../../contract/chat/tab.ts"
import type { Database } from "../../db/database.ts"
import { PlatformError, UnavailableError } from "../../errors.ts"
import type { Log } from "../../log.ts"
import { openJson, sealJson } from "../../proposals/proposal-store.ts"
import type { Keyring } from "../../secrets/keyring.ts"
import { TAB_ANSWER } from "../../secrets/sealed-columns.ts"
import type { Signals } from "../../signals/signals.ts"
import {
  assignRequest,
  endRequest,
  holdLease,
  noteTab,
  openRequest,
  readRequest,
  storeAnswer,
  sweepBridge,
  takeLease,
} from "./bridge-store.ts"

export interface BridgeTimes {
  /** A tab that was not seen for so long has lost its lease. */
  lostAfterMs: number
  /** How long the first tab may take to say that it is there. */
  arrivalMs: number
  /** How often whoever waits looks for himself: a lost lease tells nobody, and news can be missed. */
  lookMs: number
}

// Tabs say every 10 s that they are open: two may be missed.
const TIMES: BridgeTimes = { lostAfterMs: 25_000, arrivalMs: 5_000, lookMs: 1_000 }
const SWEEP_MS = 60_000
/** Told that a request was answered, on whichever server the answer came. */
const CHANNEL = "bridge"

/** What a tab answered, as it is stored until whoever waits has it. */
export type KeptAnswer = ({ result: unknown } | { failed: true }) & { snapshot?: PageSnapshot | undefined }

/** The way from a turn to the tab that its person looks at, and back. Every step is in the database. */
export interface Bridge {
  asker(turn: {
    conversationId: string
    turnId: string
    /** As the model knows the call. */
    callId: string
    tell(request: TabRequest): void
  }): AskTab
  /** The tab that sent a message runs what its turn asks for. */
  take(conversationId: string, tab: string): Promise<void>
  /** What the tab is still to answer. */
  beat(ownerId: string, beat: TabBeat): Promise<{ requestId: string; lease: number }[]>
  /** False: it does not count any more. */
  answer(to: { id: string; tab: string; lease: number }, answer: KeptAnswer): Promise<boolean>
  start(): void
  stop(): void
}

export function createBridge(options: {
  database: Database
  signals: Signals
  keyring: Keyring
  log: Log
  times?: Partial<BridgeTimes> | undefined
}): Bridge {
  const { database, signals, keyring, log } = options
  const times = { ...TIMES, ...options.times }
  const waiting = new Map<string, () => void>()
  let sweeping: NodeJS.Timeout | undefined

  signals.subscribe(CHANNEL, (requestId) => waiting.get(requestId)?.())
  signals.onGap(() => {
    for (const wake of waiting.values()) wake()
  })

  return {
    asker: (turn) => (question) => ask(turn, question),
    take: (conversationId, tab) => takeLease(database, conversationId, tab),
    beat: (ownerId, beat) => noteTab(database, ownerId, beat),
    async answer({ id, tab, lease }, answer) {
      const sealed = sealJson(keyring, answer, TAB_ANSWER.at(id))
      const counts = await storeAnswer(database, { id, tab, lease, answer: sealed })
      if (counts) signals.publish(CHANNEL, [id])
      return counts
    },
    start() {
      sweeping = setInterval(() => {
        sweepBridge(database).catch((error) => log.debug("Old requests to tabs could not be swept.", { error }))
      }, SWEEP_MS).unref()
    },
    stop: () => clearInterval(sweeping),
  }

  async function ask(turn: Parameters<Bridge["asker"]>[0], question: TabQuestion) {
    const { toolName, input, timeoutMs, abort } = question
    const id = randomUUID()
    const { conversationId, turnId, callId } = turn
    const openedAt = performance.now()
    const request = { id, conversationId, turnId, tool: toolName, timeoutMs }
    const deadline = (await openRequest(database, request)).toISOString()
    let asked = 0
    try {
      for (;;) {
        demandGoing(abort)
        const kept = await look()
        if (kept) return { result: demandResult(kept), snapshot: kept.snapshot }
        await pause(id, abort)
      }
    } finally {
      // Whoever answers from now on is late. What cannot be written now is past by itself when the turn ends.
      await endRequest(database, id).catch((error) =>
        log.debug("A request to a tab could not be ended.", { id, error }),
      )
    }

    /** The answer, if there is one; else sees to it that an open tab knows of the question. */
    async function look(): Promise<KeptAnswer | null> {
      try {
        const stored = await readRequest(database, id)
        if (!stored) throw new UnavailableError("The conversation was deleted while the page was asked.")
        if (stored.answer) return openJson(keyring, stored.answer, TAB_ANSWER.at(id)) as KeptAnswer
        if (stored.late) throw tookTooLong(timeoutMs)
        const lease = await holdLease(database, conversationId, times.lostAfterMs)
        if (!lease && asked === 0 && performance.now() - openedAt > times.arrivalMs) throw new NoOpenPageError()
        if (!lease || lease.number === asked) return null
        await assignRequest(database, id, lease.number)
        asked = lease.number
        turn.tell({ requestId: id, toolCallId: callId, tab: lease.tab, lease: asked, toolName, input, deadline })
        return null
      } catch (error) {
        if (error instanceof PlatformError) throw error
        // The database is away for a moment: the page may well have been asked already.
        log.debug("A tab's answer could not be looked for.", { id, error })
        return null
      }
    }
  }

  function pause(id: string, abort: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => resolve()
    const timer = setTimeout(wake, times.lookMs)
    waiting.set(id, wake)
    abort?.addEventListener("abort", wake)
    if (abort?.aborted) wake()
    return promise.finally(() => {
      clearTimeout(timer)
      abort?.removeEventListener("abort", wake)
      waiting.delete(id)
    })
  }
}

function demandGoing(abort: AbortSignal | undefined): void {
  if (!abort?.aborted) return
  if (abort.reason instanceof PlatformError) throw abort.reason
  throw new UnavailableError("The turn was stopped before the page answered.")
}

function demandResult(kept: KeptAnswer): unknown {
  if ("result" in kept) return kept.result
  throw new UnavailableError(
    "The operator's page could not do this. It may have been reloaded meanwhile; try once more.",
  )
}

function tookTooLong(timeoutMs: number): UnavailableError {
  return new UnavailableError(
    `The operator's page did not answer within ${timeoutMs / 1000} s. It may have been closed or be asleep. Go on without it, and say so.`,
  )
}
