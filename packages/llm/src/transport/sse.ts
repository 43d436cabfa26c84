import { StringDecoder } from "node:string_decoder"

/** Room for a frame that repeats a whole long answer, as the last one of OpenAI does; a frame of 10 MB must not pass. */
const MAX_FRAME_CHARACTERS = 8 * 1024 * 1024

export class FrameTooLargeError extends Error {
  override name = "FrameTooLargeError"
}

/**
 * Server-sent events from raw chunks: one decoder for the stream, one search for the blank line per frame. Names, ids and
 * comments are dropped, as every provider repeats the type inside the payload. Bytes that are not UTF-8 become U+FFFD.
 */
export class SseScanner {
  readonly #decoder = new StringDecoder("utf8")
  /** A frame without its blank line yet: a rope, flattened once when the line arrives, not with every chunk. */
  #rest = ""
  /** The last characters of `#rest`, where a blank line may have begun. */
  #tail = ""
  #begun = false

  /** Calls `onData` with the payload of every frame the chunk completes; true as soon as it answers true. */
  push(chunk: Buffer, onData: (data: string) => boolean): boolean {
    let text = this.#decoder.write(chunk)
    if (!this.#begun && text !== "") {
      this.#begun = true
      if (text.charCodeAt(0) === BYTE_ORDER_MARK) text = text.slice(1)
    }
    if (this.#rest === "") return this.#scan(text, onData)
    const seam = this.#tail + text
    const whole = this.#rest + text
    if (BLANK_LINE.test(seam)) return this.#scan(whole, onData)
    this.#keep(whole, seam.slice(-2))
    return false
  }

  /** The stream closed: its last frame may lack the blank line, or be cut off in the middle. */
  end(onData: (data: string) => boolean): void {
    const text = this.#rest + this.#decoder.end()
    this.#rest = ""
    if (text !== "") this.#scan(`${text}\n\n`, onData)
  }

  #scan(text: string, onData: (data: string) => boolean): boolean {
    // One look decides for the whole chunk: providers end lines with "\n" alone, what stands in between may not.
    const from = text.includes("\r") ? scanAnyLines(text, onData) : scanLines(text, onData)
    if (from === DONE) return true
    const rest = from === 0 ? text : text.slice(from)
    this.#keep(rest, rest.slice(-2))
    return false
  }

  #keep(rest: string, tail: string): void {
    if (rest.length > MAX_FRAME_CHARACTERS) throw new FrameTooLargeError("A single frame outgrew the limit.")
    this.#rest = rest
    this.#tail = tail
  }
}

const BLANK_LINE = /\n\r?\n|\r\r/
const BYTE_ORDER_MARK = 0xfeff
const SPACE = 32
const DONE = -1

/** Where the first unfinished frame begins. The two frames providers send, with a name and without, cost one slice. */
function scanLines(text: string, onData: (data: string) => boolean): number {
  let from = 0
  for (let at = text.indexOf("\n\n"); at !== -1; at = text.indexOf("\n\n", from)) {
    const start = text.startsWith("event:", from) ? text.indexOf("\n", from) + 1 : from
    const isOneLine = text.startsWith("data:", start) && text.indexOf("\n", start) === at
    const data = isOneLine
      ? text.slice(text.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5, at)
      : joinData(text.slice(from, at))
    from = at + 2
    if (data !== "" && onData(data)) return DONE
  }
  return from
}

function scanAnyLines(text: string, onData: (data: string) => boolean): number {
  let from = 0
  for (const blank of text.matchAll(/\n\r?\n|\r\r/g)) {
    const data = joinData(text.slice(from, blank.index))
    from = blank.index + blank[0].length
    if (data !== "" && onData(data)) return DONE
  }
  return from
}

function joinData(frame: string): string {
  const lines: string[] = []
  for (const line of frame.split(/\r\n|\n|\r/)) {
    if (line.startsWith("data:")) lines.push(line.charCodeAt(5) === SPACE ? line.slice(6) : line.slice(5))
  }
  return lines.join("\n")
}
