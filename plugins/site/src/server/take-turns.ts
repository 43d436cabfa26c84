import { setImmediate as nextTurn } from "node:timers/promises"

/** Long enough that the pauses cost nothing, short enough that nobody who waits notices. */
const TURN_MS = 10

/**
 * For work that goes on without waiting for anything: awaited between its steps, it lets others have the event loop as
 * soon as the steps together took a while.
 */
export function takeTurns(): () => Promise<void> | void {
  let began = performance.now()
  return () => {
    if (performance.now() - began < TURN_MS) return
    return nextTurn().then(() => {
      began = performance.now()
    })
  }
}
