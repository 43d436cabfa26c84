import { randomUUID } from "node:crypto"
import pg from "pg"
import type { Database } from "../db/database.ts"
import type { Log } from "../log.ts"

/** News between pods and to open pages: that something changed, never what. Never the only copy of anything. */
export interface Signals {
  /** To every pod, this one included. Calls within one turn of the event loop travel together. */
  publish(channel: string, messages: readonly string[]): void
  subscribe(channel: string, listener: (message: string) => void): () => void
  /** Called when news may have been missed: whoever caches must forget. */
  onGap(listener: () => void): () => void
  start(): Promise<void>
  stop(): Promise<void>
}

const POSTGRES_CHANNEL = "countersign"
// Postgres refuses payloads of 8000 bytes and more.
const MAX_PAYLOAD_BYTES = 7_500
const RECONNECT_MS = 500

export function createSignals(database: Database, log: Log): Signals {
  const listeners = new Map<string, Set<(message: string) => void>>()
  const gapListeners = new Set<() => void>()
  const waiting = new Map<string, Set<string>>()
  const pod = randomUUID()
  let client: pg.Client | undefined
  let stopped = false
  let flushing: NodeJS.Immediate | undefined
  let reconnect: NodeJS.Timeout | undefined

  function deliver(channel: string, messages: readonly string[]): void {
    for (const message of messages) {
      for (const listener of listeners.get(channel) ?? []) listener(message)
    }
  }

  // After the commit and in batches: commits that notify take turns on one lock in Postgres.
  async function flush(): Promise<void> {
    flushing = undefined
    const batches = [...waiting].flatMap(([channel, messages]) => split(channel, [...messages]))
    waiting.clear()
    for (const [channel, messages] of batches) {
      deliver(channel, messages)
      await database.pool
        .query("SELECT pg_notify($1, $2)", [POSTGRES_CHANNEL, JSON.stringify({ pod, channel, messages })])
        .catch((error) => log.warn("A signal could not be sent; pages on other pods refresh late.", { error }))
    }
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...database.config, application_name: "countersign listen", keepAlive: true })
    next.on("error", () => {})
    next.on("end", () => {
      if (client !== next || stopped) return
      client = undefined
      retryLater()
    })
    next.on("notification", ({ payload }) => receive(payload))
    await next.connect()
    await next.query(`LISTEN ${POSTGRES_CHANNEL}`)
    client = next
  }

  function receive(payload: string | undefined): void {
    const { pod: sender, channel, messages } = JSON.parse(payload ?? "{}")
    // Our own were delivered without the detour.
    if (sender !== pod) deliver(channel, messages)
  }

  function retryLater(): void {
    reconnect = setTimeout(() => {
      connect().then(
        () => {
          for (const listener of gapListeners) listener()
        },
        () => !stopped && retryLater(),
      )
    }, RECONNECT_MS)
  }

  return {
    publish(channel, messages) {
      const batch = waiting.get(channel) ?? new Set()
      for (const message of messages) batch.add(message)
      waiting.set(channel, batch)
      flushing ??= setImmediate(() => void flush())
    },
    subscribe(channel, listener) {
      const set = listeners.get(channel) ?? new Set()
      listeners.set(channel, set.add(listener))
      return () => set.delete(listener)
    },
    onGap(listener) {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
    start: connect,
    async stop() {
      stopped = true
      clearTimeout(reconnect)
      if (flushing) {
        clearImmediate(flushing)
        await flush()
      }
      await client?.end().catch(() => {})
    },
  }
}

function split(channel: string, messages: string[]): [string, string[]][] {
  const batches: [string, string[]][] = []
  let size = MAX_PAYLOAD_BYTES
  for (const message of messages) {
    size += Buffer.byteLength(JSON.stringify(message)) + 1
    if (size > MAX_PAYLOAD_BYTES - 200) {
      batches.push([channel, []])
      size = Buffer.byteLength(JSON.stringify(message)) + 1
    }
    batches.at(-1)![1].push(message)
  }
  return batches
}
