import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it, vi } from "vitest"
import type { TurnEvent } from "../../contract/chat/turn-event.ts"
import type { StreamReader } from "../live/server-stream.ts"
import { type LiveTurn, takeNews } from "./live-turn.ts"
import { createTurnFollower } from "./turn-follower.ts"
import type { TurnNews } from "./turn-numbers.ts"

const TURN = "7b7a2c52-54a1-4c3c-9d2f-0a2f0e8a3f10"
const EVENTS: readonly TurnEvent[] = [
  {
    type: "start",
    messageId: "answer",
    messageMetadata: { conversationId: "a", turnId: TURN, kind: "message", model: "m" },
  },
  { type: "start-step" },
  { type: "tool-input-start", toolCallId: "c1", toolName: "incident.list", dynamic: true },
  { type: "tool-input-delta", toolCallId: "c1", inputTextDelta: '{"open":' },
  { type: "tool-input-delta", toolCallId: "c1", inputTextDelta: "true}" },
  { type: "tool-input-available", toolCallId: "c1", toolName: "incident.list", input: { open: true }, dynamic: true },
  { type: "tool-output-available", toolCallId: "c1", output: { items: [] }, dynamic: true },
  { type: "text-start", id: "t1" },
  ...Array.from({ length: 60 }, (_, index): TurnEvent => ({ type: "text-delta", id: "t1", delta: `word ${index} ` })),
  { type: "text-end", id: "t1" },
  { type: "finish", finishReason: "stop" },
]

/** A server in memory: streams begin where they are asked to, and the test says what is sent and when they break. */
function testStream() {
  const asked: string[] = []
  let reader: StreamReader | null = null
  let opened = 0
  const follower = createTurnFollower({
    address: "/follow",
    open(each) {
      reader = each
      opened += 1
      asked.push(each.address())
      each.opened()
      return () => {
        if (reader === each) reader = null
      }
    },
  })
  return {
    follower,
    asked,
    opened: () => opened,
    deliver: (from: number, to: number, conversationId = "a", turnId = TURN) =>
      reader?.event(
        "message",
        JSON.stringify({ conversationId, turnId, seq: from, events: EVENTS.slice(from - 1, to) }),
      ),
    end: (conversationId = "a", turnId = TURN) =>
      reader?.event("message", JSON.stringify({ conversationId, turnId, ended: "completed" })),
    /** As the connection does after a cut. */
    reconnect() {
      reader?.lost()
      asked.push(reader?.address() ?? "")
      reader?.opened()
      return Number(asked.at(-1)?.split(":").at(-1))
    },
  }
}

function watch() {
  let turn: LiveTurn | null = null
  const numbers: number[] = []
  return {
    tell(news: TurnNews) {
      if (news.type === "events") numbers.push(...news.events.map((_, index) => news.seq + index))
      turn = takeNews(turn, news, 1)
    },
    numbers,
    turn: () => turn,
  }
}

const whole = takeNews(null, { type: "events", conversationId: "a", turnId: TURN, seq: 1, events: EVENTS }, 1)
const inOrder = EVENTS.map((_, index) => index + 1)

describe("following a turn", () => {
  it("gives the identical thread whatever portions it comes in and wherever the connection breaks", async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = randomFrom(seed)
      const { follower, deliver, reconnect, asked } = testStream()
      const watcher = watch()
      follower.follow("a", watcher.tell)
      await vi.waitFor(() => expect(asked).toEqual(["/follow?c=a:-:0"]), { timeout: 15_000 })

      const cut = 1 + Math.floor(random() * EVENTS.length)
      for (let from = 1; from <= cut; ) {
        const to = Math.min(cut, from + Math.floor(random() * 7))
        deliver(from, to)
        from = to + 1
      }
      const reached = reconnect()
      expect(reached).toBe(cut)
      // A server that batches may begin before the number it was asked for.
      deliver(Math.max(1, reached - Math.floor(random() * 5)), EVENTS.length)

      expect(watcher.numbers, `seed ${seed}`).toEqual(inOrder)
      expect(watcher.turn(), `seed ${seed}`).toEqual(whole)
    }
  })

  it("tells a tab that joins in the middle the same turn from its beginning, over the same connection", async () => {
    const { follower, deliver, opened } = testStream()
    const [first, second] = [watch(), watch()]
    follower.follow("a", first.tell)
    await vi.waitFor(() => expect(opened()).toBe(1), { timeout: 15_000 })
    deliver(1, 30)

    follower.follow("a", second.tell)
    deliver(31, EVENTS.length)

    expect(second.numbers).toEqual(inOrder)
    expect(second.turn()).toEqual(first.turn())
    expect(opened()).toBe(1)
  })

  it("asks again from where it was when a conversation joins, and forgets one that nobody follows", async () => {
    const { follower, deliver, asked } = testStream()
    const watcher = watch()
    follower.follow("a", watcher.tell)
    await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 15_000 })
    deliver(1, 12)

    const stop = follower.follow("b", () => {})
    await vi.waitFor(() => expect(asked.at(-1)).toBe(`/follow?c=a:${TURN}:12&c=b:-:0`), { timeout: 15_000 })
    stop()
    follower.reopen()

    await vi.waitFor(() => expect(asked.at(-1)).toBe(`/follow?c=a:${TURN}:12`), { timeout: 15_000 })
    expect(asked).toHaveLength(3)
  })

  it("asks again when something between is missing, and tells nothing until it has it", async () => {
    const { follower, deliver, asked } = testStream()
    const watcher = watch()
    follower.follow("a", watcher.tell)
    await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 15_000 })
    deliver(1, 5)

    deliver(9, 12)
    await vi.waitFor(() => expect(asked.at(-1)).toBe(`/follow?c=a:${TURN}:5`), { timeout: 15_000 })
    deliver(6, EVENTS.length)

    expect(watcher.numbers).toEqual(inOrder)
  })

  it("tells the end once, and goes on with the next turn", async () => {
    const { follower, deliver, end, asked } = testStream()
    const news: TurnNews[] = []
    follower.follow("a", (each) => news.push(each))
    await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 15_000 })
    deliver(1, EVENTS.length)
    end()
    end()
    deliver(1, EVENTS.length)
    deliver(1, 4, "a", "another turn")

    expect(news.map((each) => `${each.type} ${each.turnId === TURN ? 1 : 2}`)).toEqual([
      "events 1",
      "ended 1",
      "events 2",
    ])
  })

  it("closes the connection when nobody follows any more", async () => {
    const closed = vi.fn()
    const open = vi.fn(() => closed)
    const follower = createTurnFollower({ open })
    const stop = follower.follow("a", () => {})
    await vi.waitFor(() => expect(open).toHaveBeenCalledOnce(), { timeout: 15_000 })

    stop()

    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce(), { timeout: 15_000 })
  })
})

describe("over a real connection", () => {
  const cleanups: (() => void)[] = []
  afterEach(() => {
    for (const cleanup of cleanups.splice(0)) cleanup()
  })

  it("comes back after a cut with the number it had reached", async () => {
    const requests: string[] = []
    const streams: ServerResponse[] = []
    const server = createServer((request, response) => {
      requests.push(request.url ?? "")
      streams.push(response)
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.flushHeaders()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    cleanups.push(() => {
      server.closeAllConnections()
      server.close()
    })
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/follow`
    const frame = (from: number, to: number) =>
      `data: ${JSON.stringify({ conversationId: "a", turnId: TURN, seq: from, events: EVENTS.slice(from - 1, to) })}\n\n`
    const watcher = watch()
    cleanups.push(createTurnFollower({ address }).follow("a", watcher.tell))

    await vi.waitFor(() => expect(streams).toHaveLength(1), { timeout: 15_000 })
    // The second frame is cut in its middle.
    streams[0]?.write(frame(1, 20) + frame(21, 30).slice(0, 60))
    await vi.waitFor(() => expect(watcher.numbers).toHaveLength(20), { timeout: 15_000 })
    streams[0]?.destroy()
    await vi.waitFor(() => expect(streams).toHaveLength(2), { timeout: 15_000 })
    streams[1]?.write(frame(21, EVENTS.length))

    await vi.waitFor(() => expect(watcher.turn()).toEqual(whole), { timeout: 15_000 })
    expect(requests).toEqual(["/follow?c=a:-:0", `/follow?c=a:${TURN}:20`])
  })
})

/** Mulberry32: the same numbers on every run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
