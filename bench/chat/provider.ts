/**
 * A scripted OpenAI-compatible provider. The last user message says what to answer, as one line of JSON (`Plan`), so that
 * whatever stands between needs to hand over nothing but the message. Every word is `~` and the microsecond in which it
 * was sent, on the clock all processes of a machine share.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { nowMicroseconds } from "./clock.ts"
import type { Plan } from "./plan.ts"

/** LangGraph takes two answers with one id for the same. */
let answers = 0
const newHead = () =>
  `data: {"id":"chatcmpl-${++answers}","object":"chat.completion.chunk","created":1700000000,"model":"scripted"`
const frame = (head: string, delta: string, finish = "null") =>
  `${head},"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${finish}}]}\n\n`
const first = (head: string) => frame(head, '{"role":"assistant","content":""}')
const last = (head: string) =>
  `${head},"choices":[],"usage":{"prompt_tokens":50,"completion_tokens":50,"total_tokens":100}}\n\ndata: [DONE]\n\n`

/** When the caller of a plan with an id closed its socket before the end. */
const closedAt = new Map<string, number>()
const open = new Set<ServerResponse>()
/** The latest call, as it came. */
let asked = ""

const server = createServer(async (request, response) => {
  response.socket?.setNoDelay(true)
  if (request.method === "GET") {
    response.setHeader("content-type", "application/json")
    response.end('{"object":"list","data":[{"id":"scripted","object":"model"}]}')
    return
  }
  asked = await readBody(request)
  const { messages, stream } = JSON.parse(asked) as { messages: WireMessage[]; stream?: boolean }
  const plan = planOf(messages)
  if (plan.id) response.once("close", () => response.writableFinished || closedAt.set(plan.id!, nowMicroseconds()))
  if (!stream) {
    response.setHeader("content-type", "application/json")
    response.end('{"choices":[{"index":0,"message":{"role":"assistant","content":"ok"},"finish_reason":"stop"}]}')
    return
  }
  open.add(response)
  response.once("close", () => open.delete(response))
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" })
  const head = newHead()
  response.write(first(head))
  const round = messages.length - 1 - messages.findLastIndex(({ role }) => role === "user")
  if (plan.call && round < plan.call.times * 2) call(response, head, plan.call, round)
  else if (plan.everyMs) sayPaced(response, head, plan.words, plan.everyMs)
  else sayAll(response, head, plan.words)
})
server.listen(0, "127.0.0.1", () => console.log(`listening ${(server.address() as AddressInfo).port}`))

/** Everything that is being said breaks off, or a question: what was asked last, or when was the plan with this id left? */
process.on("message", (order: string) => {
  if (order === "hang up") for (const one of open) one.destroy()
  process.send!(order === "asked" ? asked : (closedAt.get(order) ?? null))
})

interface WireMessage {
  role: string
  content: string | { text?: string }[] | null
}

function planOf(messages: readonly WireMessage[]): Plan {
  const content = messages.findLast(({ role }) => role === "user")?.content ?? ""
  const text = typeof content === "string" ? content : content.map((part) => part.text ?? "").join("\n")
  const found = /\{"words":.*\}/.exec(text)
  return found ? (JSON.parse(found[0]) as Plan) : { words: 1 }
}

const word = (head: string) => frame(head, `{"content":"~${nowMicroseconds()} "}`)

function finish(response: ServerResponse, head: string): void {
  response.end(frame(head, "{}", '"stop"') + last(head))
}

/** As fast as it is taken. */
function sayAll(response: ServerResponse, head: string, words: number): void {
  let left = words
  const more = () => {
    while (left > 0) {
      left -= 1
      if (!response.write(word(head))) return
    }
    response.off("drain", more)
    finish(response, head)
  }
  response.on("drain", more)
  more()
}

function sayPaced(response: ServerResponse, head: string, words: number, everyMs: number): void {
  let left = words
  const timer = setInterval(say, everyMs)
  response.once("close", () => clearInterval(timer))
  say()

  function say(): void {
    left -= 1
    response.write(word(head))
    if (left > 0) return
    clearInterval(timer)
    finish(response, head)
  }
}

function call(
  response: ServerResponse,
  head: string,
  { name, arguments: input }: NonNullable<Plan["call"]>,
  round: number,
): void {
  const id = `call_${round + 1}`
  const begin = { tool_calls: [{ index: 0, id, type: "function", function: { name, arguments: "" } }] }
  const rest = { tool_calls: [{ index: 0, function: { arguments: JSON.stringify(input) } }] }
  const said = [begin, rest].map((delta) => frame(head, JSON.stringify(delta))).join("")
  response.end(said + frame(head, "{}", '"tool_calls"') + last(head))
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}
