import { ProviderError } from "../model-event.ts"
import { classifyFailure, failureOf, scrubKey } from "./classify-failure.ts"
import { addressOf, providerConnections } from "./connections.ts"

export interface JsonCall {
  label: string
  endpoint: string
  path: string
  query?: string
  headers: Record<string, string>
  /** Removed from anything an error keeps. */
  apiKey?: string
  signal?: AbortSignal
}

/** A small question beside the streams: the list of models, the state of a key. Throws a ProviderError. */
export async function getJson(call: JsonCall): Promise<unknown> {
  const { label, headers, apiKey, signal } = call
  const address = addressOf(call.endpoint, call.path, call.query)
  if (!address) throw unreachable(`The base URL of ${label} is not an http or https address. Correct it.`)
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  let status: number
  let text: string
  let answered: Record<string, string | string[] | undefined>
  try {
    const answer = await providerConnections().request({
      ...address,
      method: "GET",
      headers: { accept: "application/json", ...headers },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    status = answer.statusCode
    answered = answer.headers
    text = await readText(answer.body)
  } catch (error) {
    if (signal?.aborted) throw new ProviderError(failureOf("aborted", label))
    if (limit.aborted) throw unreachable(`${label} did not answer within ${TIMEOUT_MS / 1_000} seconds. Try again.`)
    const { code, name } = error as NodeJS.ErrnoException
    throw new ProviderError(scrubKey(failureOf("network", label, `${address.origin}: ${code ?? name}`), apiKey))
  }
  if (status === 200) {
    try {
      return JSON.parse(text)
    } catch {
      // Falls through: classified as what came instead of JSON.
    }
  }
  throw new ProviderError(scrubKey(classifyFailure({ label, status, body: text, headers: answered }), apiKey))
}

const TIMEOUT_MS = 15_000
/** Against an endless answer; the longest list, every model of OpenRouter, is far below. */
const MAX_BYTES = 32 * 1024 * 1024

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error("The answer outgrew the limit.")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

function unreachable(sentence: string): ProviderError {
  return new ProviderError({ kind: "network", sentence })
}
