import { Agent, buildConnector, fetch } from "undici"
import { parseAddress } from "../contract/network/public-address.ts"
import { type Guard, NotAllowedError } from "./guard.ts"

export interface PinnedRequest {
  url: URL
  /** Where the name lies, as it was checked. */
  addresses: readonly string[]
  method: string
  headers: Record<string, string>
  body: string | undefined
  signal: AbortSignal
  /** To connect to one address. */
  connectMs: number
  port: number | undefined
  ca: string | undefined
}

export interface PinnedResponse {
  status: number
  statusText: string
  headers: Headers
  body: AsyncIterable<Uint8Array> | null
}

/**
 * One request, to the addresses that were checked and no others. In a file of its own because it is the only one that
 * knows undici: few requests want it, so it is loaded at the first of them and costs a start nothing.
 */
export async function sendPinned<T>(
  { url, method, headers, body, signal, ...where }: PinnedRequest,
  read: (response: PinnedResponse) => Promise<T>,
): Promise<T> {
  const { ca, connectMs } = where
  const connect = buildConnector({ timeout: connectMs, allowH2: false, ...(ca === undefined ? {} : { ca }) })
  // One for each request: nothing that was opened for one name is there for the next.
  const agent = new Agent({ connect: pinned(connect, url, where) })
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
      signal,
      dispatcher: agent,
    })
    const { status, statusText, body: answered } = response
    return await read({ status, statusText, headers: new Headers([...response.headers]), body: answered })
  } finally {
    await agent.destroy()
  }
}

/**
 * For packages with a client of their own: fetch, with every connection looked up and checked by the guard. A redirect
 * is an answer like another, since what it names was checked by nobody.
 */
export async function fetchThrough(
  guard: Pick<Guard, "lookup">,
  input: Parameters<typeof globalThis.fetch>[0],
  init: RequestInit = {},
): Promise<Response> {
  try {
    const asked = new Request(input, init)
    const body = init.body ?? (asked.body === null ? undefined : await asked.arrayBuffer())
    const response = await fetch(asked.url, {
      method: asked.method,
      headers: [...asked.headers],
      ...(body === undefined || body === null ? {} : { body: body as string }),
      signal: asked.signal,
      redirect: "manual",
      dispatcher: agentOf(guard),
    })
    return response as unknown as Response
  } catch (error) {
    for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
      if (cause instanceof NotAllowedError) throw cause
    throw error
  }
}

/** Connections are kept for the next call, each to an address that was checked when it was opened. */
const agents = new WeakMap<Pick<Guard, "lookup">, Agent>()

function agentOf(guard: Pick<Guard, "lookup">): Agent {
  const known = agents.get(guard)
  if (known) return known
  const agent = new Agent({
    connect(options, callback) {
      const port = Number(options.port || (options.protocol === "https:" ? 443 : 80))
      try {
        buildConnector({ allowH2: false, lookup: guard.lookup(options.hostname, port) })(options, callback)
      } catch (error) {
        callback(error as Error, null)
      }
    },
  })
  agents.set(guard, agent)
  return agent
}

/** Connects to the addresses that were checked, in turn. The name is not resolved again; it only serves TLS. */
function pinned(
  connect: buildConnector.connector,
  url: URL,
  { addresses, port }: Pick<PinnedRequest, "addresses" | "port">,
): buildConnector.connector {
  // Empty for an address: its certificate is checked against the address itself.
  const servername = parseAddress(url.hostname) ? "" : url.hostname
  return (options, callback) => {
    const tryNext = (index: number) => {
      const asked = {
        ...options,
        hostname: addresses[index]!,
        host: addresses[index]!,
        ...(port === undefined ? {} : { port: String(port) }),
        servername: url.protocol === "https:" ? servername : "",
      }
      connect(asked, (...[error, socket]) => {
        if (error && index + 1 < addresses.length) return tryNext(index + 1)
        if (error) return callback(error, null)
        callback(null, socket!)
      })
    }
    tryNext(0)
  }
}
