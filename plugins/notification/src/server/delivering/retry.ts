const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** After each failed attempt; after the last one it is given up. About a day in all. */
export const WAITS_MS = [
  10 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
]

/**
 * Null when it was tried often enough. A fifth more or less, so that what failed together does not come back together; never before
 * the receiver asked for it.
 */
export function nextWaitMs(attempts: number, retryAfterSeconds: number | null, random = Math.random()): number | null {
  const wait = WAITS_MS[attempts - 1]
  if (wait === undefined) return null
  return Math.max(wait * (0.8 + 0.4 * random), (retryAfterSeconds ?? 0) * SECOND)
}
