import type { ServerResponse } from "node:http"
import { ALREADY_SENT } from "../../http/text-answer.ts"

/** Where a stream goes: the socket itself where there is one, a web stream elsewhere. */
export interface Outlet {
  readonly response: Response
  /** What is written within one turn of the event loop goes out together. A reader too far behind is cut off: it comes back and resumes. */
  write(text: string): void
  end(): void
  /** The reader went away, or was cut off. */
  onGone(listener: () => void): void
}

/**
 * A browser that reads nothing would otherwise fill the server's memory with what it missed. Much at once is no sign of
 * that: a reload in the middle of a long turn is told all of it so far.
 */
const MOST_UNREAD = 1024 * 1024
const STALLED_MS = 5_000
/** Written at once: what is taken of it shows that the reader reads. */
const PIECE = 64 * 1024

export function openOutlet(outgoing: ServerResponse | undefined, headers: Readonly<Record<string, string>>): Outlet {
  return outgoing ? openSocket(outgoing, headers) : openWebStream(headers)
}

/** Straight to Node's response: a web stream in between costs twice the CPU for each token (measured in bench/chat). */
function openSocket(outgoing: ServerResponse, headers: Readonly<Record<string, string>>): Outlet {
  outgoing.writeHead(200, headers)
  const { socket } = outgoing
  socket?.setNoDelay(true)
  const write = chunkWriter(outgoing)
  let headed = false
  let gone = outgoing.destroyed
  let said = ""
  let waiting = ""
  let full = false
  let ending = false
  let stalled: NodeJS.Timeout | undefined
  const listeners: (() => void)[] = []
  outgoing.on("close", () => {
    gone = true
    said = ""
    waiting = ""
    clearTimeout(stalled)
    // The connection may carry other answers after this one.
    socket?.off("drain", drained)
    for (const listener of listeners.splice(0)) listener()
  })
  // A reset by the peer is a way of leaving.
  outgoing.on("error", () => {})
  const drained = () => {
    full = false
    clearTimeout(stalled)
    stalled = undefined
    pump()
  }
  outgoing.on("drain", drained)
  socket?.on("drain", drained)
  // At once, and with what is said at once.
  sendSoon(send)

  function pump(): void {
    while (waiting && !full && !gone) {
      const piece = waiting.slice(0, PIECE)
      waiting = waiting.slice(PIECE)
      full = !write(piece)
    }
    if (waiting.length > MOST_UNREAD) stalled ??= setTimeout(() => outgoing.destroy(), STALLED_MS).unref()
    else if (ending && !waiting && !gone) outgoing.end()
  }

  function send(): void {
    const text = said
    said = ""
    if (gone) return
    if (!headed) {
      headed = true
      socket?.cork()
      outgoing.flushHeaders()
      process.nextTick(() => socket?.uncork())
    }
    if (text === "") return
    if (!full && text.length <= PIECE) full = !write(text)
    else {
      waiting += text
      pump()
    }
  }

  return {
    response: new Response(null, { headers: ALREADY_SENT }),
    write(text) {
      if (gone) return
      if (said === "") sendSoon(send)
      said += text
    },
    end() {
      send()
      ending = true
      pump()
    },
    onGone(listener) {
      if (gone) listener()
      else listeners.push(listener)
    },
  }
}

/**
 * Chunks of HTTP/1.1 framed here and handed to the socket as one text. Node's response writes the size, the text and two
 * line ends apart and gathers them a tick later: a tool round took 272 us of processor time that way, 248 this way.
 */
function chunkWriter(outgoing: ServerResponse): (text: string) => boolean {
  const { socket, chunkedEncoding } = outgoing as ServerResponse & { chunkedEncoding: boolean }
  if (!socket || !chunkedEncoding) return (text) => outgoing.write(text)
  return (text) => socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
}

const due: (() => void)[] = []

/**
 * After everything that the network has brought at this moment, and all that follows from it: a step of a turn tells
 * what happens in five places, and each would be a write of its own.
 */
function sendSoon(send: () => void): void {
  if (due.push(send) === 1) setImmediate(sendDue)
}

function sendDue(): void {
  for (const send of due.splice(0)) send()
}

function openWebStream(headers: Readonly<Record<string, string>>): Outlet {
  const encoder = new TextEncoder()
  const listeners: (() => void)[] = []
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  let takenAt = performance.now()
  const leave = () => {
    controller = null
    for (const listener of listeners.splice(0)) listener()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened
      },
      pull() {
        takenAt = performance.now()
      },
      cancel: leave,
    },
    { highWaterMark: MOST_UNREAD, size: (chunk) => chunk.byteLength },
  )
  return {
    response: new Response(body, { headers }),
    write(text) {
      controller?.enqueue(encoder.encode(text))
      if ((controller?.desiredSize ?? 0) >= 0 || performance.now() - takenAt < STALLED_MS) return
      controller?.error(new Error("The reader is too far behind."))
      leave()
    },
    end() {
      controller?.close()
      leave()
    },
    onGone(listener) {
      listeners.push(listener)
    },
  }
}
