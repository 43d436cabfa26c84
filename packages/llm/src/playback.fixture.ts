import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { setImmediate as nextTick } from "node:timers/promises"
import type { Connection, Driver, ModelRequest, StreamOptions } from "./driver.ts"
import type { EndReason, Failure, ModelEvent, Usage } from "./model-event.ts"
import { stream } from "./stream.ts"

/** The bytes of `recordings/<driver>/<name>`. */
export function recording(driver: string, name: string): Buffer {
  return readFileSync(new URL(`../recordings/${driver}/${name}`, import.meta.url))
}

/** A recording in which a provider claims something else: `field` is a path into what it calls usage, "" all of it. */
export function withUsage(bytes: Buffer, field: string, claim: unknown): Buffer {
  const lines = bytes.toString("utf8").split("\n")
  const told = lines.map((line) => {
    if (!line.startsWith("data: {")) return line
    return `data: ${JSON.stringify(JSON.parse(line.slice(6)), (key, value) => (key === "usage" && value ? put(value) : value))}`
  })
  return Buffer.from(told.join("\n"))

  function put(usage: Record<string, unknown>): unknown {
    if (field === "") return claim
    const path = field.split(".")
    const last = path.pop()!
    const holder = path.reduce<Record<string, unknown> | undefined>((at, key) => at?.[key] as typeof at, usage)
    if (holder && last in holder) holder[last] = claim
    return usage
  }
}

export interface Playback {
  url: string
  requests: { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }[]
  /** What the next requests get, until told otherwise. */
  play(bytes: Buffer, how?: Playing): void
  /** Resolves when the caller has closed the connection of the request under way. */
  closed(): Promise<void>
  close(): Promise<void>
}

export interface Playing {
  splitBytes?: number
  /** The connection stays open after the last byte. */
  hold?: boolean
  /** The connection is destroyed after the last byte. */
  destroy?: boolean
  status?: number
  headers?: Record<string, string>
}

/** A provider that answers every POST with the same bytes. */
export async function startPlayback(): Promise<Playback> {
  let bytes: Buffer = Buffer.alloc(0)
  let playing: Playing = {}
  let closed = Promise.resolve()
  const requests: Playback["requests"] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString("utf8"))
    requests.push({ path: request.url ?? "", headers: request.headers, body })
    // One connection carries many requests, and each of them listens.
    request.socket.setMaxListeners(0)
    closed = once(request.socket, "close").then(() => {})
    response.socket?.setNoDelay(true)
    response.writeHead(playing.status ?? 200, { "content-type": "text/event-stream", ...playing.headers })
    const size = playing.splitBytes ?? (bytes.length || 1)
    for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
      response.write(bytes.subarray(at, at + size))
      await nextTick()
    }
    if (playing.destroy) response.destroy()
    else if (!playing.hold) response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play(next, how = {}) {
      bytes = next
      playing = how
    },
    closed: () => closed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Everything a stream said, added up. */
export interface Heard {
  events: ModelEvent[]
  batches: number
  text: string
  reasoning: string
  calls: { callId: string; name: string; arguments: string }[]
  usage?: Usage | null
  end?: EndReason
  failure?: Failure
}

export async function hear(
  driver: Driver,
  connection: Connection,
  request: ModelRequest,
  options: Partial<StreamOptions> = {},
): Promise<Heard> {
  const heard: Heard = { events: [], batches: 0, text: "", reasoning: "", calls: [] }
  const retry = { attempts: 1, firstDelayMs: 1, longestDelayMs: 1 }
  await stream(driver, connection, request, {
    retry,
    ...options,
    onEvents(events) {
      heard.batches += 1
      for (const event of events) {
        heard.events.push(event)
        if (event.type === "text-delta") heard.text += event.text
        if (event.type === "reasoning-delta") heard.reasoning += event.text
        if (event.type === "tool-call-end") {
          heard.calls.push({ callId: event.callId, name: event.name, arguments: event.arguments })
        }
        if (event.type === "usage") heard.usage = event.usage
        if (event.type === "end") heard.end = event.reason
        if (event.type === "error") heard.failure = event.failure
      }
      options.onEvents?.(events)
    },
  })
  return heard
}

/** The rules every stream keeps, whatever happened to it. */
export function brokenRules(events: readonly ModelEvent[]): string[] {
  const broken: string[] = []
  const open = new Map<number, string>()
  const seen = new Set<number>()
  for (const [at, event] of events.entries()) {
    const isTerminal = event.type === "end" || event.type === "error"
    if (isTerminal !== (at === events.length - 1)) broken.push(`event ${at} is ${event.type}`)
    if (!("part" in event)) continue
    const [, kind, step] = /^(.+)-(start|delta|end)$/.exec(event.type) ?? []
    if (step === "start") {
      if (seen.has(event.part)) broken.push(`part ${event.part} starts twice`)
      seen.add(event.part)
      open.set(event.part, String(kind))
    } else if (open.get(event.part) !== kind) broken.push(`event ${at} is of a part that is not open`)
    if (step === "end") open.delete(event.part)
  }
  if (events.at(-1)?.type === "end" && (events.at(-1) as { reason: string }).reason !== "cut" && open.size > 0) {
    broken.push("the stream is complete and a part is not")
  }
  return broken
}
