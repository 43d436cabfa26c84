import { Agent, buildConnector, fetch } from "undici"
import { parseAddress } from "./public-address.ts"

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
    return await read({ status: response.status, headers: new Headers([...response.headers]), body: response.body })
  } finally {
    await agent.destroy()
  }
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
