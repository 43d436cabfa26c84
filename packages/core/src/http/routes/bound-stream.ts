import type { ServerResponse } from "node:http"
import type { Streamed } from "../../access/points/route.ts"

export interface StreamBounds {
  mostMs: number
  /** Aborted when the client has gone, or the time is over. */
  gone: AbortController
  /** Where there is one, a stream that fails is cut there: its reader must not take a part for the whole. */
  outgoing: ServerResponse | undefined
  onFailure(error: unknown): void
}

/** Asks for a piece when the one before was taken, for a bounded time, and stops asking when nobody listens any more. */
export function boundStream(pieces: Streamed["pieces"], bounds: StreamBounds): ReadableStream<Uint8Array> {
  const { gone, outgoing, mostMs } = bounds
  const encoder = new TextEncoder()
  const source = pieces[Symbol.asyncIterator]()
  let timer: NodeJS.Timeout | undefined
  let over = false
  const end = () => {
    over = true
    clearTimeout(timer)
    gone.abort()
  }
  const cut = (controller: ReadableStreamDefaultController<Uint8Array>, error: unknown) => {
    if (over) return
    end()
    bounds.onFailure(error)
    outgoing?.destroy()
    if (outgoing) controller.close()
    else controller.error(new Error("The answer broke off."))
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        timer ??= setTimeout(() => {
          cut(controller, new Error(`A stream was not taken within ${mostMs / 1000} seconds.`))
          void source.return?.()
        }, mostMs).unref()
        try {
          const { done, value } = await source.next()
          if (over) return
          if (!done) return controller.enqueue(typeof value === "string" ? encoder.encode(value) : value)
          end()
          controller.close()
        } catch (error) {
          cut(controller, error)
        }
      },
      // Not waited for: a piece that is being made ends first, and `gone` tells it to.
      cancel() {
        end()
        void source.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
