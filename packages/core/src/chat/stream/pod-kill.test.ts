import { randomUUID } from "node:crypto"
import { describe, expect, inject, it } from "vitest"
import type { TurnEvent } from "../../contract/chat/turn-event.ts"
import { shelfPlugin } from "../../gate/shelf.fixture.ts"
import { testChat } from "../chat.fixture.ts"
import {
  blocksOf,
  type FollowFrame,
  readStream,
  type StreamReader,
  seededRandom,
  textOf,
} from "./stream-reader.fixture.ts"

const KILLS = inject("long") ? 10 : 3
const HOUR = 3_600_000
const FLUSH_MS = 150
/** Beyond the interval itself: the statement that writes, on a machine that does other things as well. */
const SLACK_MS = 1_000
const TIMES = { flushMs: FLUSH_MS, pods: { beatMs: 100, deadAfterMs: 1_500 } }
const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at + 1}`).join(" ")

const chat = await testChat({
  built: true,
  plugins: [shelfPlugin],
  provider: { paceMs: 5 },
  platform: { chat: TIMES },
  scripts: [
    // First: a turn that was killed before it said a word leaves its question to stand before this one.
    { match: "echo (.*)", steps: [{ say: "You said {{match.1}}." }] },
    {
      match: "a story",
      steps: [{ say: `${words(30)} `, calls: [{ name: "shelf_list", arguments: {} }] }, { say: words(5_000) }],
    },
  ],
})
const { database } = chat.testing
const { url: other } = await chat.startPod({ clockAheadMs: HOUR })

async function beginStory(at: string): Promise<{ id: string; turnId: string }> {
  const id = await chat.newConversation()
  await database.pool.query("UPDATE platform.conversation SET title = 'A story', titled_by = 'person' WHERE id = $1", [
    id,
  ])
  const message = { id: randomUUID(), text: "a story" }
  const response = await chat.post({ conversationId: id, message }, { accept: "application/json" }, at)
  expect(response.status).toBe(202)
  return { id, turnId: ((await response.json()) as { turnId: string }).turnId }
}

async function open<Data>(at: string, path: string): Promise<StreamReader<Data>> {
  const abort = new AbortController()
  const response = await fetch(`${at}/api/ai/chat/${path}`, {
    headers: { cookie: chat.session.cookie() },
    signal: abort.signal,
  })
  expect(response.status).toBe(200)
  return readStream<Data>(response, abort)
}

const eventsOf = ({ frames }: StreamReader<TurnEvent>) => frames.map(({ data }) => data)

/** When each event arrived, by our one clock. */
function timed(reader: StreamReader<TurnEvent>): number[] {
  const times: number[] = []
  void reader
    .until((frames) => {
      while (times.length < frames.length) times.push(performance.now())
      return false
    })
    .catch(() => {})
  return times
}

describe("a server killed in the middle of a turn", () => {
  const random = seededRandom(4)
  let next = chat.startPod()

  it.each(Array.from({ length: KILLS }, (_, at) => at + 1))(
    "leaves what it had written to all readers alike, and the conversation goes on (%i)",
    async (round) => {
      const pod = await next
      const { url } = pod
      // Every second one has a clock that is an hour ahead.
      if (round < KILLS) next = chat.startPod({ clockAheadMs: round % 2 ? HOUR : 0 })
      const { id, turnId } = await beginStory(url)
      const [near, far, ahead] = await Promise.all(
        [url, chat.url, other].map((at) => open<TurnEvent>(at, `${id}/stream`)),
      )
      const times = timed(near!)
      const wanted = 3 + Math.floor(random() * 150)
      await near!.until((frames) => frames.length >= wanted)

      await pod.end("SIGKILL")
      expect(await near!.ended).toBe("cut")
      const { id: lastSeq } = near!.frames.at(-1)!
      const resumed = await open<FollowFrame>(chat.url, `follow?c=${id}:${turnId}:${lastSeq}`)

      for (const reader of [far!, ahead!]) expect(await reader.ended).toBe("done")
      await resumed.until((frames) => frames.some(({ data }) => data.ended === "interrupted"))
      resumed.leave()
      expect(ahead!.frames).toEqual(far!.frames)
      expect(eventsOf(far!).at(-1)).toEqual({ type: "abort", reason: "interrupted" })
      const { messages, turn } = await chat.read(id)
      expect(turn).toMatchObject({ id: turnId, state: "interrupted" })
      const stored = messages[1]!.blocks
      expect(stored.at(-1)).toMatchObject({ type: "notice", kind: "interrupted" })
      expect(stored.map(({ type }) => type)).toEqual(blocksOf(eventsOf(far!)).map(({ type }) => type))
      expect(textOf(stored)).toBe(textOf(blocksOf(eventsOf(far!))))
      expect(textOf(blocksOf(eventsOf(near!))).startsWith(textOf(stored))).toBe(true)
      const written = far!.frames.filter((frame) => frame.id <= lastSeq).length
      expect((times.at(-1) ?? 0) - (times[written] ?? times.at(-1) ?? 0)).toBeLessThan(FLUSH_MS + SLACK_MS)

      expect((await chat.send(id, "echo on")).text).toBe("You said on.")
    },
    60_000,
  )
})

describe("a server that stands still for a while", () => {
  it("finds its turn closed, writes nothing more to it, and tells its readers so", async () => {
    const pod = await chat.startPod()
    const { url } = pod
    const { id, turnId } = await beginStory(url)
    const near = await open<TurnEvent>(url, `${id}/stream`)
    const far = await open<TurnEvent>(chat.url, `${id}/stream`)
    await far.until((frames) => frames.length > 40)

    pod.child.kill("SIGSTOP")
    expect(await far.ended).toBe("done")
    const closed = await chat.read(id)
    pod.child.kill("SIGCONT")

    expect(await near.ended).toBe("done")
    expect(eventsOf(near).slice(-2)).toEqual(eventsOf(far).slice(-2))
    expect(eventsOf(near).at(-1)).toEqual({ type: "abort", reason: "interrupted" })
    // The stalled server writes this turn's answer: whatever it still had to say of the first one is past by then.
    const answer = await chat.post({ conversationId: id, message: { id: randomUUID(), text: "echo on" } }, {}, url)
    expect(await answer.text()).toContain('"finish"')
    const { messages } = await chat.read(id)
    expect(messages.slice(0, 2)).toEqual(closed.messages)
    expect(messages[1]!.turnId).toBe(turnId)
    expect(textOf(messages[3]!.blocks)).toBe("You said on.")
    const trail = await chat.testing.trail("ai.chat.interrupted")
    expect(trail.filter(({ after }) => after?.turnId === turnId)).toHaveLength(1)
    await pod.end("SIGKILL")
  })
})
