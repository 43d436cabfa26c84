/** What one HTTP answer tells, in order. */
export interface AnswerHandler {
  onHead(status: number, headers: AnswerHeaders): void
  /** Valid until this returns: the next read of any socket goes to the same memory. */
  onBody(chunk: Buffer): void
  /** Everything that one read of the socket held was told. Not called once the answer is over. */
  onPause?(): void
  onEnd(): void
  /** Instead of the end. */
  onError(error: Error & { code?: string }): void
}

/** By lower-case name; what was sent twice is joined with a comma. */
export type AnswerHeaders = Readonly<Record<string, string>>

/** No HTTP/1.1, or more of it than anybody means. */
export class NotHttpError extends Error {
  override name = "NotHttpError"
  readonly code = "NOT_HTTP"
}

/** The other side hung up in the middle. */
export class ClosedEarlyError extends Error {
  override name = "ClosedEarlyError"
  readonly code = "CLOSED_EARLY"
}

type State = "status" | "header" | "sized" | "until-close" | "chunk-size" | "chunk" | "chunk-end" | "trailer" | "over"

/** Head and trailers together. */
const MAX_HEAD_CHARACTERS = 64 * 1024
const LINE_FEED = 10

/**
 * One HTTP/1.1 answer from raw bytes, however they were cut. Strict where a mistake would take one answer's bytes for
 * another's: lengths and chunk sizes; a connection that had surplus bytes is not used again.
 */
export class AnswerReader {
  readonly #handler: AnswerHandler
  #state: State = "status"
  /** A line whose end has not come yet. */
  #line = ""
  #headCharacters = 0
  #status = 0
  #headers: Record<string, string> = noHeaders()
  /** Bytes of the body or of the chunk that are still to come. */
  #left = 0
  #reusable = false

  constructor(handler: AnswerHandler) {
    this.#handler = handler
  }

  get isOver(): boolean {
    return this.#state === "over"
  }

  /** Whether the connection may carry another request, and for how long it may lie idle, as far as the server told. */
  get keptAliveMs(): number {
    if (!this.#reusable || this.#state !== "over") return 0
    const seconds = /timeout=(\d{1,6})/.exec(this.#headers["keep-alive"] ?? "")?.[1]
    return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1_000
  }

  /** How many bytes were used: less than all where more follows the answer's end. Throws a NotHttpError. */
  read(bytes: Buffer): number {
    let at = 0
    while (at < bytes.length && this.#state !== "over") at = this.#take(bytes, at)
    return at
  }

  /** The other side closed. Throws where it was not yet done. */
  close(): void {
    if (this.#state === "over") return
    if (this.#state !== "until-close") throw new ClosedEarlyError("The connection was closed before the answer's end.")
    this.#end()
  }

  /** Tells nothing more. */
  leave(): void {
    this.#state = "over"
    this.#reusable = false
  }

  #take(bytes: Buffer, at: number): number {
    switch (this.#state) {
      case "sized":
      case "chunk": {
        const end = Math.min(bytes.length, at + this.#left)
        this.#left -= end - at
        const isWhole = this.#left === 0
        if (isWhole && this.#state === "chunk") this.#state = "chunk-end"
        this.#handler.onBody(bytes.subarray(at, end))
        if (isWhole && this.#state === "sized") this.#end()
        return end
      }
      case "until-close":
        this.#handler.onBody(at === 0 ? bytes : bytes.subarray(at))
        return bytes.length
      default: {
        const feed = bytes.indexOf(LINE_FEED, at)
        const end = feed === -1 ? bytes.length : feed
        this.#line += bytes.toString("latin1", at, end)
        if (this.#headCharacters + this.#line.length > MAX_HEAD_CHARACTERS)
          throw new NotHttpError("The answer's head outgrew the limit.")
        if (feed === -1) return end
        const line = this.#line.endsWith("\r") ? this.#line.slice(0, -1) : this.#line
        this.#line = ""
        this.#takeLine(line)
        return feed + 1
      }
    }
  }

  #takeLine(line: string): void {
    switch (this.#state) {
      case "status": {
        const found = /^HTTP\/1\.([01]) (\d{3})(?: |$)/.exec(line)
        if (!found) throw new NotHttpError("What came is no answer of HTTP/1.1.")
        this.#status = Number(found[2])
        this.#reusable = found[1] === "1"
        this.#state = "header"
        return
      }
      case "header":
        this.#headCharacters += line.length
        if (line === "") this.#beginBody()
        else this.#takeHeader(line)
        return
      case "chunk-size": {
        const size = /^([0-9a-f]{1,12})[ \t]*(?:;|$)/i.exec(line)?.[1]
        if (size === undefined) throw new NotHttpError("A chunk has no size.")
        this.#left = Number.parseInt(size, 16)
        this.#state = this.#left === 0 ? "trailer" : "chunk"
        return
      }
      case "chunk-end":
        if (line !== "") throw new NotHttpError("A chunk is longer than its size.")
        this.#state = "chunk-size"
        return
      default:
        this.#headCharacters += line.length
        if (line === "") this.#end()
    }
  }

  #takeHeader(line: string): void {
    const colon = line.indexOf(":")
    if (colon < 1) throw new NotHttpError("A header has no name.")
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    const before = this.#headers[name]
    this.#headers[name] = before === undefined ? value : `${before}, ${value}`
  }

  #beginBody(): void {
    const headers = this.#headers
    if (this.#status < 200) {
      // "Continue", "Early hints": the answer itself follows. Nobody asked to switch protocols.
      if (this.#status === 101) throw new NotHttpError("The server switched to another protocol.")
      this.#headers = noHeaders()
      this.#state = "status"
      return
    }
    if (/\bclose\b/i.test(headers.connection ?? "")) this.#reusable = false
    this.#state = this.#bodyState(headers["transfer-encoding"], headers["content-length"])
    const isEmpty = this.#state === "sized" && this.#left === 0
    this.#handler.onHead(this.#status, headers)
    if (isEmpty) this.#end()
  }

  #bodyState(coding: string | undefined, length: string | undefined): State {
    if (this.#status === 204 || this.#status === 304) return "sized"
    if (coding !== undefined) {
      if (!/^chunked$/i.test(coding)) throw new NotHttpError(`The answer is coded as ${coding.slice(0, 40)}.`)
      if (length !== undefined) this.#reusable = false
      return "chunk-size"
    }
    if (length === undefined) {
      this.#reusable = false
      return "until-close"
    }
    if (!/^\d{1,15}$/.test(length)) throw new NotHttpError("The answer's length is no number.")
    this.#left = Number(length)
    return "sized"
  }

  #end(): void {
    if (this.#state === "over") return
    this.#state = "over"
    this.#handler.onEnd()
  }
}

/** Names come from the other side: none of them may find something that is not a header. */
function noHeaders(): Record<string, string> {
  return Object.create(null)
}
