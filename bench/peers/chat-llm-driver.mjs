// Our driver alone: packages/llm with the plainest loop around it; no turn, no storage, no gate.
import { findDriver, stream } from "../../packages/llm/src/index.ts"
import { begin, MAX_STEPS, providerUrl, SYSTEM, serve } from "../chat/serve.ts"

const driver = findDriver("openai-compatible")
const connection = { baseUrl: providerUrl, apiKey: "none" }
const number = { type: "number" }
const inputSchema = { type: "object", properties: { a: number, b: number }, required: ["a", "b"] }
const tools = [{ name: "add", description: "Adds two numbers.", inputSchema }]

serve(async (prompt, response) => {
  begin(response)
  const messages = [
    { role: "system", text: SYSTEM },
    { role: "user", parts: [{ type: "text", text: prompt }] },
  ]
  for (let step = 0; step < MAX_STEPS; step++) {
    const calls = []
    await stream(
      driver,
      connection,
      { model: "scripted", messages, tools },
      { onEvents: (events) => write(events, response, calls) },
    )
    if (calls.length === 0) break
    messages.push({ role: "assistant", parts: calls.map((call) => ({ ...call, type: "tool-call" })) })
    messages.push({ role: "tool", parts: calls.map(answer) })
  }
  response.end("data: [DONE]\n\n")
})

function write(events, response, calls) {
  let text = ""
  for (const event of events) {
    if (event.type === "text-delta")
      text += `data: {"type":"text-delta","id":"0","delta":${JSON.stringify(event.text)}}\n\n`
    if (event.type === "tool-call-end") calls.push(event)
    if (event.type === "error") throw new Error(event.failure.sentence)
  }
  if (text !== "") response.write(text)
}

function answer({ callId, name, arguments: text }) {
  const { a, b } = JSON.parse(text)
  return { type: "tool-result", callId, name, text: JSON.stringify({ sum: a + b }) }
}
