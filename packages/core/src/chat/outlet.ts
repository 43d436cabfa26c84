import type { ServerResponse } from "node:http"

/** Where a stream goes: the socket itself where there is one, a web stream elsewhere. */
export interface Outlet {
  readonly response: Response
  /** Once per batch. A reader too far behind is cut off: it comes back and resumes. */
  write(text: string): void
  end(): void
  /** The reader went away, or was cut off. */
  onGone(listener: () => void): void
}

/** A browser that reads nothing for this long would otherwise fill the server's memory with what it missed. */
const MOST_UNREAD_BYTES = 1024 * 1024

/** Handed to the HTTP adapter: the answer has been written past it. */
const ALREADY_SENT = { "x-hono-already-sent": "true" }

export function openOutlet(outgoing: ServerResponse | undefined, headers: Readonly<Record<string, string>>): Outlet {
  return outgoing ? openSocket(outgoing, headers) : openWebStream(headers)
}

/** Straight to Node's response: a web stream in between costs twice the CPU for each token (measured in bench/chat). */
function openSocket(outgoing: ServerResponse, headers: Readonly<Record<string, string>>): Outlet {
  outgoing.writeHead(200, headers)
  outgoing.flushHeaders()
  outgoing.socket?.setNoDelay(true)
  let gone = outgoing.destroyed
  const listeners: (() => void)[] = []
  outgoing.on("close", () => {
    gone = true
    for (const listener of listeners.splice(0)) listener()
  })
  // A reset by the peer is a way of leaving.
  outgoing.on("error", () => {})
  return {
    response: new Response(null, { headers: ALREADY_SENT }),
    write(text) {
      if (gone) return
      outgoing.write(text)
      if (outgoing.writableLength > MOST_UNREAD_BYTES) outgoing.destroy()
    },
    end() {
      if (!gone) outgoing.end()
    },
    onGone(listener) {
      if (gone) listener()
      else listeners.push(listener)
    },
  }
}

function openWebStream(headers: Readonly<Record<string, string>>): Outlet {
  const encoder = new TextEncoder()
  const listeners: (() => void)[] = []
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  const leave = () => {
    controller = null
    for (const listener of listeners.splice(0)) listener()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened
      },
      cancel: leave,
    },
    { highWaterMark: MOST_UNREAD_BYTES, size: (chunk) => chunk.byteLength },
  )
  return {
    response: new Response(body, { headers }),
    write(text) {
      controller?.enqueue(encoder.encode(text))
      if ((controller?.desiredSize ?? 0) >= 0) return
      controller?.error(new Error("The reader is too far behind."))
      leave()
    },
    end() {
      controller?.close()
      controller = null
    },
    onGone(listener) {
      listeners.push(listener)
    },
  }
}
