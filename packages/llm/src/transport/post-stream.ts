import type { Failure, ModelEvent } from "../model-event.ts"
import type { FrameReader } from "../protocol.ts"
import type { Address } from "./address.ts"
import { type AddressGuard, notAllowed } from "./address-guard.ts"
import type { AnswerHandler, AnswerHeaders } from "./answer-reader.ts"
import { classifyFailure, failureOf, isTransient } from "./classify-failure.ts"
import { type Decoder, isCoded, openDecoder, UnknownCodingError } from "./content-coding.ts"
import { type BodyPiece, type Exchange, send, UnsendableError } from "./http-client.ts"
import { type Clock, type Patience, SilenceWatch } from "./silence.ts"
import { FrameTooLargeError, SseScanner } from "./sse.ts"

export interface StreamCall {
  label: string
  address: Address
  headers: Record<string, string>
  reader: FrameReader
  guard?: AddressGuard
  patience: Patience
  clock: Clock
  signal?: AbortSignal
  onEvents(events: ModelEvent[]): void
}

/**
 * One attempt. Resolves once the terminal event went to `onEvents`, or with a transient failure if the provider failed
 * before its first token: then nothing was handed over and the call may be repeated. Rejects only with what `onEvents` threw.
 */
export function postStream(call: StreamCall, body: readonly BodyPiece[]): Promise<Failure | undefined> {
  return new Promise((resolve, reject) => {
    new StreamHandler(call, resolve, reject).start(body)
  })
}

/** Far above the longest answer a model is allowed: a stream that goes on past it will not end by itself. */
const MAX_STREAM_BYTES = 64 * 1024 * 1024
const MAX_ERROR_BYTES = 64 * 1024
/** A complete answer whose connection stays open is not waited for longer, and its socket not kept. */
const DRAIN_MS = 1_000

class StreamHandler implements AnswerHandler {
  readonly #call: StreamCall
  readonly #resolve: (failure?: Failure) => void
  readonly #reject: (error: unknown) => void
  readonly #scanner = new SseScanner()
  readonly #onData: (data: string) => boolean
  /** Until the provider said everything or the socket was closed. */
  #exchange: Exchange | undefined
  #watch: SilenceWatch | undefined
  #draining: NodeJS.Timeout | undefined
  /** Where the body is something else than its bytes. */
  #decoder: Decoder | undefined
  #batch: ModelEvent[] = []
  #bytes = 0
  #spoke = false
  #settled = false
  #status = 0
  #headers: AnswerHeaders = {}
  /** Chunks of an answer that is no stream. */
  #errorBody: Buffer[] | undefined

  constructor(call: StreamCall, resolve: (failure?: Failure) => void, reject: (error: unknown) => void) {
    this.#call = call
    this.#resolve = resolve
    this.#reject = reject
    this.#onData = (data) => call.reader.read(data, this.#batch)
  }

  start(body: readonly BodyPiece[]): void {
    const { address, headers, guard, signal, label, patience, clock } = this.#call
    if (signal?.aborted) {
      this.#fail(failureOf("aborted", label))
      return
    }
    signal?.addEventListener("abort", this.#onAbort, { once: true })
    this.#watch = new SilenceWatch(label, patience, clock, (failure) => this.#onSilent(failure))
    try {
      this.#exchange = send({ ...address, method: "POST", headers, body, guard }, this)
    } catch (error) {
      this.#fail(networkFailure(error as Error, this.#call))
    }
  }

  onHead(status: number, headers: AnswerHeaders): void {
    this.#status = status
    this.#headers = headers
    const type = headers["content-type"]
    const isStream = status === 200 && (type === undefined || type.includes("text/event-stream"))
    if (!isStream) this.#errorBody = []
    this.#watch?.heardByte()
    const coding = headers["content-encoding"]
    if (isCoded(coding)) this.#decode(coding)
  }

  onBody(chunk: Buffer): void {
    if (this.#settled) return
    this.#watch?.heardByte()
    if (this.#decoder) this.#decoder.write(chunk)
    else this.#take(chunk)
  }

  #decode(coding: string): void {
    try {
      this.#decoder = openDecoder(coding, {
        onBytes: (bytes) => {
          this.#take(bytes)
          this.onPause()
        },
        onEnd: () => this.#over(),
        onError: (error) => this.#undecodable(error),
      })
    } catch (error) {
      this.#failUnreadable(error)
    }
  }

  /** Bytes that are missing at the end are no bad ones: the answer was cut. */
  #undecodable(error: Error & { code?: string }): void {
    if (this.#settled) return
    if (error.code === "Z_BUF_ERROR" && this.#status === 200 && !this.#errorBody) this.#close()
    else this.#failUnreadable(error)
  }

  #take(chunk: Buffer): void {
    if (this.#settled || isTerminal(this.#batch)) return
    this.#bytes += chunk.length
    if (this.#errorBody) {
      this.#errorBody.push(Buffer.from(chunk))
      if (this.#bytes > MAX_ERROR_BYTES) this.#failWithBody(this.#errorBody)
      return
    }
    try {
      if (this.#bytes > MAX_STREAM_BYTES) throw new FrameTooLargeError("The stream outgrew the limit.")
      this.#scanner.push(chunk, this.#onData)
    } catch (error) {
      this.#failUnreadable(error)
    }
  }

  /** One read of the socket may hold many chunks: what they say is handed over together. */
  onPause(): void {
    if (!this.#settled && this.#batch.length > 0) this.#flush()
  }

  onEnd(): void {
    this.#exchange = undefined
    clearTimeout(this.#draining)
    if (this.#decoder && !this.#settled) this.#decoder.end()
    else this.#over()
  }

  #over(): void {
    if (this.#settled) return
    if (this.#errorBody) {
      this.#failWithBody(this.#errorBody)
      return
    }
    try {
      this.#scanner.end(this.#onData)
    } catch {
      // Half a frame: the connection was cut in the middle of it.
    }
    this.#close()
  }

  onError(error: Error): void {
    this.#exchange = undefined
    if (this.#settled) return
    if (this.#status === 200 && !this.#errorBody) {
      if (this.#decoder) this.#decoder.end()
      else this.#close()
    } else this.#fail(networkFailure(error, this.#call))
  }

  /** Hands the batch over, unless it is a failure that another attempt may cure and nothing was said yet. */
  #flush(): void {
    const batch = this.#batch
    this.#batch = []
    const last = batch[batch.length - 1]
    if (!this.#spoke && batch.every(isSilent)) {
      if (last?.type === "error" && isTransient(last.failure)) {
        this.#settle(true, last.failure)
        return
      }
    } else {
      this.#spoke = true
      this.#watch?.heardToken()
    }
    const isOver = isTerminal(batch)
    if (isOver) this.#settled = true
    try {
      this.#call.onEvents(batch)
    } catch (error) {
      this.#settled = true
      this.#release(true)
      this.#reject(error)
      return
    }
    if (isOver) this.#settle(last?.type === "error")
  }

  /** The connection is gone. Before the first token that is a failure of the network, which may be tried again. */
  #close(): void {
    if (!isTerminal(this.#batch)) this.#call.reader.close(this.#batch)
    const last = this.#batch[this.#batch.length - 1]
    if (!this.#spoke && last?.type === "end" && last.reason === "cut" && this.#batch.every(isSilent)) {
      const sentence = `${this.#call.label} closed the connection before it answered. Try again.`
      this.#settle(true, { kind: "network", sentence })
    } else this.#flush()
  }

  #failWithBody(chunks: Buffer[]): void {
    const body = Buffer.concat(chunks).toString("utf8")
    this.#fail(classifyFailure({ label: this.#call.label, status: this.#status, body, headers: this.#headers }))
  }

  #failUnreadable(error: unknown): void {
    const isTold = error instanceof FrameTooLargeError || error instanceof UnknownCodingError
    const detail = isTold ? error.message : "A frame of the stream is not what the protocol allows."
    this.#failWithUsage(failureOf("malformed-stream", this.#call.label, detail))
  }

  /** What the provider counted so far is paid for, however its stream ends. */
  #failWithUsage(failure: Failure): void {
    this.#call.reader.close(this.#batch)
    this.#batch[this.#batch.length - 1] = { type: "error", failure }
    this.#flush()
  }

  #fail(failure: Failure): void {
    this.#batch.push({ type: "error", failure })
    this.#flush()
  }

  #settle(abort: boolean, failure?: Failure): void {
    this.#settled = true
    this.#release(abort)
    this.#resolve(failure)
  }

  #release(abort: boolean): void {
    this.#call.signal?.removeEventListener("abort", this.#onAbort)
    this.#watch?.stop()
    this.#decoder?.close()
    if (abort) this.#abort()
    else if (this.#exchange) this.#draining = setTimeout(() => this.#abort(), DRAIN_MS).unref()
  }

  #abort(): void {
    this.#exchange?.abort()
    this.#exchange = undefined
  }

  readonly #onAbort = (): void => {
    if (this.#settled) return
    // The socket first: who stops an answer stops paying for it.
    this.#abort()
    this.#failWithUsage(failureOf("aborted", this.#call.label))
  }

  /** No other attempt: it would wait as long again. */
  #onSilent(failure: Failure): void {
    if (this.#settled) return
    this.#abort()
    this.#failWithUsage(failure)
  }
}

function isTerminal(batch: ModelEvent[]): boolean {
  const last = batch[batch.length - 1]
  return last !== undefined && (last.type === "end" || last.type === "error")
}

/** Events that say nothing yet. */
function isSilent({ type }: ModelEvent): boolean {
  return type === "usage" || type === "end" || type === "error"
}

function networkFailure(error: NodeJS.ErrnoException, { label, address }: StreamCall): Failure {
  if (error instanceof UnsendableError)
    return {
      kind: "auth",
      sentence: "The key or the address of this connection holds characters that cannot be sent. Enter it again.",
    }
  return notAllowed(error) ?? failureOf("network", label, `${address.origin}: ${error.code ?? error.message}`)
}
