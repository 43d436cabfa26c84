// Opens streams and counts their words, in a process of its own: the server's processor time is measured, not this one's.
import { Agent, type ClientRequest, request } from "node:http"
import { nowMicroseconds } from "./clock.ts"

export interface StreamRequest {
  url: string
  headers?: Record<string, string>
  body: string
}

export type LoadOrder =
  /** All to their end, so many at a time; with `onOpen`, over the connections of the order before, as browsers do. */
  | { type: "run"; requests: StreamRequest[]; atOnce: number; onOpen?: boolean }
  /** All at once, begun one after the other within so many milliseconds or longer; answers when each has spoken. */
  | { type: "open"; requests: StreamRequest[]; overMs: number }
  /** Watches what is open for a while. */
  | { type: "watch"; ms: number }
  | { type: "close" }

export interface Heard {
  words: number
  /** From the provider's write to the arrival here. */
  lateP50Ms: number
  lateP99Ms: number
  /** Of each stream, from sending the request to its first word. */
  firstWordMs: number[]
}

/** New for every order, unless it asks for those there are: a server may be closing what was kept from the last one. */
let agent = new Agent({ keepAlive: true })
const open = new Set<ClientRequest>()
let words = 0
let late: number[] = []
let firstWordMs: number[] = []
let isClosing = false

process.on("message", async (order: LoadOrder) => {
  try {
    process.send!(await follow(order))
  } catch (error) {
    process.send!({ error: (error as Error).stack ?? String(error) })
  }
})
console.log("ready")

async function follow(order: LoadOrder): Promise<Heard> {
  if ((order.type === "run" && !order.onOpen) || order.type === "open") {
    agent.destroy()
    agent = new Agent({ keepAlive: order.type === "run" })
  }
  words = 0
  late = []
  firstWordMs = []
  if (order.type === "run") {
    let next = 0
    await Promise.all(
      Array.from({ length: order.atOnce }, async () => {
        for (let at = next++; at < order.requests.length; at = next++) await send(order.requests[at]!).ended
      }),
    )
  }
  if (order.type === "open") await openAll(order.requests, order.overMs)
  if (order.type === "watch") await new Promise((resolve) => setTimeout(resolve, order.ms))
  isClosing = order.type === "close"
  if (order.type === "close") for (const one of open) one.destroy()
  late.sort((a, b) => a - b)
  const at = (share: number) => (late[Math.floor(late.length * share)] ?? 0) / 1_000
  return { words, lateP50Ms: at(0.5), lateP99Ms: at(0.99), firstWordMs }
}

/** More at a time would measure how a server queues, and ours refuses what has waited too long. */
const MOST_UNANSWERED = 16

async function openAll(requests: StreamRequest[], overMs: number): Promise<void> {
  const started = performance.now()
  const spoke: Promise<void>[] = []
  let unanswered = 0
  while (spoke.length < requests.length) {
    const due = Math.min(requests.length, Math.ceil(((performance.now() - started) / overMs) * requests.length))
    while (spoke.length < due && unanswered < MOST_UNANSWERED) {
      const stream = send(requests[spoke.length]!)
      unanswered += 1
      const answered = () => {
        unanswered -= 1
      }
      stream.answered.then(answered, answered)
      stream.ended.catch((error) => isClosing || console.error(String(error)))
      spoke.push(stream.spoke)
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await Promise.all(spoke)
}

function send({ url, headers, body }: StreamRequest): Record<"answered" | "spoke" | "ended", Promise<void>> {
  const answered = Promise.withResolvers<void>()
  const spoke = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const startedAt = nowMicroseconds()
  let silent = true
  const hear = wordReader((sentAt) => {
    const now = nowMicroseconds()
    words += 1
    late.push(now - sentAt)
    if (!silent) return
    silent = false
    firstWordMs.push((now - startedAt) / 1_000)
    spoke.resolve()
  })
  const sent = request(
    url,
    {
      agent,
      method: "POST",
      headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body), ...headers },
    },
    (response) => {
      if (response.statusCode !== 200) {
        response.setEncoding("utf8").once("data", (text) => fail(new Error(`${response.statusCode}: ${text}`)))
        return
      }
      answered.resolve()
      response.on("data", hear)
      response.once("end", () => {
        open.delete(sent)
        if (silent) fail(new Error(`${url} ended without a word.`))
        else ended.resolve()
      })
      response.once("error", fail)
    },
  )
  const fail = (error: Error) => {
    open.delete(sent)
    answered.reject(error)
    spoke.reject(error)
    ended.reject(error)
  }
  // Nobody waits for all three.
  for (const { promise } of [answered, spoke]) promise.catch(() => {})
  sent.setNoDelay(true)
  sent.once("error", fail)
  sent.end(body)
  open.add(sent)
  return { answered: answered.promise, spoke: spoke.promise, ended: ended.promise }
}

const MARK = 126 // ~
const ZERO = 48
const NINE = 57

/** Every `~` with the digits behind it, also where a chunk ends between them. */
function wordReader(onWord: (sentAt: number) => void): (chunk: Buffer) => void {
  let inside = false
  let value = 0
  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      if (!inside) {
        const mark = chunk.indexOf(MARK, at)
        if (mark === -1) return
        inside = true
        value = 0
        at = mark + 1
      }
      for (; at < chunk.length; at++) {
        const byte = chunk[at]!
        if (byte < ZERO || byte > NINE) {
          inside = false
          onWord(value)
          break
        }
        value = value * 10 + byte - ZERO
      }
    }
  }
}
