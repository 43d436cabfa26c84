import pg from "pg"
import type { Database } from "../db/database.ts"
import type { Log } from "../log.ts"

/** One connection of its own that hears every Postgres channel this process listens to. */
export interface Listener {
  /** False while the connection is down; notifications sent meanwhile are lost. */
  readonly connected: boolean
  /**
   * `onConnected` is called each time the channel is (again) being listened to: what was notified before then may
   * have been missed. Rejects only when the first connection cannot be made.
   */
  listen(channel: string, onPayload: (payload: string) => void, onConnected: () => void): Promise<() => Promise<void>>
  stop(): Promise<void>
}

interface Subscription {
  channel: string
  onPayload(payload: string): void
  onConnected(): void
}

const RECONNECT_MS = 500
// A connection that died without a word (a cut cable, a frozen host) is found out by asking: within 5 s in all.
const HEARTBEAT_MS = 2_500
const HEARTBEAT_TIMEOUT_MS = 2_000
const CONNECT_TIMEOUT_MS = 2_000

export function createListener(database: Database, log: Log): Listener {
  const subscriptions = new Set<Subscription>()
  let client: pg.Client | undefined
  let connecting: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...database.config,
      application_name: "countersign listen",
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
    })
    next.on("error", () => lose(next))
    next.on("end", () => lose(next))
    next.on("notification", ({ channel, payload }) => {
      for (const one of subscriptions) if (one.channel === channel) one.onPayload(payload ?? "")
    })
    try {
      await next.connect()
      for (const channel of new Set([...subscriptions].map((one) => one.channel))) await next.query(listenTo(channel))
      if (stopped) throw new Error("stopped")
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    client = next
    beatLater(next)
    for (const one of subscriptions) one.onConnected()
  }

  function lose(lost: pg.Client): void {
    if (client !== lost) return
    client = undefined
    clearTimeout(timer)
    // Not awaited: ending a connection whose other side is gone can take as long as TCP likes.
    lost.end().catch(() => {})
    if (stopped) return
    log.warn("The connection that hears signals was lost; reconnecting.")
    reconnectLater()
  }

  function reconnectLater(): void {
    timer = setTimeout(() => {
      connecting = connect().then(
        () => log.info("Signals are heard again."),
        () => {
          if (!stopped) reconnectLater()
        },
      )
    }, RECONNECT_MS)
  }

  function beatLater(alive: pg.Client): void {
    timer = setTimeout(() => {
      alive.query("SELECT 1").then(
        () => client === alive && beatLater(alive),
        () => {
          lose(alive)
          // What swallowed this connection has probably swallowed others.
          database.suspectIdle()
        },
      )
    }, HEARTBEAT_MS)
    timer.unref()
  }

  return {
    get connected() {
      return client !== undefined
    },
    async listen(channel, onPayload, onConnected) {
      const subscription: Subscription = { channel, onPayload, onConnected }
      await connecting?.catch(() => {})
      subscriptions.add(subscription)
      if (client) {
        await client.query(listenTo(channel))
        onConnected()
      } else if (!connecting) {
        connecting = connect()
        await connecting
      }
      return async () => {
        subscriptions.delete(subscription)
        if (![...subscriptions].some((one) => one.channel === channel))
          await client?.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`).catch(() => {})
      }
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await connecting?.catch(() => {})
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
}

function listenTo(channel: string): string {
  return `LISTEN ${pg.escapeIdentifier(channel)}`
}
