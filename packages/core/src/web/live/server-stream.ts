export interface StreamReader {
  /** Asked before every attempt: it may name how far one has come. */
  address(): string
  opened(): void
  event(name: string, data: string): void
  /** Something came, and what was in it has been told: the connection is alive. */
  heard?(): void
  lost(): void
  /** The session behind the connection is over. True: try again in a while, somebody may sign in. */
  signedOut(): boolean
}

// The server speaks at least every 25 s; twice that, and a proxy has swallowed the connection.
const SILENCE_MS = 60_000
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 15_000

/**
 * One connection to server-sent events, renewed until it is stopped. Read with `fetch`, not with `EventSource`:
 * that cannot tell "signed out" from "down" and gives up for good on any error status.
 */
export function keepStreamOpen(reader: StreamReader): () => void {
  const stop = new AbortController()
  void keepOpen(reader, stop.signal)
  return () => stop.abort()
}

async function keepOpen(reader: StreamReader, stopped: AbortSignal): Promise<void> {
  let retryMs = FIRST_RETRY_MS
  while (!stopped.aborted) {
    const attempt = new AbortController()
    const abort = () => attempt.abort()
    stopped.addEventListener("abort", abort)
    try {
      const response = await fetch(reader.address(), {
        headers: { accept: "text/event-stream" },
        signal: attempt.signal,
      })
      if (response.status === 401) {
        if (!reader.signedOut()) return
        retryMs = LONGEST_RETRY_MS
      }
      if (response.ok && response.body) {
        retryMs = FIRST_RETRY_MS
        reader.opened()
        await readEvents(response.body, {
          take: (name, data) => stopped.aborted || reader.event(name, data),
          heard: () => reader.heard?.(),
          giveUp: abort,
        })
      }
    } catch {
      // Refused, cut off or silent for too long: told below, tried again after it.
    } finally {
      stopped.removeEventListener("abort", abort)
      attempt.abort()
    }
    if (stopped.aborted) return
    reader.lost()
    await pause(retryMs, stopped)
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
  }
}

/** Ends when the server closes; throws when it falls silent. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  { take, heard, giveUp }: { take: Take; heard(): void; giveUp(): void },
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let silence = setTimeout(giveUp, SILENCE_MS)
  let rest = ""
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(silence)
      silence = setTimeout(giveUp, SILENCE_MS)
      const blocks = (rest + part.value).replaceAll("\r\n", "\n").split("\n\n")
      rest = blocks.pop() ?? ""
      for (const block of blocks) takeBlock(block, take)
      heard()
    }
  } finally {
    clearTimeout(silence)
  }
}

type Take = (event: string, data: string) => void

function takeBlock(block: string, take: Take): void {
  let event = "message"
  const data: string[] = []
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim()
    else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""))
  }
  if (data.length > 0) take(event, data.join("\n"))
}

function pause(ms: number, stopped: AbortSignal): Promise<void> {
  // Not all at once: a restarted server meets its open pages spread over half the pause.
  const spread = ms * (0.75 + Math.random() / 2)
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, spread)
    stopped.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
