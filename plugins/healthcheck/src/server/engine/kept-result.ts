import type { CheckRun } from "../../probe/run-check.ts"

/** What is kept of a failed or changed run, and of the newest good one: `result.detail`, and `state.last_ok` with its instant. */
export type KeptResult = Pick<CheckRun, "failure" | "values" | "assertions">

/** A page of a server says what is wrong in its first lines; a whole one would make every row a file. */
const LONGEST_TEXT = 2_000
const MOST_PARTS = 50
const DEEPEST = 6
const MOST_TEXT = 12_000
const SHORT = 200

/** Bounded whatever a server answered; masked it was before. */
export function keptResult({ failure, values, assertions }: CheckRun): KeptResult {
  const budget = { left: MOST_TEXT }
  return {
    failure: failure && { ...failure, message: storable(failure.message) },
    values: boundedFields(values, budget),
    assertions: assertions.slice(0, MOST_PARTS).map((one) => ({
      ...one,
      actual: storable(one.actual),
      sentence: storable(one.sentence),
    })),
  }
}

/** Why a run was not good, in a sentence; empty for a good one. */
export function sentenceOf({ failure, assertions }: CheckRun): string {
  const said = failure?.message ?? failingOf(assertions)[0] ?? ""
  // What a server answered may stand in it, and must not pass for a line of ours in a message.
  return storable(said.replaceAll(/\s+/gu, " ").slice(0, 500))
}

export function failingOf(assertions: CheckRun["assertions"]): string[] {
  return assertions.filter(({ passed }) => !passed).map(({ sentence }) => storable(sentence))
}

/**
 * Collectors and their fields are the strategy's, so all of them stay, and short ones stay whole: status, days of a certificate.
 * Only what a server may make long shares the budget, so that a long body cannot take the rest of the run with it.
 */
function boundedFields(values: CheckRun["values"], budget: { left: number }): CheckRun["values"] {
  const kept = Object.entries(values).map(([collector, fields]) => {
    const entries = Object.entries(fields).map(([field, value]) => {
      const isShort = typeof value === "string" && value.length <= SHORT
      return [storable(field), isShort ? storable(value) : bounded(value, 2, budget)]
    })
    return [storable(collector), Object.fromEntries(entries)]
  })
  return Object.fromEntries(kept)
}

function bounded(value: unknown, depth: number, budget: { left: number }): unknown {
  if (typeof value === "string") return boundedText(value, budget)
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value)
  if (typeof value === "boolean" || value === null) return value
  if (typeof value !== "object" || depth >= DEEPEST || budget.left <= 0) return null
  if (Array.isArray(value)) return value.slice(0, MOST_PARTS).map((part) => bounded(part, depth + 1, budget))
  const entries: [string, unknown][] = []
  for (const [key, part] of Object.entries(value).slice(0, MOST_PARTS)) {
    if (budget.left <= 0) break
    entries.push([boundedText(key, budget), bounded(part, depth + 1, budget)])
  }
  return Object.fromEntries(entries)
}

// Postgres keeps no zero byte and no half of a character, and servers send both.
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

function storable(text: string): string {
  return text.replace(UNSTORABLE, "\u{FFFD}")
}

function boundedText(text: string, budget: { left: number }): string {
  const longest = Math.min(LONGEST_TEXT, Math.max(0, budget.left))
  budget.left -= Math.min(text.length, longest)
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text
  return storable(cut)
}
