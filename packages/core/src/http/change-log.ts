import { type ChangeNews, newsDigest } from "../contract/news.ts"
import type { ResourceChange } from "../signals/changes.ts"

/** What this pod heard lately, so that every open page is told from where it stands, and once. */
export interface ChangeLog {
  /** The position before everything that is kept. */
  readonly start: number
  readonly end: number
  note(change: ResourceChange): void
  /** What was heard from here on is known; before it, something may have been missed. */
  restart(): void
  /** `missed`: what was heard after the position is not kept any more. */
  after(position: number): { changes: ChangeNews[]; missed: boolean }
  /** For how long everything that was heard is kept. */
  readonly completeMs: number
}

interface Entry {
  readonly at: number
  readonly resource: string
  readonly thing: string | null
  readonly cause: string | null
}

// Longer than a page takes to load, a network to change and a server to restart.
const KEPT_MS = 60_000
const MOST_ENTRIES = 10_000
// One event names as many things of a resource as a list shows twice over; beyond that it is all of them.
const MOST_THINGS = 100

export function createChangeLog(now: () => number = () => performance.now()): ChangeLog {
  let entries: Entry[] = []
  let dropped = 0
  let completeFrom = now()

  /** In halves: to shift one at a time moves all of them each time. */
  function trim(): void {
    const tooMany = entries.length > MOST_ENTRIES ? entries.length - MOST_ENTRIES / 2 : 0
    const young = entries.findIndex(({ at }) => at >= now() - KEPT_MS)
    const count = Math.max(tooMany, young === -1 ? entries.length : young)
    if (count === 0) return
    completeFrom = Math.max(completeFrom, entries[count - 1]!.at)
    entries = entries.slice(count)
    dropped += count
  }

  return {
    get start() {
      trim()
      return dropped
    },
    get end() {
      return dropped + entries.length
    },
    get completeMs() {
      return now() - completeFrom
    },
    note({ resource, id, cause }) {
      if (entries.length >= MOST_ENTRIES || (entries[0] && entries[0].at < now() - 2 * KEPT_MS)) trim()
      entries.push({
        at: now(),
        resource,
        thing: id === undefined ? null : newsDigest(id),
        cause: cause === undefined ? null : newsDigest(cause),
      })
    },
    restart() {
      dropped += entries.length
      entries = []
      completeFrom = now()
    },
    after(position) {
      const missed = position < dropped
      const fresh = entries.slice(Math.max(0, position - dropped))
      return { changes: gather(fresh, now()), missed }
    },
  }
}

/** A burst in few words: of each resource the things, or that it was all of them. */
function gather(entries: readonly Entry[], now: number): ChangeNews[] {
  const groups = Map.groupBy(entries, ({ resource, cause }) => `${resource} ${cause ?? ""}`)
  return [...groups.values()].map((group) => {
    const { resource, cause, at } = group.at(-1)!
    const things = new Set(group.flatMap(({ thing }) => thing ?? []))
    const areNamed = group.every(({ thing }) => thing !== null) && things.size <= MOST_THINGS
    return {
      resource,
      ageMs: Math.floor(now - at),
      ...(areNamed ? { things: [...things] } : {}),
      ...(cause === null ? {} : { cause }),
    }
  })
}
