import type { BlockOf, ContentBlock } from "../../contract/chat/content-block.ts"
import { canonicalJson } from "../../secrets/canonical-json.ts"

/** A tool the model decided to call. */
export interface DecidedCall {
  name: string
  /** As the model wrote them. */
  arguments: string
}

/** One decision of a stored answer: what had been said and done before it, and what was called then. None: it answered. */
export interface StoredStep {
  before: ContentBlock[]
  calls: DecidedCall[]
}

/**
 * `arguments`: the same tools with something else in them. `tools`: others. `missing`: it answered where calls were made
 * before. `added`: it called where an answer was given before.
 */
export type Verdict = "same" | "arguments" | "tools" | "missing" | "added"

/** The steps of an answer, as far as they were decisions: what was stopped, cut or failed on its way is none. */
export function stepsOf(blocks: readonly ContentBlock[]): StoredStep[] {
  const steps: (StoredStep & { said: boolean })[] = []
  let answered = true
  let broken = false
  for (const [index, block] of blocks.entries()) {
    if (block.type === "tool-result") answered = true
    if (block.type === "notice" && BREAKS.has(block.kind)) broken = true
    if (block.type !== "text" && block.type !== "reasoning" && block.type !== "tool-call") continue
    if (block.cut) broken = true
    if (answered) steps.push({ before: blocks.slice(0, index), calls: [], said: false })
    answered = false
    const step = steps.at(-1)!
    if (block.type === "text") step.said = true
    if (block.type === "tool-call" && !block.cut) step.calls.push({ name: block.name, arguments: block.arguments })
  }
  const last = steps.at(-1)
  if (last && last.calls.length === 0 && (broken || !last.said)) steps.pop()
  return steps.map(({ before, calls }) => ({ before, calls }))
}

const BREAKS: ReadonlySet<BlockOf<"notice">["kind"]> = new Set([
  "stopped",
  "interrupted",
  "failed",
  "cut",
  "length",
  "refused",
  "over-spend",
  "out-of-steps",
])

/** Calls of one step run side by side, so their order says nothing. */
export function judge(stored: readonly DecidedCall[], now: readonly DecidedCall[]): Verdict {
  if (stored.length > 0 && now.length === 0) return "missing"
  if (stored.length === 0 && now.length > 0) return "added"
  const names = (calls: readonly DecidedCall[]) => sorted(calls.map(({ name }) => name))
  if (names(stored) !== names(now)) return "tools"
  const whole = (calls: readonly DecidedCall[]) => sorted(calls.map((call) => `${call.name} ${normal(call.arguments)}`))
  return whole(stored) === whole(now) ? "same" : "arguments"
}

function sorted(texts: string[]): string {
  return texts.sort().join("\n")
}

function normal(text: string): string {
  try {
    return canonicalJson(JSON.parse(text || "{}"))
  } catch {
    return text
  }
}
