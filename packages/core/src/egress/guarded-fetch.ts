import { setTimeout as sleep } from "node:timers/promises"
import { type AllowList, joinAllowLists } from "../contract/network/allow-list.ts"
import type { Log } from "../log.ts"
import { createTurnstile } from "../turnstile.ts"
import { EgressFaultError, EgressRefusedError, isFromOutside, shown, Turned } from "./egress-errors.ts"
import { createGuard, type Guard, type GuardOptions } from "./guard.ts"

export interface EgressOptions extends GuardOptions {
  /** What plugins with a list of their own let through beside it: what somebody wrote down to be allowed, not what is usual. `allow` unless given. */
  allowToAll?: AllowList
  /** Connects to this port whatever the URL says; for tests. */
  port?: number
  /** Trusted besides the public certificate authorities. */
  ca?: string
  /** How many requests to addresses that anybody chose run at once, and how many wait. */
  crowd?: { atOnce: number; waiting: number }
  /** A refusal takes at least this long. */
  refusalMs?: number
  /** Told what broke inside the guard itself. */
  log?: Log
}

export interface GuardedRequest {
  method?: "GET" | "HEAD" | "POST"
  headers?: Record<string, string>
  body?: string
  httpsOnly?: boolean
  /** Also where an administrator allows private addresses. */
  allowListed?: boolean
  timeoutMs?: number
  /** Of the body once it is decompressed. */
  maxBytes?: number
  /** Keep the beginning of a longer body instead of refusing it. */
  truncate?: boolean
}

export interface GuardedResponse {
  status: number
  /** What the server calls it; empty where it says nothing. */
  statusText: string
  headers: Headers
  body: Uint8Array
  /** Whether there was more of the body than was asked for. */
  truncated: boolean
  /** Where a 3xx points, resolved against the URL. It is reported and never followed. */
  redirect: string | null
}

/** The one way out to addresses that somebody wrote down. Redirects are reported and never followed. */
export interface Egress {
  /** A URL that anybody may have chosen: every cause of a failure answers alike. */
  fetch(url: string, request?: GuardedRequest): Promise<GuardedResponse>
  /**
   * An address that those who administer wrote down. Whoever may do that is told why it is not called and what to do;
   * what the network says is thrown as it came.
   */
  ask(url: string, request?: GuardedRequest): Promise<GuardedResponse>
  /**
   * For a plugin with protocols and an allow-list of its own: lets through what that list holds, and what whoever runs
   * this server allows to all. `allowedIn` is what a refusal calls it: `the allow-list in Settings > Greetings`.
   */
  guard(own: { allow: AllowList; allowedIn: string }): Guard
  /** For connections to models, which have a client of their own. */
  readonly connections: ConnectionGuard
}

/** As packages/llm takes it. */
export interface ConnectionGuard extends Pick<Guard, "lookup"> {
  fetch: typeof fetch
}

const TIMEOUT_MS = 5_000
const MAX_BYTES = 256 * 1024
/** Each may take its whole five seconds; a server has other things to do than to look at addresses. */
const CROWD = { atOnce: 16, waiting: 100 }
const CROWDED = "Too many addresses are being looked at right now. Try again in a few seconds."
/** Longer than resolving a name takes, so that a refused address and an unknown name answer alike. */
const REFUSAL_MS = 1_000
/** A name with more is a trick or a mistake; trying them all would outlast the deadline anyway. */
const MOST_TRIED = 4

export function createEgress(options: EgressOptions = {}): Egress {
  const guard = createGuard(options)
  const { allowToAll = options.allow } = options
  const inTurn = createTurnstile({ ...(options.crowd ?? CROWD), full: CROWDED })
  return {
    fetch: (url, request = {}) => inTurn(() => guardedFetch(url, request, options)),
    ask: (url, request = {}) =>
      attempt(url, { ...request, allowListed: true }, options).catch((error) => {
        throw isFromOutside(error) ? error : fault(url, error, options)
      }),
    guard: ({ allow, allowedIn }) =>
      createGuard({ ...options, allow: allowToAll ? joinAllowLists([allow, allowToAll]) : allow, allowedIn }),
    connections: {
      lookup: guard.lookup,
      fetch: async (input, init) => (await import("./send-pinned.ts")).fetchThrough(guard, input, init),
    },
  }
}

export async function guardedFetch(
  url: string,
  request: GuardedRequest = {},
  options: EgressOptions = {},
): Promise<GuardedResponse> {
  const began = performance.now()
  try {
    return await attempt(url, request, options)
  } catch (error) {
    if (!isFromOutside(error)) throw fault(url, error, options)
    await sleep(Math.max(0, (options.refusalMs ?? REFUSAL_MS) - (performance.now() - began)))
    throw new EgressRefusedError(url, error)
  }
}

function fault(url: string, error: unknown, { log }: EgressOptions): EgressFaultError {
  log?.error("A guarded request failed because of a fault of this server.", { host: shown(url), error })
  return new EgressFaultError(url, error)
}

async function attempt(text: string, request: GuardedRequest, options: EgressOptions): Promise<GuardedResponse> {
  const signal = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS)
  const url = readUrl(text, request.httpsOnly ?? false)
  const guard = createGuard(request.allowListed ? options : { ...options, allow: undefined })
  const found = await within(signal, guard.addressesOf(url.hostname, portOf(url)))
  const addresses = found.slice(0, MOST_TRIED)
  const { sendPinned } = await import("./send-pinned.ts")
  const { method = "GET", headers = {}, body } = request
  const { port, ca } = options
  const asked = { url, addresses, method, headers, body, signal, connectMs: TIMEOUT_MS, port, ca }
  return sendPinned(asked, async (response) => {
    const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null
    return {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
      ...(await readUpTo(response.body, request.maxBytes ?? MAX_BYTES, request.truncate ?? false)),
      redirect: location === null ? null : (URL.parse(location, url)?.href ?? null),
    }
  })
}

function readUrl(text: string, httpsOnly: boolean): URL {
  const url = URL.parse(text)
  if (!url) throw new Turned("It is no URL.")
  const schemes = httpsOnly ? ["https:"] : ["https:", "http:"]
  if (!schemes.includes(url.protocol)) throw new Turned(`The scheme ${url.protocol} is not allowed.`)
  if (url.username || url.password) throw new Turned("The URL carries credentials.")
  if (!url.hostname) throw new Turned("The URL names no host.")
  return url
}

function portOf({ port, protocol }: URL): number {
  return port ? Number(port) : protocol === "https:" ? 443 : 80
}

async function readUpTo(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  truncate: boolean,
): Promise<{ body: Uint8Array; truncated: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    chunks.push(chunk)
    if (size <= maxBytes) continue
    if (!truncate) throw new Turned(`The answer is larger than ${maxBytes} bytes.`)
    return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: true }
  }
  return { body: Buffer.concat(chunks), truncated: false }
}

/** Resolving a name cannot be called off, only no longer be waited for. */
async function within<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(deadline.reason)
  deadline.addEventListener("abort", stop, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    deadline.removeEventListener("abort", stop)
  }
}
