import type { ContentBlock } from "../../contract/chat/content-block.ts"
import { cutOpenParts, emptyTurn, foldTurn } from "../../contract/chat/fold-turn.ts"
import type { TurnEvent } from "../../contract/chat/turn-event.ts"

/** A reader of server-sent events that keeps what it heard and can leave at any moment. */
export interface StreamReader<Data> {
  readonly frames: { id: number; data: Data }[]
  /** Resolves once what was heard so far passes; rejects when the stream ends or nothing passes in time. */
  until(test: (frames: { id: number; data: Data }[]) => boolean): Promise<void>
  /** `done`: the server said that it was the end. `cut`: the connection broke off or was closed before that. */
  readonly ended: Promise<"done" | "cut">
  leave(): void
}

/** A frame of the connection that follows several conversations. */
export interface FollowFrame {
  conversationId: string
  turnId: string
  seq?: number
  events?: TurnEvent[]
  ended?: string
}

const PATIENCE_MS = 15_000

export function readStream<Data = TurnEvent>(response: Response, abort: AbortController): StreamReader<Data> {
  const frames: { id: number; data: Data }[] = []
  const waiting = new Set<() => void>()
  let over = false
  const ended = listen().finally(() => {
    over = true
    for (const look of [...waiting]) look()
  })

  async function listen(): Promise<"done" | "cut"> {
    const decoder = new TextDecoder()
    let text = ""
    let done = false
    try {
      for await (const chunk of response.body!) {
        text += decoder.decode(chunk, { stream: true })
        const whole = text.split("\n\n")
        text = whole.pop()!
        for (const frame of whole) {
          const data = /^data: (.*)$/m.exec(frame)?.[1]
          if (data === "[DONE]") done = true
          else if (data) frames.push({ id: Number(/^id: (\d+)$/m.exec(frame)?.[1]), data: JSON.parse(data) as Data })
        }
        for (const look of [...waiting]) look()
      }
    } catch {
      return "cut"
    }
    return done ? "done" : "cut"
  }

  return {
    frames,
    ended,
    leave: () => abort.abort(),
    until(test) {
      return new Promise((resolve, reject) => {
        const settle = (problem?: string) => {
          waiting.delete(look)
          clearTimeout(timer)
          if (problem) reject(new Error(`Not heard ${problem}. Heard: ${JSON.stringify(frames).slice(-1_500)}`))
          else resolve()
        }
        const look = () => {
          if (test(frames)) settle()
          else if (over) settle("before the stream ended")
        }
        // A wait by time: it only bounds how long the event is waited for.
        const timer = setTimeout(() => settle("in time"), PATIENCE_MS)
        waiting.add(look)
        look()
      })
    },
  }
}

/** What a thread shows that folded these events. */
export function blocksOf(events: readonly TurnEvent[]): ContentBlock[] {
  return cutOpenParts(events.reduce(foldTurn, emptyTurn))
}

export function textOf(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("")
}

/**
 * Events as they compare: ids and times by order of appearance, and deltas joined that belong together, since how many
 * tokens travel at once is chance.
 */
export function normalise(events: readonly TurnEvent[]): unknown[] {
  const joined: TurnEvent[] = []
  for (const event of events) {
    const last = joined.at(-1)
    if (
      (event.type === "text-delta" || event.type === "reasoning-delta") &&
      last?.type === event.type &&
      last.id === event.id
    )
      joined[joined.length - 1] = { ...last, delta: last.delta + event.delta }
    else if (
      event.type === "tool-input-delta" &&
      last?.type === "tool-input-delta" &&
      last.toolCallId === event.toolCallId
    )
      joined[joined.length - 1] = { ...last, inputTextDelta: last.inputTextDelta + event.inputTextDelta }
    else joined.push(event)
  }
  return normaliseIds(joined)
}

/** The same for anything that holds ids and times. */
export function normaliseIds<Value>(value: Value): Value {
  const names = new Map<string, string>()
  const text = JSON.stringify(value)
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|call_[0-9a-f]{18}/g, (id) => {
      if (!names.has(id)) names.set(id, `id-${names.size + 1}`)
      return names.get(id)!
    })
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
    .replaceAll(/"durationMs":\d+/g, '"durationMs":0')
    .replaceAll(/"(inputTokens|usedTokens)":\d+/g, '"$1":0')
  return JSON.parse(text) as Value
}

/** Numbers in [0, 1), the same ones for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
