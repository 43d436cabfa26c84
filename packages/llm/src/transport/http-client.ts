import net from "node:net"
import tls from "node:tls"
import type { AddressGuard } from "./address-guard.ts"
import { type AnswerHandler, AnswerReader } from "./answer-reader.ts"

export interface HttpRequest {
  method: "GET" | "POST"
  /** Scheme, host and port. */
  origin: string
  /** With its query. */
  path: string
  headers: Readonly<Record<string, string>>
  body?: readonly BodyPiece[]
  /** Asked before a connection is opened. */
  guard?: AddressGuard
}

/** Text, or bytes that are the same in many requests. */
export type BodyPiece = string | Buffer

/** A request under way. */
export interface Exchange {
  /** Closes the socket; nothing more is told. */
  abort(): void
}

/** A key or an address that holds what HTTP cannot carry. Nothing was sent. */
export class UnsendableError extends Error {
  override name = "UnsendableError"
  readonly code = "UNSENDABLE"
}

/**
 * One request over HTTP/1.1, with the answer handed over from the socket's own callback. A stream has a socket of its
 * own, so that stopping it closes the socket instead of asking the other side to stop; what was read to its end is kept
 * for the next call. Sockets instead of a library's client: the tokens of many streams come one by one, and what lies
 * between the socket and the first look at them was most of their cost (docs/adr/0016).
 */
export function send(request: HttpRequest, handler: AnswerHandler): Exchange {
  const pieces = write(request)
  const connection = takeIdle(request) ?? new Connection(request)
  return connection.exchange(pieces, handler)
}

const CONNECT_MS = 10_000
/** The longest a connection lies idle. */
const IDLE_MS = 30_000
/** A server may be closing what it says it keeps for this long. */
const MARGIN_MS = 1_000
const TCP_KEEP_ALIVE_MS = 60_000

/** Per origin, the one used last at the end. */
const idle = new Map<string, Connection[]>()
/** So that a further connection to the same server needs no whole handshake. */
const sessions = new Map<string, Buffer>()
const MOST_SESSIONS = 100
/** All plain sockets read into it, one at a time: what a read held is looked at before the next one begins. */
const shared = Buffer.allocUnsafeSlow(64 * 1024)
/** What one record of TLS holds at most. Deciphering may begin in the middle of a look, so that these have their own. */
const RECORD_BYTES = 16 * 1024

function takeIdle({ origin, guard }: HttpRequest): Connection | undefined {
  const waiting = idle.get(origin)
  for (let last = waiting?.pop(); last; last = waiting?.pop()) if (last.isFresh && last.guard === guard) return last
  return undefined
}

class Connection {
  readonly guard: AddressGuard | undefined
  readonly #origin: string
  readonly #socket: net.Socket
  readonly #memory: Buffer
  #handler: AnswerHandler | undefined
  #reader: AnswerReader | undefined
  #connecting: NodeJS.Timeout | undefined
  #idling: NodeJS.Timeout | undefined
  #freshUntil = 0

  constructor({ origin, guard }: HttpRequest) {
    this.guard = guard
    const isSecure = origin.startsWith("https:")
    this.#origin = origin
    this.#memory = isSecure ? Buffer.allocUnsafeSlow(RECORD_BYTES) : shared
    const callback = (count: number) => {
      this.#take(count)
      return true
    }
    this.#socket = open(origin, { buffer: this.#memory, callback }, guard)
    this.#connecting = setTimeout(() => this.#lose(timedOut(origin)), CONNECT_MS)
    this.#socket.setNoDelay(true)
    this.#socket.setKeepAlive(true, TCP_KEEP_ALIVE_MS)
    this.#socket.once(isSecure ? "secureConnect" : "connect", () => clearTimeout(this.#connecting))
    this.#socket.on("error", (error) => this.#lose(error))
    this.#socket.on("end", () => this.#otherSideClosed())
    this.#socket.on("close", () => this.#lose(new Error("The connection was closed.")))
  }

  get isFresh(): boolean {
    return performance.now() < this.#freshUntil && this.#socket.writable
  }

  exchange(pieces: readonly BodyPiece[], handler: AnswerHandler): Exchange {
    const reader = new AnswerReader(handler)
    this.#reader = reader
    this.#handler = handler
    this.#socket.ref()
    if (pieces.length > 1) this.#socket.cork()
    for (const piece of pieces) this.#socket.write(piece)
    if (pieces.length > 1) this.#socket.uncork()
    return {
      abort: () => {
        if (this.#reader === reader) this.#drop()
        reader.leave()
      },
    }
  }

  #take(count: number): void {
    const reader = this.#reader
    // Nobody asked: what comes now would be taken for the answer to the next request.
    if (!reader) {
      this.#drop()
      return
    }
    let used: number
    try {
      used = reader.read(this.#memory.subarray(0, count))
    } catch (error) {
      this.#lose(error as Error)
      return
    }
    if (this.#reader !== reader) return
    if (!reader.isOver) this.#handler?.onPause?.()
    else if (used === count) this.#keep(reader.keptAliveMs)
    else this.#drop()
  }

  #otherSideClosed(): void {
    try {
      this.#reader?.close()
      this.#drop()
    } catch (error) {
      this.#lose(error as Error)
    }
  }

  #keep(keptAliveMs: number): void {
    const ms = Math.min(IDLE_MS, keptAliveMs - MARGIN_MS)
    if (ms <= 0 || this.#socket.writableLength > 0) {
      this.#drop()
      return
    }
    this.#reader = undefined
    this.#handler = undefined
    this.#freshUntil = performance.now() + ms
    this.#socket.unref()
    // One timer for the connection's whole life: it is set back, not made anew, with every call.
    if (this.#idling) this.#idling.refresh()
    else this.#idling = setTimeout(() => this.#reader || this.#drop(), IDLE_MS).unref()
    const waiting = idle.get(this.#origin)
    if (waiting) waiting.push(this)
    else idle.set(this.#origin, [this])
  }

  /** Whoever waits for an answer is told why there is none. */
  #lose(error: Error): void {
    const reader = this.#reader
    const handler = this.#handler
    this.#drop()
    if (!reader || reader.isOver) return
    reader.leave()
    handler?.onError(error)
  }

  #drop(): void {
    this.#reader = undefined
    this.#handler = undefined
    this.#freshUntil = 0
    clearTimeout(this.#connecting)
    clearTimeout(this.#idling)
    const waiting = idle.get(this.#origin)
    if (waiting?.includes(this)) waiting.splice(waiting.indexOf(this), 1)
    if (waiting?.length === 0) idle.delete(this.#origin)
    this.#socket.destroy()
  }
}

/** Throws where the guard forbids it; a name is looked up by the guard, so that nobody asks for it a second time. */
function open(origin: string, onread: net.OnReadOpts, guard: AddressGuard | undefined): net.Socket {
  const { protocol, hostname, port } = new URL(origin)
  // An address in brackets is one of IPv6.
  const host = hostname.replace(/^\[(.*)\]$/, "$1")
  const number = Number(port || (protocol === "http:" ? 80 : 443))
  const lookup = guard?.lookup(host, number)
  if (protocol === "http:") return net.connect({ host, port: number, lookup, onread })
  const servername = net.isIP(host) ? undefined : host
  const socket = tls.connect({
    host,
    port: number,
    lookup,
    servername,
    ALPNProtocols: ["http/1.1"],
    session: sessions.get(origin),
    onread,
  } as tls.ConnectionOptions)
  socket.on("session", (session) => {
    sessions.delete(origin)
    sessions.set(origin, session)
    if (sessions.size > MOST_SESSIONS) sessions.delete(sessions.keys().next().value!)
  })
  return socket
}

/** Throws before anything is sent where a header or the path would end in the middle of itself. */
function write({ method, origin, path, headers, body }: HttpRequest): BodyPiece[] {
  if (!/^\/[\x21-\x7e]*$/.test(path)) throw new UnsendableError("The path of the address cannot be sent.")
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${origin.slice(origin.indexOf("//") + 2)}\r\nconnection: keep-alive\r\n`
  for (const name in headers) {
    const value = headers[name]!
    if (!/^[\t\x20-\x7e]*$/.test(value)) throw new UnsendableError(`The header ${name} cannot be sent.`)
    head += `${name}: ${value}\r\n`
  }
  if (!body) return [`${head}\r\n`]
  let bytes = 0
  for (const piece of body) bytes += Buffer.byteLength(piece)
  head += `content-length: ${bytes}\r\n\r\n`
  const [first, ...rest] = body
  return typeof first === "string" ? [head + first, ...rest] : [head, ...body]
}

function timedOut(origin: string): Error {
  return Object.assign(new Error(`${origin} could not be connected to.`), { code: "CONNECT_TIMEOUT" })
}
