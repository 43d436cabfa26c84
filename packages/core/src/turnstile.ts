import { RateLimitedError } from "./errors.ts"

interface Width {
  atOnce: number
  /** How many more may wait; without it, everybody. */
  waiting?: number
  /** What whoever comes then is told. */
  full?: string
}

/** Runs so many at a time; the others wait for their turn, in order. */
export function createTurnstile({
  atOnce,
  waiting = Number.POSITIVE_INFINITY,
  full = "Too many wait already.",
}: Width) {
  let running = 0
  const queue: (() => void)[] = []
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1
    else {
      if (queue.length >= waiting) throw new RateLimitedError(full, 5)
      await new Promise<void>((enter) => queue.push(enter))
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      // Whoever waited takes the place over.
      if (next) next()
      else running -= 1
    }
  }
}
