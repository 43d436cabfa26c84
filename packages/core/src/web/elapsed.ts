let elapsed = 0
let last = { monotonic: performance.now(), wall: Date.now() }

// A clock that is set or corrected jumps less often than a machine sleeps, and to read once too often does no harm.
const ASLEEP_MS = 1_000

/** Milliseconds since this page began, those included for which the machine slept: `performance.now` leaves them out. */
export function elapsedMs(): number {
  const now = { monotonic: performance.now(), wall: Date.now() }
  const awake = now.monotonic - last.monotonic
  const passed = now.wall - last.wall
  elapsed += passed > awake + ASLEEP_MS ? passed : awake
  last = now
  return elapsed
}
