/** Open pages hear of runs at their slots this often, however many there are. */
const EVERY_MS = 5_000

/** Checks that ran and of which open pages have not been told. */
export interface LiveRuns {
  /** Those to tell now, the given ones among them; none where it is too soon. Nothing is taken until it was `told`. */
  due(ran: Iterable<string>, urgency?: { atOnce: boolean }): readonly string[]
  told(checkIds: readonly string[]): void
  /** Stored, but not told yet. */
  keep(ran: Iterable<string>): void
  /** How long until what is kept may be told; null where nothing is. */
  dueInMs(): number | null
}

/** The first is told at once and what comes soon after together, the last of it too. */
export function createLiveRuns(now: () => number = () => performance.now()): LiveRuns {
  const kept = new Set<string>()
  let toldAt = Number.NEGATIVE_INFINITY
  const waitMs = () => Math.max(0, toldAt + EVERY_MS - now())

  return {
    due(ran, { atOnce } = { atOnce: false }) {
      return atOnce || waitMs() === 0 ? [...new Set([...kept, ...ran])] : []
    },
    told(checkIds) {
      for (const id of checkIds) kept.delete(id)
      toldAt = now()
    },
    keep(ran) {
      for (const id of ran) kept.add(id)
    },
    dueInMs: () => (kept.size === 0 ? null : waitMs()),
  }
}

/** Of this server. */
export const liveRuns = createLiveRuns()

/** Sees to it that what is kept is told when it is time, also when no further run comes. */
export function createLastTeller(runs: Pick<LiveRuns, "dueInMs">, tell: () => Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined
  return {
    /** After every batch. */
    look() {
      const waitMs = runs.dueInMs()
      if (waitMs === null || timer) return
      timer = setTimeout(async () => {
        timer = undefined
        await tell()
      }, waitMs)
    },
    stop: () => clearTimeout(timer),
  }
}
