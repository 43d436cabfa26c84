import type { Message } from "../../message.ts"
import type { RehearsedAnswer } from "../script.ts"
import { namedFrame, type Voice, wordsOf } from "./voice.ts"

export const responsesVoice: Voice = {
  hear: ({ input }) =>
    typeof input === "string"
      ? [{ role: "user", parts: [{ type: "text", text: input }] }]
      : (input as Item[]).reduce<Message[]>(addItem, []),
  speak,
  fail: () => {
    const error = { code: "server_error", message: "The server had an error." }
    return namedFrame({
      type: "response.failed",
      sequence_number: 99,
      response: { ...RESPONSE, status: "failed", error },
    })
  },
  refuse: (status) => ({
    error: { message: `Status ${status}`, type: "invalid_request_error", param: null, code: null },
  }),
}

type Item = Record<string, unknown>

const RESPONSE = { id: "resp_rehearsal", object: "response", created_at: 1_700_000_000, output: [], error: null }

/** Items of one answer stand beside each other, not inside it. */
function addItem(messages: Message[], item: Item): Message[] {
  const last = messages.at(-1)
  if (item.type === "function_call") {
    const { call_id, name, arguments: text } = item
    const call = { type: "tool-call" as const, callId: String(call_id), name: String(name), arguments: String(text) }
    if (last?.role !== "assistant") return [...messages, { role: "assistant", parts: [call] }]
    return [...messages.slice(0, -1), { role: "assistant", parts: [...last.parts, call] }]
  }
  if (item.type === "function_call_output") {
    const result = {
      type: "tool-result" as const,
      callId: String(item.call_id),
      name: "",
      text: outputText(item.output),
    }
    if (last?.role !== "tool") return [...messages, { role: "tool", parts: [result] }]
    return [...messages.slice(0, -1), { role: "tool", parts: [...last.parts, result] }]
  }
  if (item.role === "user")
    return [...messages, { role: "user", parts: [{ type: "text", text: wordsOf(item.content) }] }]
  if (item.role !== "assistant") return messages
  return [...messages, { role: "assistant", parts: [{ type: "text", text: wordsOf(item.content) }] }]
}

function outputText(output: unknown): string {
  return typeof output === "string" ? output : wordsOf(output)
}

function* speak({ think, say, calls, inputTokens, outputTokens }: RehearsedAnswer, model: string): Generator<string> {
  let sequence = 0
  const frame = (payload: { type: string } & Record<string, unknown>) => {
    sequence += 1
    return namedFrame({ ...payload, sequence_number: sequence - 1 })
  }
  const response = { ...RESPONSE, model, status: "in_progress" }
  yield frame({ type: "response.created", response })
  yield frame({ type: "response.in_progress", response })
  const output: Item[] = []
  if (think.length > 0) {
    const [output_index, item_id] = [output.length, "rs_rehearsal"]
    yield frame({
      type: "response.output_item.added",
      output_index,
      item: { id: item_id, type: "reasoning", summary: [] },
    })
    const part = { type: "summary_text", text: "" }
    yield frame({ type: "response.reasoning_summary_part.added", output_index, item_id, summary_index: 0, part })
    for (const delta of think) {
      yield frame({ type: "response.reasoning_summary_text.delta", output_index, item_id, summary_index: 0, delta })
    }
    const text = think.join("")
    yield frame({ type: "response.reasoning_summary_text.done", output_index, item_id, summary_index: 0, text })
    const summary = [{ type: "summary_text", text }]
    output.push({ id: item_id, type: "reasoning", summary, encrypted_content: "cmVoZWFyc2Fs" })
    yield frame({ type: "response.output_item.done", output_index, item: output.at(-1) })
  }
  if (say.length > 0) {
    const [output_index, item_id] = [output.length, "msg_rehearsal"]
    const item = { id: item_id, type: "message", role: "assistant", status: "in_progress", content: [] }
    yield frame({ type: "response.output_item.added", output_index, item })
    const part = { type: "output_text", text: "", annotations: [] }
    yield frame({ type: "response.content_part.added", output_index, item_id, content_index: 0, part })
    const head = `event: response.output_text.delta\ndata: {"type":"response.output_text.delta","item_id":"${item_id}","output_index":${output_index},"content_index":0,"logprobs":[]`
    for (const word of say) {
      yield `${head},"delta":${JSON.stringify(word)},"sequence_number":${sequence}}\n\n`
      sequence += 1
    }
    const text = say.join("")
    yield frame({ type: "response.output_text.done", output_index, item_id, content_index: 0, text, logprobs: [] })
    yield frame({
      type: "response.content_part.done",
      output_index,
      item_id,
      content_index: 0,
      part: { ...part, text },
    })
    output.push({ ...item, status: "completed", content: [{ ...part, text }] })
    yield frame({ type: "response.output_item.done", output_index, item: output.at(-1) })
  }
  for (const { callId: call_id, name, arguments: text } of calls) {
    const [output_index, item_id] = [output.length, `fc_${call_id}`]
    const item = { id: item_id, type: "function_call", status: "in_progress", call_id, name, arguments: "" }
    yield frame({ type: "response.output_item.added", output_index, item })
    yield frame({ type: "response.function_call_arguments.delta", output_index, item_id, delta: text })
    yield frame({ type: "response.function_call_arguments.done", output_index, item_id, name, arguments: text })
    output.push({ ...item, status: "completed", arguments: text })
    yield frame({ type: "response.output_item.done", output_index, item: output.at(-1) })
  }
  const usage = {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: think.length },
    total_tokens: inputTokens + outputTokens,
  }
  yield frame({ type: "response.completed", response: { ...response, status: "completed", output, usage } })
}
