import type { Message } from "../../message.ts"
import type { RehearsedAnswer } from "../script.ts"
import { blocksOf, namedFrame, type Voice, wordsOf } from "./voice.ts"

export const anthropicVoice: Voice = {
  hear: ({ messages }) => (messages as { role: string; content: unknown }[]).flatMap(toMessages),
  speak,
  fail: () => namedFrame({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
  refuse: (status) => ({
    type: "error",
    error: { type: ERROR_TYPES[status] ?? "api_error", message: `Status ${status}` },
  }),
}

const ERROR_TYPES: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
}

function toMessages({ role, content }: { role: string; content: unknown }): Message[] {
  const blocks = blocksOf(content)
  if (role === "assistant") {
    const calls = blocks.filter(({ type }) => type === "tool_use")
    const parts = calls.map(({ id, name, input }) => {
      return { type: "tool-call" as const, callId: String(id), name: String(name), arguments: JSON.stringify(input) }
    })
    return [{ role: "assistant", parts: [{ type: "text", text: wordsOf(content) }, ...parts] }]
  }
  const results = blocks.filter(({ type }) => type === "tool_result")
  if (results.length === 0) return [{ role: "user", parts: [{ type: "text", text: wordsOf(content) }] }]
  const parts = results.map((block) => {
    return { type: "tool-result" as const, callId: String(block.tool_use_id), name: "", text: wordsOf(block.content) }
  })
  return [{ role: "tool", parts }]
}

function* speak({ think, say, calls, inputTokens, outputTokens }: RehearsedAnswer, model: string): Generator<string> {
  const usage = {
    input_tokens: inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 1,
  }
  const nothing = { stop_reason: null, stop_sequence: null, content: [] }
  const message = { id: "msg_rehearsal", type: "message", role: "assistant", model, ...nothing, usage }
  yield namedFrame({ type: "message_start", message })
  yield namedFrame({ type: "ping" })
  let index = 0
  if (think.length > 0) {
    yield start(index, { type: "thinking", thinking: "", signature: "" })
    for (const word of think) yield delta(index, `{"type":"thinking_delta","thinking":${JSON.stringify(word)}}`)
    yield delta(index, '{"type":"signature_delta","signature":"cmVoZWFyc2Fs"}')
    yield namedFrame({ type: "content_block_stop", index })
    index += 1
  }
  if (say.length > 0) {
    yield start(index, { type: "text", text: "" })
    for (const word of say) yield delta(index, `{"type":"text_delta","text":${JSON.stringify(word)}}`)
    yield namedFrame({ type: "content_block_stop", index })
    index += 1
  }
  for (const call of calls) {
    yield start(index, { type: "tool_use", id: call.callId, name: call.name, input: {} })
    yield delta(index, `{"type":"input_json_delta","partial_json":${JSON.stringify(call.arguments)}}`)
    yield namedFrame({ type: "content_block_stop", index })
    index += 1
  }
  const stop_reason = calls.length > 0 ? "tool_use" : "end_turn"
  yield namedFrame({
    type: "message_delta",
    delta: { stop_reason, stop_sequence: null },
    usage: { output_tokens: outputTokens },
  })
  yield namedFrame({ type: "message_stop" })
}

function start(index: number, content_block: Record<string, unknown>): string {
  return namedFrame({ type: "content_block_start", index, content_block })
}

/** Written without an object per word: this end of a benchmark must not be the slow one. */
function delta(index: number, payload: string): string {
  return `event: content_block_delta\ndata: {"type":"content_block_delta","index":${index},"delta":${payload}}\n\n`
}
