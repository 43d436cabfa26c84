import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll } from "vitest"

/** What the model was asked, as far as a script wants to know. */
export interface Asked {
  headers: IncomingHttpHeaders
  body: { messages: WireMessage[]; tools?: { function: { name: string } }[]; max_tokens?: number }
  /** The whole request, to look for what must not be in it. */
  text: string
  system: string
  /** The latest words of the user. */
  user: string
  /** Since the user spoke, in order. */
  results: string[]
}

export interface WireMessage {
  role: "system" | "user" | "assistant" | "tool"
  content?: unknown
  tool_calls?: unknown[]
}

export interface Scripted {
  /** One network frame each. */
  say?: string | string[]
  /** What it thinks before, one network frame each. */
  think?: string[]
  /** Arguments in pieces are one network frame each. */
  calls?: { id?: string; name: string; arguments: string | string[] }[]
  /** Reported as this many tokens; nothing is reported without it. */
  usage?: { input: number; output: number }
  /** Instead of a stream. */
  error?: { status: number; body: string }
}

export interface ScriptedProvider {
  /** The base URL of an OpenAI-compatible connection. */
  url: string
  heard: Asked[]
}

/** A provider whose every answer is computed by the test: what no script of the rehearsal model could say. */
export async function startScriptedProvider(
  answer: (asked: Asked) => Scripted | Promise<Scripted>,
): Promise<ScriptedProvider> {
  const heard: Asked[] = []
  const server = createServer((request, response) => {
    void reply(request, response, heard, answer).catch((error) => response.destroy(error))
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, heard }
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  heard: Asked[],
  answer: (asked: Asked) => Scripted | Promise<Scripted>,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const asked = read(request.headers, Buffer.concat(chunks).toString("utf8"))
  heard.push(asked)
  const { error, say = [], think = [], calls = [], usage } = await answer(asked)
  if (error) {
    response.writeHead(error.status, { "content-type": "application/json" }).end(error.body)
    return
  }
  response.writeHead(200, { "content-type": "text/event-stream" })
  const frame = (value: object) => void response.write(`data: ${JSON.stringify(value)}\n\n`)
  const delta = (value: object, finish: string | null = null) =>
    frame({ choices: [{ index: 0, delta: value, finish_reason: finish }] })
  for (const piece of think) delta({ reasoning_content: piece })
  for (const content of typeof say === "string" ? [say] : say) delta({ content })
  for (const [index, { id = `call_${index}`, name, arguments: text }] of calls.entries())
    for (const [at, piece] of [text].flat().entries())
      delta({
        tool_calls: [
          at === 0
            ? { index, id, type: "function", function: { name, arguments: piece } }
            : { index, function: { arguments: piece } },
        ],
      })
  delta({}, calls.length > 0 ? "tool_calls" : "stop")
  if (usage) frame({ choices: [], usage: { prompt_tokens: usage.input, completion_tokens: usage.output } })
  response.end("data: [DONE]\n\n")
}

function read(headers: IncomingHttpHeaders, text: string): Asked {
  const body = JSON.parse(text) as Asked["body"]
  const { messages } = body
  const spoke = messages.findLastIndex(({ role }) => role === "user")
  const words = (of: WireMessage | undefined) => (of === undefined ? "" : wordsOf(of.content))
  return {
    headers,
    body,
    text,
    system: messages
      .filter(({ role }) => role === "system")
      .map(words)
      .join("\n"),
    user: words(messages[spoke]).replace(/\s*<workspace>[\s\S]*<\/workspace>$/, ""),
    results: messages
      .slice(spoke + 1)
      .filter(({ role }) => role === "tool")
      .map(words),
  }
}

function wordsOf(content: unknown): string {
  if (typeof content === "string") return content
  return Array.isArray(content) ? content.map((part) => (part as { text?: string }).text ?? "").join("\n") : ""
}
