import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setImmediate as nextTick, setTimeout as sleep } from "node:timers/promises"
import { rehearse } from "./rehearse.ts"
import type { RehearsalScript } from "./script.ts"
import { anthropicVoice } from "./voices/anthropic-messages.ts"
import { chatVoice } from "./voices/openai-chat.ts"
import { responsesVoice } from "./voices/openai-responses.ts"
import type { Voice } from "./voices/voice.ts"

/** What goes wrong with an answer. Counts are of frames; the first two are the head of every stream. */
export interface Chaos {
  /** An error answer in the provider's form, or `body`. */
  status?: number
  retryAfter?: string
  body?: string
  /** A web page, with status 200 unless told. */
  html?: boolean
  beforeHeadersMs?: number
  /** The socket is destroyed. */
  cutAfter?: number
  /** The answer ends in good order, unfinished. */
  endAfter?: number
  /** A frame that is no JSON. */
  garbageAfter?: number
  /** The provider's own error frame. */
  failAfter?: number
  /** A word of bytes that are not UTF-8. */
  invalidUtf8?: boolean
  giantFrameBytes?: number
  /** Comments for ever, so many milliseconds apart, instead of what would follow. */
  keepAliveMs?: number
  keepAliveAfter?: number
  /** Writes so many bytes at a time. */
  splitBytes?: number
  carriageReturns?: boolean
}

export interface RehearsalServerOptions {
  scripts: readonly RehearsalScript[]
  /** Between two tokens; without it a stream comes as fast as it is taken. */
  paceMs?: number
  /** Writes every frame by itself, as a provider does that has no more to send yet. */
  writeEach?: boolean
  port?: number
}

export interface HeardRequest {
  path: string
  headers: IncomingMessage["headers"]
  body: Record<string, unknown>
  /** The caller's: the same for calls over one connection. */
  port: number | undefined
  /** Resolves when the caller or the answer's end closed the exchange; true if the caller did so before the end. */
  closed: Promise<boolean>
}

export interface RehearsalServer {
  /** `http://127.0.0.1:port`; the protocols are at their usual paths under any prefix. */
  url: string
  /** Without what names a conversation: that is asked beside its answer, sooner or later. */
  heard: HeardRequest[]
  named: HeardRequest[]
  /** For the next request alone; calls queue up, except what names a conversation. */
  next(chaos: Chaos): void
  /** For every request that has none of its own. */
  always(chaos: Chaos | undefined): void
  close(): Promise<void>
}

/** The rehearsal model over real HTTP, in the three protocols of providers. For tests and benchmarks; loopback only. */
export async function startRehearsalServer(options: RehearsalServerOptions): Promise<RehearsalServer> {
  const queue: Chaos[] = []
  const heard: HeardRequest[] = []
  const named: HeardRequest[] = []
  let standing: Chaos = {}
  const server = createServer((request, response) => {
    response.socket?.setNoDelay(true)
    const take = (asked: HeardRequest): Chaos => {
      const naming = JSON.stringify(asked.body).includes(NAMING)
      ;(naming ? named : heard).push(asked)
      return (naming ? undefined : queue.shift()) ?? standing
    }
    answer(request, response, options, take).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    named,
    next: (chaos) => void queue.push(chaos),
    always: (chaos = {}) => {
      standing = chaos
    },
    close: () => closeServer(server),
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** How the product's request for a title begins. Whether it comes before the answer's own is not known. */
export const NAMING = "You name conversations"

const VOICES: [RegExp, Voice][] = [
  [/\/messages$/, anthropicVoice],
  [/\/responses$/, responsesVoice],
  [/\/chat\/completions$/, chatVoice],
]

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { scripts, paceMs = 0, writeEach = false }: RehearsalServerOptions,
  takeChaos: (asked: HeardRequest) => Chaos,
): Promise<void> {
  const path = (request.url ?? "").split("?")[0] ?? ""
  if (request.method === "GET") return answerList(path, response)
  const voice = VOICES.find(([pattern]) => pattern.test(path))?.[1]
  if (!voice) return answerJson(response, 404, { error: { message: `Nothing is at ${path}.` } })

  const body = JSON.parse(await readBody(request)) as Record<string, unknown>
  const closed = new Promise<boolean>((resolve) => response.on("close", () => resolve(!response.writableFinished)))
  const { headers, socket } = request
  const chaos = takeChaos({ path: request.url ?? "", headers, body, port: socket.remotePort, closed })
  if (chaos.beforeHeadersMs) await sleep(chaos.beforeHeadersMs)
  if (chaos.html) {
    response.writeHead(chaos.status ?? 200, { "content-type": "text/html; charset=utf-8" })
    response.end("<!doctype html><title>Sign in</title><p>Please sign in to continue.")
    return
  }
  if (chaos.status) {
    const headers: Record<string, string> = chaos.retryAfter === undefined ? {} : { "retry-after": chaos.retryAfter }
    return answerJson(response, chaos.status, chaos.body ?? voice.refuse(chaos.status), headers)
  }
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" })
  response.flushHeaders()
  const said = rehearse(scripts, voice.hear(body))
  const spoken = chaos.invalidUtf8 ? { ...said, say: ["Good ", INVALID, ...said.say] } : said
  await new FrameWriter(response, chaos, paceMs, writeEach || paceMs > 0).write(
    voice,
    voice.speak(spoken, String(body.model)),
  )
}

/** Stands for bytes that are not UTF-8 until the frame is written. */
const INVALID = "\uE000"
const INVALID_BYTES = Buffer.from([0xff, 0xfe, 0xc3])

/** Frames leave one by one when paced, else as many at once as a network chunk holds. */
const WRITE_CHARACTERS = 16 * 1024

class FrameWriter {
  readonly #response: ServerResponse
  readonly #chaos: Chaos
  readonly #paceMs: number
  readonly #writeEach: boolean

  constructor(response: ServerResponse, chaos: Chaos, paceMs: number, writeEach: boolean) {
    this.#response = response
    this.#chaos = chaos
    this.#paceMs = paceMs
    this.#writeEach = writeEach
  }

  async write(voice: Voice, frames: Iterable<string>): Promise<void> {
    const chaos = this.#chaos
    let pending = ""
    let count = 0
    for (const frame of frames) {
      if (
        count === chaos.endAfter ||
        count === chaos.cutAfter ||
        count === (chaos.keepAliveMs && (chaos.keepAliveAfter ?? 0))
      ) {
        await this.#send(pending)
        return this.#breakOff()
      }
      if (count === chaos.garbageAfter) pending += "data: {this is not json\n\n"
      if (count === chaos.failAfter) {
        await this.#send(pending + voice.fail())
        this.#response.end()
        return
      }
      if (count === 2 && chaos.giantFrameBytes)
        pending += `data: {"padding":"${"x".repeat(chaos.giantFrameBytes)}"}\n\n`
      pending += frame
      count += 1
      if (this.#writeEach || pending.length >= WRITE_CHARACTERS) {
        await this.#send(pending)
        pending = ""
        if (this.#paceMs > 0) await sleep(this.#paceMs)
        if (this.#response.destroyed) return
      }
    }
    await this.#send(pending)
    this.#response.end()
  }

  async #breakOff(): Promise<void> {
    const { cutAfter, keepAliveMs } = this.#chaos
    if (keepAliveMs) {
      while (!this.#response.destroyed) {
        this.#response.write(": keep-alive\n\n")
        await sleep(keepAliveMs)
      }
    } else if (cutAfter === undefined) this.#response.end()
    else {
      // An empty comment whose callback says that all before it has left.
      await new Promise((resolve) => this.#response.write(":\n", resolve))
      this.#response.destroy()
    }
  }

  async #send(text: string): Promise<void> {
    const { splitBytes, carriageReturns, invalidUtf8 } = this.#chaos
    if (text === "" || this.#response.destroyed) return
    const lines = carriageReturns ? text.replaceAll("\n", "\r\n") : text
    if (!splitBytes && !invalidUtf8) return this.#drain(this.#response.write(lines))
    const bytes = invalidUtf8 ? withInvalidBytes(Buffer.from(lines)) : Buffer.from(lines)
    const size = splitBytes ?? bytes.length
    for (let at = 0; at < bytes.length; at += size) {
      await this.#drain(this.#response.write(bytes.subarray(at, at + size)))
      await nextTick()
    }
  }

  async #drain(hasRoom: boolean): Promise<void> {
    if (hasRoom || this.#response.destroyed) return
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#response.off("drain", done).off("close", done)
        resolve()
      }
      this.#response.on("drain", done).on("close", done)
    })
  }
}

function withInvalidBytes(bytes: Buffer): Buffer {
  const mark = Buffer.from(INVALID)
  const at = bytes.indexOf(mark)
  return at === -1 ? bytes : Buffer.concat([bytes.subarray(0, at), INVALID_BYTES, bytes.subarray(at + mark.length)])
}

function answerList(path: string, response: ServerResponse): void {
  const list = LISTS.find(([end]) => path.endsWith(end))?.[1]
  answerJson(response, list ? 200 : 404, list ?? { error: { message: `Nothing is at ${path}.` } })
}

const LISTS: [string, unknown][] = [
  ["/api/tags", { models: [{ name: "rehearsal" }] }],
  ["/models", { data: [{ id: "rehearsal", object: "model" }] }],
  ["/key", { data: { label: "rehearsal" } }],
]

function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(typeof body === "string" ? body : JSON.stringify(body))
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}
