import type { Duplex } from "node:stream"
import { ProbeError } from "../probe-error.ts"

/** Reads a socket in the pieces a protocol has. Linear: a line is looked for from where the last search ended. */
export class SocketReader {
  #chunks: Buffer[] = []
  #held = Buffer.alloc(0)
  #waiting = 0
  #searched = 0
  #ended = false
  #error: Error | null = null
  #wake: (() => void) | null = null
  readonly #socket: Duplex
  readonly #where: string

  constructor(socket: Duplex, where: string) {
    this.#socket = socket
    this.#where = where
    socket.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk)
      this.#waiting += chunk.length
      this.#wake?.()
    })
    socket.on("end", () => this.#end(null))
    socket.on("error", (error) => this.#end(error))
    socket.on("close", () => this.#end(null))
  }

  /** Without its end. */
  async line(longest = 8_192): Promise<string> {
    for (;;) {
      const at = this.#held.indexOf("\r\n", Math.max(0, this.#searched - 1))
      if (at >= 0) {
        const line = this.#held.subarray(0, at).toString("utf8")
        this.#take(at + 2)
        return line
      }
      this.#searched = this.#held.length
      if (this.#held.length > longest) throw new ProbeError("garbage", `${this.#where} sent a line that does not end.`)
      await this.#more()
    }
  }

  async bytes(count: number): Promise<Buffer> {
    while (this.#held.length + this.#waiting < count) await this.#arrival()
    this.#join()
    const bytes = this.#held.subarray(0, count)
    this.#take(count)
    return bytes
  }

  /** Whatever comes first. Empty when the other side ended. */
  async some(): Promise<Buffer> {
    this.#join()
    if (this.#held.length === 0 && !this.#ended) await this.#arrival().catch(() => {})
    this.#join()
    if (this.#held.length === 0 && this.#error) throw this.#error
    const bytes = this.#held
    this.#take(bytes.length)
    return bytes
  }

  /** Stops reading and hands the socket over; what was read and not taken would be lost, so there may be nothing. */
  release(): void {
    this.#join()
    if (this.#held.length > 0) throw new ProbeError("garbage", `${this.#where} went on talking before it was asked.`)
    this.#socket.removeAllListeners("data")
    this.#socket.pause()
  }

  #join(): void {
    if (this.#chunks.length === 0) return
    this.#held = Buffer.concat([this.#held, ...this.#chunks])
    this.#chunks = []
    this.#waiting = 0
  }

  #take(count: number): void {
    this.#held = this.#held.subarray(count)
    this.#searched = 0
  }

  async #more(): Promise<void> {
    if (this.#chunks.length === 0) await this.#arrival()
    this.#join()
  }

  async #arrival(): Promise<void> {
    const before = this.#chunks.length
    if (!this.#ended)
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    this.#wake = null
    if (this.#chunks.length > before) return
    if (this.#error) throw this.#error
    if (this.#ended) throw new ProbeError("closed", `${this.#where} closed the connection before it had answered.`)
  }

  #end(error: Error | null): void {
    this.#ended = true
    this.#error ??= error
    this.#wake?.()
  }
}
