/**
 * A turn of ours without storage, gate and audit: `runTurn` on the driver, its events written through the outlet of the
 * product's route. Served by node:http like every peer.
 */

import { encodeEvent } from "../../packages/core/src/chat/stream/encode-event.ts"
import { openOutlet } from "../../packages/core/src/chat/stream/outlet.ts"
import { sse } from "../../packages/core/src/chat/stream/wire.ts"
import { createDuplicateGuard } from "../../packages/core/src/chat/turn/duplicate-guard.ts"
import { createRepeatedReads } from "../../packages/core/src/chat/turn/repeated-reads.ts"
import { runTurn, type TurnPorts } from "../../packages/core/src/chat/turn/run-turn.ts"
import { findDriver, stream } from "../../packages/llm/src/index.ts"
import { MAX_STEPS, providerUrl, SYSTEM, serve } from "./serve.ts"

const driver = findDriver("openai-compatible")!
const connection = { baseUrl: providerUrl, apiKey: "none" }
const number = { type: "number" }
const inputSchema = { type: "object", properties: { a: number, b: number }, required: ["a", "b"] }
const add = {
  name: "add",
  effect: "read" as const,
  asks: false,
  heavy: false,
  spec: { name: "add", description: "Adds two numbers.", inputSchema },
}
let calls = 0

serve(async (prompt, response) => {
  const outlet = openOutlet(response, sse.headers)
  const { signal } = new AbortController()
  let seq = 1
  const ports: TurnPorts = {
    async ask({ messages, tools }, onEvents) {
      await stream(driver, connection, { model: "scripted", messages, tools }, { onEvents, signal })
      return { costUsd: null }
    },
    emit(events) {
      outlet.write(sse.write(seq, events.map(encodeEvent)))
      seq += events.length
    },
    keep() {},
    signal,
    newCallId: () => `call-${++calls}`,
    async invoke(_, input) {
      const { a, b } = input as { a: number; b: number }
      const result = { sum: a + b }
      return {
        outcome: { status: "executed", toolCallId: "", result, forModel: result, source: null, images: [] },
        text: JSON.stringify(result),
      }
    },
    explain: (error) => ({ kind: "failed", sentence: String(error), failure: { kind: "failed" } }),
    guard: createDuplicateGuard(),
    reads: createRepeatedReads(),
    clock: () => performance.now(),
  }
  await runTurn(ports, {
    messages: [
      { role: "system", text: SYSTEM },
      { role: "user", parts: [{ type: "text", text: prompt }] },
    ],
    tools: [add],
    lastStepNote: "Answer from what you have.",
    maxSteps: MAX_STEPS,
    windowTokens: null,
    vision: false,
  })
  outlet.write(sse.end)
  outlet.end()
})
