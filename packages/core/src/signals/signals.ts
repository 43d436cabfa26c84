import { randomUUID } from "node:crypto"
import type { Database } from "../db/database.ts"
import { DeveloperError } from "../errors.ts"
import type { Log } from "../log.ts"
import { createListener, type Listener } from "./listener.ts"

/** News between pods and to open pages: that something changed, never what. Never the only copy of anything. */
export interface Signals {
  /** To every pod, this one included. What is published while an earlier batch is under way travels together. */
  publish(channel: string, messages: readonly string[], mostBytes?: number): void
  /** With `atOnce`, what this pod publishes is heard before `publish` returns: for whoever caches what was changed. */
  subscribe(channel: string, listener: (message: string) => void, options?: { atOnce: boolean }): () => void
  /** Called when news may have been missed: whoever caches must forget. */
  onGap(listener: () => void): () => void
  /** The one connection that listens, for parts with a Postgres channel of their own. */
  readonly listener: Listener
  start(): Promise<void>
  stop(): Promise<void>
}

const POSTGRES_CHANNEL = "countersign"
// Postgres refuses payloads of 8000 bytes and more; the rest is room for the frame around the messages.
const MAX_MESSAGES_BYTES = 7_500
const MAX_MESSAGE_BYTES = 2_000

const PUBLISH = { name: "publish-signals", text: "SELECT pg_notify($1, $2)" }

// Nobody sees a page refresh 10 ms later, but a busy server then sends a hundred batches a second at most.
const BATCH_MS = 10

export function createSignals(database: Database, log: Log): Signals {
  const listeners = new Map<string, Set<(message: string) => void>>()
  const earlyListeners: typeof listeners = new Map()
  const gapListeners = new Set<() => void>()
  const waiting = new Map<string, Set<string>>()
  const listener = createListener(database, log)
  const pod = randomUUID()
  let flushing: Promise<void> | undefined

  function deliver(to: typeof listeners, channel: string, messages: readonly string[]): void {
    for (const message of messages) {
      for (const hear of to.get(channel) ?? []) attempt(() => hear(message))
    }
  }

  function attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      log.error("A listener to signals failed; the others still heard.", { error })
    }
  }

  // After the commit and in batches: a commit that notifies is flushed to disk and takes turns on one lock in Postgres.
  async function flush(): Promise<void> {
    while (waiting.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, BATCH_MS))
      const batches = [...waiting].flatMap(([channel, messages]) => split(channel, [...messages]))
      waiting.clear()
      for (const [channel, messages] of batches) deliver(listeners, channel, messages)
      for (const [channel, messages] of batches) await send(channel, messages)
    }
    flushing = undefined
  }

  async function send(channel: string, messages: readonly string[]): Promise<void> {
    const payload = JSON.stringify({ pod, channel, messages })
    try {
      await database.pool.query({ ...PUBLISH, values: [POSTGRES_CHANNEL, payload] })
    } catch (error) {
      // A pod that lost the database meanwhile forgets what it caches once it is back, and so misses nothing.
      log.warn("A signal could not be sent; other pods notice the change late.", { channel, error })
    }
  }

  function receive(payload: string): void {
    const news = parseNews(payload)
    if (!news) log.warn("Something on the signal channel was not ours and was ignored.")
    // Our own were delivered without the detour.
    else if (news.pod !== pod) for (const all of [earlyListeners, listeners]) deliver(all, news.channel, news.messages)
  }

  return {
    listener,
    publish(channel, messages, mostBytes = MAX_MESSAGE_BYTES) {
      for (const message of messages) {
        if (Buffer.byteLength(message) > mostBytes)
          throw new DeveloperError(
            `A signal on "${channel}" is longer than ${mostBytes} bytes. Signals say that something changed; keep what changed in a table.`,
          )
      }
      deliver(earlyListeners, channel, messages)
      const batch = waiting.get(channel) ?? new Set()
      for (const message of messages) batch.add(message)
      if (batch.size > 0) waiting.set(channel, batch)
      flushing ??= flush()
    },
    subscribe(channel, hear, { atOnce } = { atOnce: false }) {
      const all = atOnce ? earlyListeners : listeners
      const set = all.get(channel) ?? new Set()
      all.set(channel, set.add(hear))
      return () => set.delete(hear)
    },
    onGap(hear) {
      gapListeners.add(hear)
      return () => gapListeners.delete(hear)
    },
    async start() {
      let first = true
      await listener.listen(POSTGRES_CHANNEL, receive, () => {
        if (!first) for (const hear of gapListeners) attempt(hear)
        first = false
      })
    },
    async stop() {
      await flushing
      await listener.stop()
    },
  }
}

function split(channel: string, messages: string[]): [string, string[]][] {
  const batches: [string, string[]][] = []
  let size = Number.POSITIVE_INFINITY
  for (const message of messages) {
    const bytes = Buffer.byteLength(JSON.stringify(message)) + 1
    if (size + bytes > MAX_MESSAGES_BYTES) {
      batches.push([channel, []])
      size = 0
    }
    size += bytes
    batches.at(-1)![1].push(message)
  }
  return batches
}

interface News {
  pod: string
  channel: string
  messages: string[]
}

/** Anyone with a connection to the database can notify anything. */
function parseNews(payload: string): News | null {
  try {
    const news = JSON.parse(payload) as Partial<News> | null
    const ours = typeof news?.pod === "string" && typeof news.channel === "string" && Array.isArray(news.messages)
    return ours ? (news as News) : null
  } catch {
    return null
  }
}
