import { setTimeout as sleep } from "node:timers/promises"
import type { Connection, Driver, HttpDriver, ModelRequest, RetryPolicy, RunOptions, StreamOptions } from "./driver.ts"
import type { Failure, FailureKind, ModelEvent } from "./model-event.ts"
import { addressOf } from "./transport/address.ts"
import { failureOf, scrubKey } from "./transport/classify-failure.ts"
import type { BodyPiece } from "./transport/http-client.ts"
import { postStream } from "./transport/post-stream.ts"
import { PATIENCE, realClock } from "./transport/silence.ts"

/**
 * Asks a model and hands its answer over as it comes: `onEvents` gets one array for each network chunk, called from the
 * socket's own callback, with no promise and no stream object per token. Resolves after the terminal event; rejects only
 * with what `onEvents` threw. Transient failures are tried again until the first token, never after it.
 */
export async function stream(
  driver: Driver,
  connection: Connection,
  request: ModelRequest,
  { signal, patience = PATIENCE, clock = realClock, retry = RETRY, troubles, ...options }: StreamOptions,
): Promise<void> {
  const onEvents = (events: ModelEvent[]) => options.onEvents(scrubLast(events, connection.apiKey))
  const run = "run" in driver ? driver.run : prepareCall(driver, connection, request)
  for (let attempt = 1; ; attempt += 1) {
    if (troubles && troubles.left <= 0)
      return onEvents([{ type: "error", failure: troubles.last ?? failureOf("overload", driver.label) }])
    if (troubles) troubles.left -= 1
    const failure = await run(connection, request, { onEvents, signal, patience, clock })
    if (!failure) {
      if (troubles) troubles.left += 1
      return
    }
    if (troubles) troubles.last = failure
    const delayMs = troubles?.left === 0 ? undefined : delayBefore(failure, attempt, retry)
    if (delayMs === undefined) return onEvents([{ type: "error", failure }])
    await sleep(delayMs, undefined, { signal }).catch(() => {})
    if (signal?.aborted) return onEvents([{ type: "error", failure: failureOf("aborted", driver.label) }])
  }
}

const RETRY: RetryPolicy = { attempts: 3, firstDelayMs: 500, longestDelayMs: 20_000 }

/** The user agent that Node's own fetch sends: a firewall may refuse requests that have none. */
const HEADERS = { "content-type": "application/json", accept: "text/event-stream", "user-agent": "node" }

/** What all attempts share is made once. */
function prepareCall(driver: HttpDriver, connection: Connection, request: ModelRequest) {
  const { label, protocol } = driver
  const dialect = { ...driver.dialect, provider: driver.id, label }
  const address = addressOf(driver.endpoint(connection), protocol.path, connection.query)
  const headers = { ...HEADERS, ...driver.auth(connection) }
  const capabilities = { ...driver.capabilities(request.model), ...request.capabilities }
  let body = writeBody(() => protocol.request(request, capabilities, dialect))
  return async (_: Connection, __: ModelRequest, options: RunOptions): Promise<Failure | undefined> => {
    const fail = (kind: FailureKind, sentence: string) =>
      options.onEvents([{ type: "error", failure: { kind, sentence } }])
    if (!address) fail("network", `The base URL of ${label} is not an http or https address. Correct it.`)
    else if (body === undefined) fail("rejected", `The messages or tools cannot be written as a request to ${label}.`)
    else {
      const onEvents = (events: ModelEvent[]) => {
        // Once something was handed over there is no other attempt: a long answer need not keep its question.
        body = undefined
        options.onEvents(events)
      }
      return postStream(
        { label, address, headers, reader: protocol.reader(dialect), guard: connection.guard, ...options, onEvents },
        body,
      )
    }
  }
}

/** Undefined when the caller's data is not what its type says: a stream ends in an error, it does not throw. */
function writeBody(write: () => object): BodyPiece[] | undefined {
  try {
    return writeJson(write())
  } catch {
    return undefined
  }
}

/** Lists of tools, written out once: they are most of a body, and the same in every step of a turn. */
const writtenTools = new WeakMap<object, BodyPiece>()
/** Bytes of their own are for what would cost to be copied and encoded with every call. */
const WORTH_A_PIECE = 4 * 1024

/** What JSON.stringify writes, byte for byte, in pieces. */
function writeJson(body: object): BodyPiece[] {
  const pieces: BodyPiece[] = []
  let text = "{"
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue
    text += `${text === "{" ? "" : ","}${JSON.stringify(name)}:`
    const written = name === "tools" && Array.isArray(value) ? writeTools(value) : JSON.stringify(value)
    if (typeof written === "string") text += written
    else {
      pieces.push(text, written)
      text = ""
    }
  }
  pieces.push(`${text}}`)
  return pieces
}

function writeTools(tools: object[]): BodyPiece {
  let written = writtenTools.get(tools)
  if (written === undefined) {
    const text = JSON.stringify(tools)
    written = text.length < WORTH_A_PIECE ? text : Buffer.from(text)
    writtenTools.set(tools, written)
  }
  return written
}

/** Undefined when it is not worth waiting. Jitter keeps the turns of a pod from calling again in step. */
function delayBefore({ retryAfterMs }: Failure, attempt: number, retry: RetryPolicy): number | undefined {
  if (attempt >= retry.attempts) return undefined
  const delayMs = retryAfterMs ?? retry.firstDelayMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
  return delayMs <= retry.longestDelayMs ? delayMs : undefined
}

/** An error is always the last event, so the rest of a batch need not be looked at. */
function scrubLast(events: ModelEvent[], key: string | undefined): ModelEvent[] {
  const last = events[events.length - 1]
  if (last?.type === "error") events[events.length - 1] = { ...last, failure: scrubKey(last.failure, key) }
  return events
}
