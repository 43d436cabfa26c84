export interface FairQueue {
  /** Runs the work when it is this lane's turn. Rejects with `overflow()` when its lane is the one that overfills the queue. */
  run<T>(lane: string, work: () => Promise<T>): Promise<T>
}

interface Waiter {
  start(): void
  drop(): void
}

/**
 * A few at a time, and whoever waits is taken lane by lane: one who brings a thousand stands in front of nobody else but
 * for one turn. When too many wait, the longest lane loses its latest.
 */
export function createFairQueue(options: { atATime: number; mostWaiting: number; overflow: () => Error }): FairQueue {
  const { atATime, mostWaiting, overflow } = options
  // In the order of their turns: a lane that was served goes to the end.
  const lanes = new Map<string, Waiter[]>()
  let atWork = 0
  let waiting = 0

  function next(): Waiter | undefined {
    const first = lanes.entries().next().value
    if (!first) return undefined
    const [lane, waiters] = first
    const waiter = waiters.shift()!
    lanes.delete(lane)
    if (waiters.length > 0) lanes.set(lane, waiters)
    waiting--
    return waiter
  }

  function dropFromLongest(): void {
    let longest: [string, Waiter[]] | undefined
    for (const entry of lanes) if (!longest || entry[1].length > longest[1].length) longest = entry
    const [lane, waiters] = longest!
    waiters.pop()!.drop()
    if (waiters.length === 0) lanes.delete(lane)
    waiting--
  }

  async function turn(lane: string): Promise<void> {
    if (atWork < atATime) {
      atWork++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const waiters = lanes.get(lane)
      const waiter = { start: resolve, drop: () => reject(overflow()) }
      if (waiters) waiters.push(waiter)
      else lanes.set(lane, [waiter])
      if (++waiting > mostWaiting) dropFromLongest()
    })
  }

  return {
    async run(lane, work) {
      await turn(lane)
      try {
        return await work()
      } finally {
        // The one who finishes hands its place on, so nobody can slip in between.
        const waiter = next()
        if (waiter) waiter.start()
        else atWork--
      }
    },
  }
}
