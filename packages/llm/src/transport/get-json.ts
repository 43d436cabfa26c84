import { ProviderError } from "../model-event.ts"
import { addressOf } from "./address.ts"
import { type AddressGuard, notAllowed } from "./address-guard.ts"
import type { AnswerHeaders } from "./answer-reader.ts"
import { classifyFailure, failureOf, scrubKey } from "./classify-failure.ts"
import { decodeWhole } from "./content-coding.ts"
import { type HttpRequest, send } from "./http-client.ts"

export interface JsonCall {
  label: string
  endpoint: string
  path: string
  query?: string
  headers: Record<string, string>
  /** Removed from anything an error keeps. */
  apiKey?: string
  guard?: AddressGuard
  signal?: AbortSignal
}

/** A small question beside the streams: the list of models, the state of a key. Throws a ProviderError. */
export async function getJson(call: JsonCall): Promise<unknown> {
  const { label, headers, apiKey, guard, signal } = call
  const address = addressOf(call.endpoint, call.path, call.query)
  if (!address) throw unreachable(`The base URL of ${label} is not an http or https address. Correct it.`)
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  let answer: WholeAnswer
  try {
    answer = await sendWhole(
      { ...address, guard, method: "GET", headers: { accept: "application/json", "user-agent": "node", ...headers } },
      signal ? AbortSignal.any([signal, limit]) : limit,
    )
  } catch (error) {
    if (signal?.aborted) throw new ProviderError(failureOf("aborted", label))
    if (limit.aborted) throw unreachable(`${label} did not answer within ${TIMEOUT_MS / 1_000} seconds. Try again.`)
    const forbidden = notAllowed(error)
    if (forbidden) throw new ProviderError(forbidden)
    const { code, name } = error as NodeJS.ErrnoException
    throw new ProviderError(scrubKey(failureOf("network", label, `${address.origin}: ${code ?? name}`), apiKey))
  }
  const { status, text } = answer
  if (status === 200) {
    try {
      return JSON.parse(text)
    } catch {
      // Falls through: classified as what came instead of JSON.
    }
  }
  throw new ProviderError(scrubKey(classifyFailure({ label, status, body: text, headers: answer.headers }), apiKey))
}

const TIMEOUT_MS = 15_000
/** Against an endless answer; the longest list, every model of OpenRouter, is far below. */
const MAX_BYTES = 32 * 1024 * 1024

interface WholeAnswer {
  status: number
  headers: AnswerHeaders
  text: string
}

function sendWhole(request: HttpRequest, signal: AbortSignal): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const chunks: Buffer[] = []
    let bytes = 0
    let status = 0
    let headers: AnswerHeaders = {}
    const stop = () => {
      exchange.abort()
      reject(signal.reason)
    }
    const over = () => signal.removeEventListener("abort", stop)
    const exchange = send(request, {
      onHead(...head) {
        ;[status, headers] = head
      },
      onBody(chunk) {
        chunks.push(Buffer.from(chunk))
        bytes += chunk.length
        if (bytes <= MAX_BYTES) return
        over()
        exchange.abort()
        reject(new Error("The answer outgrew the limit."))
      },
      onEnd() {
        over()
        decodeWhole(headers["content-encoding"], Buffer.concat(chunks), MAX_BYTES).then(
          (body) => resolve({ status, headers, text: body.toString("utf8") }),
          reject,
        )
      },
      onError(error) {
        over()
        reject(error)
      },
    })
    signal.addEventListener("abort", stop, { once: true })
  })
}

function unreachable(sentence: string): ProviderError {
  return new ProviderError({ kind: "network", sentence })
}
