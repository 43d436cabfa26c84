import { SandboxBusy } from "./result.ts"

/** Lets `width` works run at once and `longest` wait in the order they came; the next one is refused at once. */
export function createLanes({ width, longest }: { width: number; longest: number }) {
  let running = 0
  const waiting: { begin(): void; leave(reason: unknown): void }[] = []

  return {
    count: () => ({ running, waiting: waiting.length }),

    async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      signal?.throwIfAborted()
      if (running < width) running += 1
      else await turn(signal)
      try {
        return await work()
      } finally {
        // The place is handed on, not given back: somebody who comes now must not overtake those who wait.
        const next = waiting.shift()
        if (next) next.begin()
        else running -= 1
      }
    },

    refuseWaiting(reason: unknown) {
      for (const one of waiting.splice(0)) one.leave(reason)
    },
  }

  function turn(signal?: AbortSignal): Promise<void> {
    if (waiting.length >= longest)
      throw new SandboxBusy(
        `${running} scripts run and ${waiting.length} wait on this server, which is as many as it takes. Try again in a moment.`,
      )
    return new Promise((resolve, reject) => {
      const one = { begin: () => settle(resolve), leave: (reason: unknown) => settle(() => reject(reason)) }
      const onAbort = () => {
        waiting.splice(waiting.indexOf(one), 1)
        one.leave(signal?.reason)
      }
      const settle = (end: () => void) => {
        signal?.removeEventListener("abort", onAbort)
        end()
      }
      signal?.addEventListener("abort", onAbort)
      waiting.push(one)
    })
  }
}
