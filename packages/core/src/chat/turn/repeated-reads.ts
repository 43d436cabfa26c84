import { createHash } from "node:crypto"
import type { TaintSource } from "../../contract/proposal.ts"
import { canonicalJson } from "../../secrets/canonical-json.ts"

/** What a read answered the first time. Null: it failed, so there is nothing to repeat. */
export type FirstAnswer = { text: string; source: TaintSource | null; toolCallId: string } | null

export interface RepeatedReads {
  /** The first answer to the same question, once it was asked often enough; else null, and the read is made. */
  answered(toolName: string, input: unknown): Promise<FirstAnswer> | null
  /** What a read comes to, once it is known. The first one counts. */
  made(toolName: string, input: unknown, answer: Promise<FirstAnswer>): void
  /** Something was changed: what is read now may be another answer. */
  changed(): void
}

/** A read that says the same a fourth time only costs: the model that asks again has lost count. */
const MOST_EQUAL = 3

/** For one turn. */
export function createRepeatedReads(): RepeatedReads {
  const asked = new Map<string, { times: number; first: Promise<FirstAnswer> }>()
  return {
    answered(toolName, input) {
      const known = asked.get(keyOf(toolName, input))
      return known && known.times >= MOST_EQUAL ? known.first : null
    },
    made(toolName, input, answer) {
      const key = keyOf(toolName, input)
      const known = asked.get(key)
      const first = known ? known.first.then((one) => one ?? answer) : answer
      asked.set(key, { times: (known?.times ?? 0) + 1, first })
    },
    changed: () => asked.clear(),
  }
}

/** The answer again, with a word on why it is no fresh one. */
export function repeated(toolName: string, text: string): string {
  const note = `${toolName} was called with these arguments ${MOST_EQUAL} times in this turn and not called again: this is its first result. Go on with it.`
  return JSON.stringify({ note, result: parsed(text) })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function keyOf(toolName: string, input: unknown): string {
  return createHash("sha256")
    .update(`${toolName}\n${canonicalJson(input)}`)
    .digest("base64")
}
