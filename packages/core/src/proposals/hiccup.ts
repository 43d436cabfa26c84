import { setTimeout as pause } from "node:timers/promises"
import { conditionOf } from "../db/conditions.ts"
import { OutcomeUnknownError } from "../errors.ts"

/**
 * Classes of Postgres' conditions that are about the database and not about what was asked of it: connections, want of
 * resources, operators and shutdowns, the system; a transaction or a lock that took too long; and races lost to others.
 */
const HICCUPS = /^(08|53|57|58)...$|^(25P03|25P04)$/
const RACES = /^(55P03|40001|40P01)$/

/** Whether the database was in the way, so that the same thing may work in a moment. */
export function isHiccup(error: unknown): boolean {
  if (error instanceof OutcomeUnknownError || conditionOf(error)) return true
  return codesOf(error).some((code) => HICCUPS.test(code)) || isRace(error)
}

/** Whether others were, who changed the same things at the same moment. */
export function isRace(error: unknown): boolean {
  return codesOf(error).some((code) => RACES.test(code))
}

/** Of the error and of what it was caused by. */
function codesOf(error: unknown): string[] {
  const codes: string[] = []
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const { code } = cause as { code?: unknown }
    if (typeof code === "string") codes.push(code)
  }
  return codes
}

const TRIES = 6
const PAUSE_MS = 400

/** Tries again for about two seconds: longer, and whoever waits would rather be told. */
export async function onceBack<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 1 || !isHiccup(error)) throw error
      await pause(PAUSE_MS)
    }
  }
}
