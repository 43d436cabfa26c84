import { createServer, type IncomingMessage, type Server } from "node:http"
import { type AddressInfo, createServer as createProbe } from "node:net"
import { type Platform, type SiteDoor, StartError, sendText } from "@countersign/core/host"
import { getRequestListener, type HttpBindings } from "@hono/node-server"
import type { PeerAddress } from "./peer-address.ts"

const IDLE_CHECK_MS = 100

export interface Place {
  host: string
  port: number
  /** Which variable sets the port; PORT unless it says otherwise. */
  variable?: "PORT" | "SITE_PORT"
}

export interface Listening {
  /** For people: what they type into a browser on this machine. */
  url: string
  port: number
  /** No new requests; running ones get this long before their connections are cut. */
  close(graceMs: number): Promise<void>
}

export async function listen(
  platform: Pick<Platform, "fetch"> & Partial<SiteDoor>,
  options: Place & { peerAddress: PeerAddress },
): Promise<Listening> {
  const addressOf = ({ socket, headers }: IncomingMessage) =>
    options.peerAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"]?.toString())
  let closing = false
  const answer = getRequestListener(
    async (request, bindings) => {
      const { incoming, outgoing } = bindings as HttpBindings
      const sayLast = () => closing && !outgoing.headersSent && outgoing.setHeader("connection", "close")
      sayLast()
      const response = await platform.fetch(request, addressOf(incoming), outgoing)
      sayLast()
      return sendText(response, outgoing)
    },
    { overrideGlobalObjects: false },
  )
  const { fromMemory } = platform
  const server = createServer((incoming, outgoing) => {
    const visited = { incoming, outgoing, address: () => addressOf(incoming), isLast: closing }
    if (!fromMemory?.(visited)) void answer(incoming, outgoing)
  })
  // Slow senders must not hold sockets open for ever; event streams only receive, so they are not cut by these.
  server.headersTimeout = 20_000
  server.requestTimeout = 60_000
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, options)))
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const host = ["127.0.0.1", "0.0.0.0", "::", "::1"].includes(options.host) ? "localhost" : options.host
  return {
    url: `http://${host}:${port}`,
    port,
    close(graceMs) {
      closing = true
      return close(server, graceMs)
    },
  }
}

/** Asked before the database is started: a port that is taken should cost a moment, not a database. */
export async function assertPortFree(options: Place): Promise<void> {
  if (options.port === 0) return
  const probe = createProbe()
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, options)))
    probe.listen(options.port, options.host, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // An answer whose headers went out before the signal promised to keep its connection, which then idles for seconds.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function explain(error: NodeJS.ErrnoException, { host, port, variable = "PORT" }: Place): StartError {
  if (error.code === "EADDRINUSE")
    return new StartError(
      `Port ${port} on ${host} is in use by another program. Stop it, or set ${variable} to a free port.`,
    )
  if (error.code === "EACCES")
    return new StartError(`Port ${port} needs rights this user does not have. Set ${variable} to one above 1023.`)
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new StartError(
      `HOST is set to "${host}", which is not an address of this machine. Use 127.0.0.1 or 0.0.0.0.`,
    )
  return new StartError(`The server cannot listen on ${host}:${port}: ${error.message}`)
}
