import { ForbiddenError, RateLimitedError, UnauthenticatedError } from "../errors.ts"
import type { Authenticated } from "../identity/identity.ts"
import type { Log } from "../log.ts"
import type { Signals } from "../signals/signals.ts"

export interface EventStreams {
  /** `GET /api/v1/events`: tells an open page which resources changed, for as long as its session lasts. */
  open(request: Request): Promise<Response>
  readonly count: number
  /** Ends every stream; pages connect again, to another pod if this one is stopping. */
  closeAll(): void
}

interface Stream {
  readonly request: Request
  readonly personId: string
  readonly changed: Set<string>
  /** False when the page takes nothing in: what changed waits, and is bounded by the number of resources. */
  send(text: string): boolean
  close(): void
}

// A browser shares one stream among its tabs; twenty is a person with many browsers, or a loop.
const MOST_PER_PERSON = 20
// A verb that changes several resources, and verbs right after each other, make one event.
const BATCH_MS = 50
// Proxies cut connections that are silent for a minute, some for half of one.
const HEARTBEAT_MS = 20_000
const RECHECK_MS = 30_000
const UNREAD_BYTES = 64 * 1024

export function createEventStreams(options: {
  signals: Signals
  /** Where changed resources are announced. */
  channel: string
  authenticate(request: Request): Promise<Authenticated>
  log: Log
}): EventStreams {
  const { signals, authenticate, log } = options
  const streams = new Set<Stream>()
  let flushing = false

  signals.subscribe(options.channel, (resource) => {
    if (streams.size === 0) return
    for (const stream of streams) stream.changed.add(resource)
    if (flushing) return
    flushing = true
    setTimeout(flush, BATCH_MS)
  })
  // What changed while nothing could be heard is unknown: pages that connect anew read everything again.
  signals.onGap(closeAll)
  signals.subscribe("identity", (key) => {
    for (const stream of streams) if (key === "all" || key === `user:${stream.personId}`) void recheck(stream)
  })

  function flush(): void {
    flushing = false
    for (const stream of streams) tellChanges(stream)
  }

  function tellChanges(stream: Stream): void {
    if (stream.changed.size === 0) return
    const data = JSON.stringify({ resources: [...stream.changed] })
    if (stream.send(`event: changed\ndata: ${data}\n\n`)) stream.changed.clear()
  }

  async function recheck(stream: Stream): Promise<void> {
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
      return respondWithStream((send, end) => {
        const timers = [
          setInterval(() => send(": still here\n\n"), HEARTBEAT_MS),
          setInterval(() => void recheck(stream), RECHECK_MS),
        ]
        const stream: Stream = {
          request,
          personId: principal.id,
          changed: new Set(),
          send,
          close() {
            if (!streams.delete(stream)) return
            for (const timer of timers) clearInterval(timer)
            end()
          },
        }
        streams.add(stream)
        send("retry: 1000\n\n: connected\n\n")
        return { onDrained: () => tellChanges(stream), onGone: stream.close }
      })
    },
  }
}

type Begin = (send: (text: string) => boolean, end: () => void) => { onDrained(): void; onGone(): void }

function respondWithStream(begin: Begin): Response {
  const encoder = new TextEncoder()
  let listener: ReturnType<Begin> | undefined
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string) => {
          const bytes = encoder.encode(text)
          if ((controller.desiredSize ?? 0) < bytes.length) return false
          controller.enqueue(bytes)
          return true
        }
        const end = () => {
          try {
            controller.close()
          } catch {
            // The page was faster.
          }
        }
        listener = begin(send, end)
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
