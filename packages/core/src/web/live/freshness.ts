import type { Query, QueryClient } from "@tanstack/react-query"
import { elapsedMs } from "../elapsed.ts"

/** Decides when what a page shows is read again. */
export interface Freshness {
  /**
   * What matches must come from a read that began at `since` (of `elapsedMs`) or later. What nobody looks at is read
   * when somebody does. Done when everything shown is that fresh, or could not be read.
   */
  demand(matches: (query: Query) => boolean, since: number, pace: Pace): Promise<void>
}

/** `at once`: for what the person here did. `paced`: for what others do, however often. */
export type Pace = "at once" | "paced"

// A first change is read at once, and those after it together. Of a list whose every row changes all the time, two reads a
// second cost a browser a tenth of a core (bench/live-updates).
const PACE_MS = 700

interface Reading {
  /** When the last read began, whatever became of it. */
  begunAt: number
  /** When the read began whose outcome is known. */
  outcomeOf: number
  wantedSince: number
  atOnce: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  waiting: { since: number; done(): void }[]
}

const known = new WeakMap<QueryClient, Freshness>()

/** One for each client. Asked for when the client is made: reads that began before it watches count as old. */
export function freshnessOf(client: QueryClient): Freshness {
  const freshness = known.get(client) ?? createFreshness(client)
  known.set(client, freshness)
  return freshness
}

function createFreshness(client: QueryClient): Freshness {
  const cache = client.getQueryCache()
  const readings = new WeakMap<Query, Reading>()

  function readingOf(query: Query): Reading {
    const reading = readings.get(query) ?? newReading()
    readings.set(query, reading)
    return reading
  }

  cache.subscribe((event) => {
    const reading = readingOf(event.query)
    // Not from within the update that tells: the query has not finished its bookkeeping.
    const advanceSoon = () => queueMicrotask(() => advance(event.query, reading))
    if (event.type === "removed") forget(reading)
    // Its read may have been given up with it.
    if (event.type === "observerRemoved") advanceSoon()
    if (event.type !== "updated") return
    if (event.action.type === "fetch") reading.begunAt = elapsedMs()
    if (event.action.type !== "success" && event.action.type !== "error") return
    reading.outcomeOf = reading.begunAt
    advanceSoon()
  })

  function advance(query: Query, reading: Reading): void {
    settle(reading, reading.outcomeOf)
    const isRunning = query.state.fetchStatus !== "idle"
    if (reading.wantedSince <= (isRunning ? reading.begunAt : reading.outcomeOf)) {
      reading.atOnce = false
      return
    }
    if (!query.isActive()) {
      query.invalidate()
      forget(reading)
      return
    }
    // Kept and followed by one more: cancelled by every change, a read under many changes would never end.
    if (isRunning && !(reading.atOnce && query.state.data !== undefined)) return
    const waitMs = reading.atOnce ? 0 : reading.begunAt + PACE_MS - elapsedMs()
    if (waitMs > 0) {
      // Whoever comes to look meanwhile reads.
      query.invalidate()
      reading.timer ??= setTimeout(() => {
        reading.timer = undefined
        advance(query, reading)
      }, waitMs)
      return
    }
    read(query, reading)
  }

  function read(query: Query, reading: Reading): void {
    clearTimeout(reading.timer)
    Object.assign(reading, { timer: undefined, atOnce: false })
    // Its outcome is told by the cache.
    query.fetch(undefined, { cancelRefetch: true }).catch(() => {})
    // Without a network it waits for one, and nobody waits for it.
    if (query.state.fetchStatus === "paused") settle(reading, Number.POSITIVE_INFINITY)
  }

  async function beFresh(query: Query, since: number, pace: Pace): Promise<void> {
    const reading = readingOf(query)
    if (since <= reading.outcomeOf) return
    reading.wantedSince = Math.max(reading.wantedSince, since)
    reading.atOnce ||= pace === "at once"
    await new Promise<void>((done) => {
      reading.waiting.push({ since, done })
      advance(query, reading)
    })
  }

  return {
    async demand(matches, since, pace) {
      await Promise.all(cache.findAll({ predicate: matches }).map((query) => beFresh(query, since, pace)))
    },
  }
}

function newReading(): Reading {
  return {
    begunAt: Number.NEGATIVE_INFINITY,
    outcomeOf: Number.NEGATIVE_INFINITY,
    wantedSince: Number.NEGATIVE_INFINITY,
    atOnce: false,
    timer: undefined,
    waiting: [],
  }
}

/** Nobody looks at it any more: whoever does reads. */
function forget(reading: Reading): void {
  clearTimeout(reading.timer)
  Object.assign(reading, { timer: undefined, atOnce: false })
  settle(reading, Number.POSITIVE_INFINITY)
}

function settle(reading: Reading, readAt: number): void {
  const settled = reading.waiting.filter(({ since }) => since <= readAt)
  if (settled.length === 0) return
  reading.waiting = reading.waiting.filter(({ since }) => since > readAt)
  for (const { done } of settled) done()
}
