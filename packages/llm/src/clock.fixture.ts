import type { Clock } from "./transport/silence.ts"

/** A clock that stands still until it is moved. */
export interface FakeClock extends Clock {
  /** Everything that falls due on the way is called, in its order. */
  advance(ms: number): void
}

export function fakeClock(): FakeClock {
  let now = 0
  const due = new Set<{ at: number; call: () => void }>()
  return {
    now: () => now,
    after(ms, call) {
      const timer = { at: now + ms, call }
      due.add(timer)
      return () => due.delete(timer)
    },
    advance(ms) {
      const until = now + ms
      for (;;) {
        const [next] = [...due].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
        if (!next) break
        due.delete(next)
        now = next.at
        next.call()
      }
      now = until
    },
  }
}
