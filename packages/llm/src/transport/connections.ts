import { Agent } from "undici"

/**
 * One pool for all providers, kept alive between the calls of a turn. HTTP/1.1 alone: a stream has a socket of its own,
 * so that stopping it closes the socket instead of asking the other side to stop. Timeouts are the stream's (post-stream.ts).
 */
const agent = new Agent({
  allowH2: false,
  connect: { timeout: 10_000 },
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 30_000,
})

export function providerConnections(): Agent {
  return agent
}

/** The address of one call, its query included. */
export interface Address {
  origin: string
  path: string
}

/** Undefined when it is no address that can be called. */
export function addressOf(endpoint: string, path: string, query = ""): Address | undefined {
  const url = URL.parse(endpoint)
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined
  const search = [url.search.slice(1), query.replace(/^\?/, "")].filter((part) => part !== "").join("&")
  return { origin: url.origin, path: `${url.pathname.replace(/\/+$/, "")}${path}${search && `?${search}`}` }
}
