import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import type { InProcessDriver } from "../driver.ts"
import type { ModelEvent } from "../model-event.ts"
import { rehearse } from "../rehearsal/rehearse.ts"
import type { RehearsedAnswer } from "../rehearsal/script.ts"
import { failureOf } from "../transport/classify-failure.ts"

export const rehearsal: InProcessDriver = {
  id: "rehearsal",
  label: "Rehearsal",
  summary: "No AI: it recognises a few requests and plays them through the real tools.",
  credential: z.object({}),
  async run({ scripts = [], paceMs = PACE_MS }, { messages }, { onEvents, signal }) {
    let answer: RehearsedAnswer
    try {
      answer = rehearse(scripts, messages)
    } catch (error) {
      const sentence = `A rehearsal script cannot be played: ${(error as Error).message}. Correct the script.`
      onEvents([{ type: "error", failure: { kind: "rejected", sentence } }])
      return undefined
    }
    for (const events of play(answer)) {
      if (paceMs > 0) await sleep(paceMs, undefined, { signal }).catch(() => {})
      if (signal?.aborted) {
        onEvents([{ type: "error", failure: failureOf("aborted", rehearsal.label) }])
        return undefined
      }
      onEvents(events)
    }
    return undefined
  },
  async listModels() {
    return [{ id: "rehearsal", label: "Rehearsal (no AI)", ...rehearsal.capabilities("rehearsal") }]
  },
  capabilities: () => ({
    vision: true,
    tools: true,
    reasoning: true,
    promptCaching: false,
    contextWindowTokens: 200_000,
  }),
}

/** Slow enough to be seen streaming, fast enough not to be waited for. */
const PACE_MS = 20

/** One batch for each word, as a provider sends them. */
function* play({ think, say, calls, inputTokens, outputTokens }: RehearsedAnswer): Generator<ModelEvent[]> {
  let part = -1
  if (think.length > 0) {
    part += 1
    yield [{ type: "reasoning-start", part }]
    for (const text of think) yield [{ type: "reasoning-delta", part, text }]
    yield [{ type: "reasoning-end", part, provider: rehearsal.id }]
  }
  if (say.length > 0) {
    part += 1
    yield [{ type: "text-start", part }]
    for (const text of say) yield [{ type: "text-delta", part, text }]
    yield [{ type: "text-end", part }]
  }
  for (const { callId, name, arguments: text } of calls) {
    part += 1
    yield [
      { type: "tool-call-start", part, callId, name },
      { type: "tool-call-delta", part, text },
      { type: "tool-call-end", part, callId, name, arguments: text },
    ]
  }
  const usage = { inputTokens, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens, reasoningTokens: think.length }
  yield [
    { type: "usage", usage },
    { type: "end", reason: calls.length > 0 ? "tool-calls" : "stop" },
  ]
}
