import type { Caller } from "../access/ctx.ts"
import type { ServedTopic } from "../access/points/topic.ts"
import type { ChangeNews } from "../contract/news.ts"
import { ForbiddenError, RateLimitedError, UnauthenticatedError } from "../errors.ts"
import type { Authenticated } from "../identity/identity.ts"
import type { Principal } from "../identity/principal/principal.ts"
import type { Log } from "../log.ts"
import { hearChanges } from "../signals/changes.ts"
import type { Signals } from "../signals/signals.ts"
import { createChangeLog } from "./change-log.ts"
import { createTopicFeed, type Followed, type TopicFeed } from "./topic-feed.ts"
import { hearTold } from "./topic-news.ts"

export interface EventStreams {
  /**
   * `GET /api/v1/events`: tells an open page what changed, for as long as its session lasts. What changed lately comes
   * first: the page may have read before anybody listened for it. `?t=["site.document","7f3c",12]`, as often as wanted:
   * also what is told in that topic about that key, after that number.
   */
  open(request: Request): Promise<Response>
  readonly count: number
  /** Ends every stream; pages connect again, to another pod if this one is stopping. */
  closeAll(): void
}

interface Stream {
  readonly request: Request
  readonly personId: string
  /** How much of the log it was told. */
  position: number
  /** False when the page takes nothing in: what changed waits in the log. */
  takes(text: string): boolean
  send(text: string): void
  feed: TopicFeed
  close(): void
}

// A browser shares one stream among its tabs; twenty is a person with many browsers, or a loop.
const MOST_PER_PERSON = 20
// A verb that changes several resources, and verbs right after each other, make one event.
const BATCH_MS = 50
// While changes go on and on: a page reads at most twice a second, however often it is told.
const PACE_MS = 250
// Proxies cut connections that are silent for a minute, some for half of one.
const HEARTBEAT_MS = 20_000
const RECHECK_MS = 30_000
const UNREAD_BYTES = 64 * 1024
// More than that says only which resources changed.
const LONGEST_TEXT = 16 * 1024

export function createEventStreams(options: {
  signals: Signals
  authenticate(request: Request): Promise<Authenticated>
  topics: ReadonlyMap<string, ServedTopic>
  caller(principal: Principal): Caller
  log: Log
}): EventStreams {
  const { signals, authenticate, log } = options
  const streams = new Set<Stream>()
  const changes = createChangeLog()
  let flushing = false
  let flushedAt = 0

  hearChanges(signals, (change) => {
    changes.note(change)
    if (flushing || streams.size === 0) return
    flushing = true
    setTimeout(flush, Math.max(BATCH_MS, flushedAt + PACE_MS - performance.now()))
  })
  // What changed while nothing could be heard is unknown: pages that connect anew are told so.
  signals.onGap(() => {
    changes.restart()
    closeAll()
  })
  signals.subscribe("identity", (key) => {
    for (const stream of streams) if (key === "all" || key === `user:${stream.personId}`) void recheck(stream)
  })
  hearTold(signals, (told) => {
    for (const stream of streams) stream.feed.hear(told)
  })

  function flush(): void {
    flushing = false
    flushedAt = performance.now()
    // Most pages stand at the same place.
    const texts = new Map<number, string>()
    for (const stream of streams) tellChanges(stream, texts)
  }

  function tellChanges(stream: Stream, texts = new Map<number, string>()): void {
    if (stream.position === changes.end) return
    const text = texts.get(stream.position) ?? newsAfter(stream.position)
    texts.set(stream.position, text)
    if (!stream.takes(text)) return
    // Before it is sent: sending asks for more, which would be the same once more.
    stream.position = changes.end
    stream.send(text)
  }

  function newsAfter(position: number): string {
    const { changes: news, missed } = changes.after(position)
    return (missed ? completeness(changes.completeMs) : "") + changedEvent(news)
  }

  async function recheck(stream: Stream): Promise<void> {
    stream.feed.recheck()
    try {
      const { principal } = await authenticate(stream.request)
      if (principal.kind !== "user" || principal.id !== stream.personId) stream.close()
    } catch (error) {
      // The database is away: the session may well go on. Asked again in a while.
      log.debug("A session behind an event stream could not be checked.", { error })
    }
  }

  function closeAll(): void {
    for (const stream of [...streams]) stream.close()
  }

  return {
    get count() {
      return streams.size
    },
    closeAll,
    async open(request) {
      const { principal } = await authenticate(request)
      if (principal.kind === "anonymous") throw new UnauthenticatedError()
      if (principal.kind !== "user")
        throw new ForbiddenError("Events are for people's open pages: sign in with a browser instead of an API key.")
      const open = [...streams].filter(({ personId }) => personId === principal.id).length
      if (open >= MOST_PER_PERSON)
        throw new RateLimitedError(
          `${principal.name} has ${MOST_PER_PERSON} event streams open, which is the most. Close some tabs or browsers.`,
          30,
        )
      return respondWithStream((send, takes, end) => {
        const timers = [
          setInterval(() => takes(STILL_HERE) && send(STILL_HERE), HEARTBEAT_MS),
          setInterval(() => void recheck(stream), RECHECK_MS),
        ]
        const stream: Stream = {
          request,
          personId: principal.id,
          position: changes.start,
          takes,
          send,
          feed: createTopicFeed({
            topics: options.topics,
            followed: followedIn(request),
            async caller() {
              const { principal } = await authenticate(request)
              return options.caller(principal)
            },
            send(event, data) {
              const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
              if (!streams.has(stream) || !takes(text)) return false
              send(text)
              return true
            },
            log,
          }),
          close() {
            if (!streams.delete(stream)) return
            for (const timer of timers) clearInterval(timer)
            end()
          },
        }
        streams.add(stream)
        send(`retry: 1000\n\n: connected\n\n${completeness(changes.completeMs)}`)
        tellChanges(stream)
        const onDrained = () => {
          tellChanges(stream)
          stream.feed.drained()
        }
        return { onDrained, onGone: stream.close }
      })
    },
  }
}

/** What a page asks to follow besides; whatever is none of it is left out. */
function followedIn(request: Request): Followed[] {
  return new URL(request.url).searchParams.getAll("t").flatMap((text): Followed[] => {
    try {
      const [topic, key, after] = JSON.parse(text) as [unknown, unknown, unknown]
      if (typeof topic !== "string" || typeof key !== "string") return []
      return [{ topic, key, after: typeof after === "number" && Number.isSafeInteger(after) ? after : null }]
    } catch {
      return []
    }
  })
}

const STILL_HERE = ": still here\n\n"

/** Everything that was heard of in this time is told; of what was before it, something may have been missed. */
function completeness(completeMs: number): string {
  return `event: complete\ndata: ${JSON.stringify({ withinMs: Math.floor(completeMs) })}\n\n`
}

function changedEvent(news: readonly ChangeNews[]): string {
  const text = JSON.stringify({ changes: news })
  const changes = news.map(({ resource, ageMs }) => ({ resource, ageMs }))
  const bounded = text.length <= LONGEST_TEXT ? text : JSON.stringify({ changes: youngest(changes) })
  return `event: changed\ndata: ${bounded}\n\n`
}

function youngest(news: readonly ChangeNews[]): ChangeNews[] {
  const byResource = new Map<string, ChangeNews>()
  for (const each of news) {
    const known = byResource.get(each.resource)
    if (!known || each.ageMs < known.ageMs) byResource.set(each.resource, each)
  }
  return [...byResource.values()]
}

type Begin = (
  send: (text: string) => void,
  takes: (text: string) => boolean,
  end: () => void,
) => { onDrained(): void; onGone(): void }

function respondWithStream(begin: Begin): Response {
  const encoder = new TextEncoder()
  let listener: ReturnType<Begin> | undefined
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string) => controller.enqueue(encoder.encode(text))
        const takes = (text: string) => (controller.desiredSize ?? 0) >= Buffer.byteLength(text)
        const end = () => {
          try {
            controller.close()
          } catch {
            // The page was faster.
          }
        }
        listener = begin(send, takes, end)
      },
      pull: () => listener?.onDrained(),
      cancel: () => listener?.onGone(),
    },
    { highWaterMark: UNREAD_BYTES, size: (chunk) => chunk.byteLength },
  )
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      // Nginx would hold events back until its buffer is full.
      "x-accel-buffering": "no",
    },
  })
}
