import { connect, createServer, type Socket } from "node:net"
import type pg from "pg"

/** A TCP proxy before another server, which cuts connections or falls silent when a test says so. */
export interface FaultyProxy {
  readonly host: string
  readonly port: number
  /** Which connections of the product pass through it right now. */
  readonly open: number
  /** Breaks every connection at once, in both directions. */
  cut(): void
  /** Nothing passes over the open connections any more and nothing is closed, as when a firewall forgot them. */
  fallSilent(): void
  /**
   * Called with everything a client sends, before it is handed on. What it answers is done with that piece; `strand`
   * loses it and breaks the client's side alone, so that the server has no way of knowing.
   */
  onSent: (text: string) => "pass" | "cut-before" | "cut-after" | "strand"
  /** The servers of stranded connections hear of it at last, as by their keepalive. */
  bury(): void
  close(): Promise<void>
}

interface Pair {
  client: Socket
  server: Socket
  /** What the server answers from here on is lost, and the first answer breaks the connection. */
  losing: boolean
  silent: boolean
}

export async function startProxy(to: { host: string; port: number } | { path: string }): Promise<FaultyProxy> {
  const pairs = new Set<Pair>()
  const stranded = new Set<Socket>()
  const listening = createServer((client) => {
    const pair: Pair = { client, server: connect(to), losing: false, silent: false }
    const { server } = pair
    pairs.add(pair)
    const drop = () => {
      if (pair.silent || stranded.has(server)) return
      pairs.delete(pair)
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) socket.on("error", drop).on("close", drop)
    client.on("data", (piece: Buffer) => {
      if (pair.silent) return
      const what = proxy.onSent(piece.toString("latin1"))
      if (what === "cut-before") return drop()
      if (what === "strand") {
        stranded.add(server)
        client.destroy()
        return
      }
      if (what === "cut-after") pair.losing = true
      server.write(piece)
    })
    server.on("data", (piece: Buffer) => {
      if (pair.silent) return
      if (pair.losing) return drop()
      client.write(piece)
    })
  })
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve))
  const { port } = listening.address() as { port: number }

  const proxy: FaultyProxy = {
    host: "127.0.0.1",
    port,
    get open() {
      return pairs.size
    },
    onSent: () => "pass",
    cut() {
      for (const { client, server } of pairs) {
        client.resetAndDestroy()
        server.destroy()
      }
    },
    fallSilent() {
      for (const pair of pairs) pair.silent = true
    },
    bury() {
      for (const server of stranded) server.destroy()
      stranded.clear()
    },
    async close() {
      proxy.bury()
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
      await new Promise((resolve) => listening.close(resolve))
    },
  }
  return proxy
}

/** Before the Postgres of the tests, which listens on a socket in a folder. */
export function proxyToPostgres({ host, port }: pg.ClientConfig): Promise<FaultyProxy> {
  return startProxy(
    host?.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host: host ?? "127.0.0.1", port: port ?? 5432 },
  )
}
