import { Duplex } from "node:stream"
import { ProbeError } from "../probe-error.ts"

/** How many bytes may still come in. Shared by all connections of one probe, so that twenty redirects are no twenty allowances. */
export interface Allowance {
  readonly total: number
  left: number
}

/** Of what was counted further below: TLS where it enters, under the encryption. */
export const UNCOUNTED: Allowance = { total: Number.POSITIVE_INFINITY, left: Number.POSITIVE_INFINITY }

export interface CountedOptions {
  allowance: Allowance
  /** As it was configured, for sentences. */
  where: string
  /** Sees every chunk before anybody else does, and throws to end the connection. */
  inspect?: ((chunk: Buffer) => void) | undefined
}

const PIECE = 8 * 1024

/**
 * A socket that client libraries take for one of Node's, which ends itself when more comes in than was allowed. Libraries
 * have no such bound: they collect until memory is gone.
 */
export class CountedSocket extends Duplex {
  readonly remoteAddress: string | undefined
  readonly remotePort: number | undefined
  // Clients ask for these before they write.
  readonly connecting = false

  readonly #inner: Duplex
  /** Counted and inspected, and not handed on yet. */
  #held: Buffer | null = null
  #wanted = false
  #resting = false
  #ended = false

  constructor(
    inner: Duplex & { remoteAddress?: string; remotePort?: number },
    { allowance, where, inspect }: CountedOptions,
  ) {
    super({ allowHalfOpen: false })
    this.#inner = inner
    this.remoteAddress = inner.remoteAddress
    this.remotePort = inner.remotePort
    // Whoever uses it may listen too late or not at all; an error nobody hears ends the process.
    this.on("error", () => {})
    inner.on("error", (error) => this.destroy(error))
    inner.on("end", () => {
      this.#ended = true
      this.#handOn()
    })
    // What came in before the end is still to be read: only a connection that broke off takes it along.
    inner.on("close", () => {
      if (!this.#ended) this.destroy()
    })
    inner.on("data", (chunk: Buffer) => {
      inner.pause()
      allowance.left -= chunk.length
      if (allowance.left < 0) {
        const most = allowance.total.toLocaleString("en")
        this.destroy(new ProbeError("too-much", `${where} sent more than ${most} bytes without an end.`))
        return
      }
      try {
        inspect?.(chunk)
      } catch (error) {
        this.destroy(error as Error)
        return
      }
      this.#held = this.#held ? Buffer.concat([this.#held, chunk]) : chunk
      this.#handOn()
    })
    // A "data" listener starts the flow; it begins when somebody reads.
    inner.pause()
  }

  override _read(): void {
    this.#wanted = true
    this.#handOn()
  }

  /**
   * A piece at a time, with a turn of the event loop between two: a parser that gets 64 KB of tiny frames at once keeps the
   * process from everything else for a third of a second (measured with HTTP hints), deadlines included.
   */
  #handOn(): void {
    if (!this.#wanted || this.#resting || this.destroyed) return
    const held = this.#held
    if (!held) {
      if (this.#ended) this.push(null)
      else this.#inner.resume()
      return
    }
    this.#held = held.length > PIECE ? held.subarray(PIECE) : null
    this.#wanted = false
    this.#resting = true
    setImmediate(() => {
      this.#resting = false
      this.#handOn()
    })
    this.push(held.subarray(0, PIECE))
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#inner.write(chunk, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#inner.end(() => done())
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#inner.destroy()
    done(error)
  }

  // What clients call on a socket of Node's. The deadline of the probe rules, not theirs.
  setTimeout(): this {
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  /** For clients that connect what they are given: it is connected already. */
  connect(): this {
    process.nextTick(() => this.emit("connect"))
    return this
  }
}
