import type { Message } from "../../message.ts"
import type { RehearsedAnswer } from "../script.ts"
import { type Voice, wordsOf } from "./voice.ts"

export const chatVoice: Voice = {
  hear: ({ messages }) => (messages as WireMessage[]).reduce<Message[]>(addMessage, []),
  speak,
  fail: () =>
    `data: ${JSON.stringify({ error: { message: "The server had an error.", type: "server_error", code: null } })}\n\n`,
  refuse: (status) => ({
    error: { message: `Status ${status}`, type: "invalid_request_error", param: null, code: null },
  }),
}

interface WireMessage {
  role: string
  content?: unknown
  tool_call_id?: string
  tool_calls?: { id: string; function: { name: string; arguments: string } }[]
}

/** Each result is a message of its own here. */
function addMessage(
  messages: Message[],
  { role, content, tool_calls = [], tool_call_id = "" }: WireMessage,
): Message[] {
  const text = wordsOf(content)
  const last = messages.at(-1)
  if (role === "user") return [...messages, { role, parts: [{ type: "text", text }] }]
  if (role === "assistant") {
    const calls = tool_calls.map(({ id, function: { name, arguments: words } }) => {
      return { type: "tool-call" as const, callId: id, name, arguments: words }
    })
    return [...messages, { role, parts: [{ type: "text", text }, ...calls] }]
  }
  if (role !== "tool") return messages
  const result = { type: "tool-result" as const, callId: tool_call_id, name: "", text }
  if (last?.role !== "tool") return [...messages, { role, parts: [result] }]
  return [...messages.slice(0, -1), { role, parts: [...last.parts, result] }]
}

function* speak({ think, say, calls, inputTokens, outputTokens }: RehearsedAnswer, model: string): Generator<string> {
  const head = `data: {"id":"chatcmpl-rehearsal","object":"chat.completion.chunk","created":1700000000,"model":${JSON.stringify(model)}`
  const frame = (delta: string, finish = "null") => {
    return `${head},"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${finish}}]}\n\n`
  }
  yield frame('{"role":"assistant","content":""}')
  for (const word of think) yield frame(`{"reasoning_content":${JSON.stringify(word)}}`)
  for (const word of say) yield frame(`{"content":${JSON.stringify(word)}}`)
  for (const [index, { callId: id, name, arguments: text }] of calls.entries()) {
    yield frame(JSON.stringify({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }))
    yield frame(JSON.stringify({ tool_calls: [{ index, function: { arguments: text } }] }))
  }
  yield frame("{}", calls.length > 0 ? '"tool_calls"' : '"stop"')
  const usage = {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: think.length },
  }
  yield `${head},"choices":[],"usage":${JSON.stringify(usage)}}\n\n`
  yield "data: [DONE]\n\n"
}
