import { RateLimitedError } from "../errors.ts"

/** Runs so many at a time; some more wait for their turn, and the rest is told to come back. */
export function createTurnstile({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let running = 0
  const queue: (() => void)[] = []
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1
    else {
      if (queue.length >= waiting)
        throw new RateLimitedError("Too many addresses are being looked at right now. Try again in a few seconds.", 5)
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
