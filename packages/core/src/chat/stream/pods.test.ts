import { randomUUID } from "node:crypto"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import type { TurnEvent } from "../../contract/chat/turn-event.ts"
import { shelfPlugin } from "../../gate/shelf.fixture.ts"
import { testChat } from "../chat.fixture.ts"
import { giveCue, openCues, reached, stagePlugin } from "../stage.fixture.ts"
import { blocksOf, readStream, type StreamReader, textOf } from "./stream-reader.fixture.ts"

const HOUR = 3_600_000
const TIMES = { flushMs: 20, pods: { beatMs: 100, deadAfterMs: 1_500 } }
const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at + 1}`).join(" ")

const chat = await testChat({
  built: true,
  plugins: [shelfPlugin, stagePlugin],
  provider: { paceMs: 4 },
  platform: { chat: TIMES },
  scripts: [
    {
      match: "hold (\\S+)",
      steps: [
        { say: "Before the cue. ", calls: [{ name: "stage_wait", arguments: { cue: "{{match.1}}" } }] },
        { say: "After the cue." },
      ],
    },
    { match: "a long story", steps: [{ say: words(500) }] },
    { match: "echo (.*)", steps: [{ say: "You said {{match.1}}." }] },
  ],
})
const { database } = chat.testing
const PODS = [chat.url, (await chat.startPod()).url, (await chat.startPod({ clockAheadMs: HOUR })).url]
const [A, B, C] = PODS as [string, string, string]
const cues = await openCues()
afterAll(() => cues.close())
const newCue = () => `${cues.url}/${randomUUID()}`

/** Named, so that the turn's own call is the only one. */
async function newConversation(): Promise<string> {
  const id = await chat.newConversation()
  await database.pool.query("UPDATE platform.conversation SET title = 'A story', titled_by = 'person' WHERE id = $1", [
    id,
  ])
  return id
}

async function begin(conversationId: string, text: string, at = A): Promise<string> {
  const message = { id: randomUUID(), text }
  const response = await chat.post({ conversationId, message }, { accept: "application/json" }, at)
  expect(response.status).toBe(202)
  return ((await response.json()) as { turnId: string }).turnId
}

async function stream(at: string, id: string, lastId = 0): Promise<StreamReader<TurnEvent>> {
  const abort = new AbortController()
  const response = await fetch(`${at}/api/ai/chat/${id}/stream`, {
    headers: { cookie: chat.session.cookie(), ...(lastId ? { "last-event-id": String(lastId) } : {}) },
    signal: abort.signal,
  })
  expect(response.status).toBe(200)
  return readStream(response, abort)
}

function stop(at: string, id: string): Promise<Response> {
  return fetch(`${at}/api/ai/chat/${id}/stop`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: at, cookie: chat.session.cookie() },
  })
}

const stateOf = async (turnId: string) =>
  (await database.pool.query("SELECT state FROM platform.turn WHERE id = $1", [turnId])).rows[0].state as string
const eventsOf = ({ frames }: StreamReader<TurnEvent>) => frames.map(({ data }) => data)
const saidBy = (reader: StreamReader<TurnEvent>) => textOf(blocksOf(eventsOf(reader)))

/** A turn whose model says so many frames and then nothing, as one that thinks. */
async function beginSilent(id: string, at = A): Promise<string> {
  chat.provider.next({ keepAliveMs: 20, keepAliveAfter: 12 })
  return begin(id, "a long story", at)
}

describe("three servers on one database", () => {
  it("tell one turn to three readers in the same words and numbers", async () => {
    const [id, cue] = [await newConversation(), newCue()]
    await begin(id, `hold ${cue}`)
    const readers = await Promise.all(PODS.map((at) => stream(at, id)))
    await reached(cue)
    giveCue(cue)

    for (const reader of readers) expect(await reader.ended).toBe("done")

    for (const { frames } of readers) expect(frames).toEqual(readers[0]!.frames)
    expect(readers[0]!.frames.map((frame) => frame.id)).toEqual(readers[0]!.frames.map((_, at) => at + 1))
    const { messages } = await chat.read(id)
    expect(saidBy(readers[2]!)).toBe(textOf(messages[1]!.blocks))
  })

  it("stop a turn from any of them: the provider's socket first, then the readers, and what was said stays", async () => {
    const id = await newConversation()
    const turnId = await beginSilent(id)
    const readers = await Promise.all(PODS.map((at) => stream(at, id)))
    for (const reader of readers) await reader.until((frames) => frames.length > 8)
    const order: string[] = []
    const { closed } = chat.provider.heard.at(-1)!
    const seen = [
      closed.then((byUs) => order.push(`provider closed ${byUs}`)),
      ...readers.map(async (reader) => {
        await reader.until((frames) => frames.some(({ data }) => data.type === "abort"))
        await reader.ended
        order.push(`told ${await stateOf(turnId)}`)
      }),
    ]

    const answer = await stop(B, id)
    order.push("stop answered")
    await Promise.all(seen)

    expect(await answer.json()).toEqual({ turnId })
    expect(order.slice(0, 2).sort()).toEqual(["provider closed true", "stop answered"])
    expect(order.slice(2)).toEqual(["told stopped", "told stopped", "told stopped"])
    const { messages } = await chat.read(id)
    expect(messages[1]!.blocks).toEqual([
      { type: "text", text: saidBy(readers[0]!), cut: true },
      expect.objectContaining({ type: "notice", kind: "stopped" }),
    ])
    expect(saidBy(readers[0]!)).toMatch(/^word1 word2 /)
    const next = await chat.post({ conversationId: id, message: { id: randomUUID(), text: "echo again" } }, {}, C)
    expect(await next.text()).toContain("again.")
  })

  it("stop a turn whose model is silent even when the news of it was lost", async () => {
    const id = await newConversation()
    const turnId = await beginSilent(id)
    const reader = await stream(C, id)
    await reader.until((frames) => frames.length > 8)

    await database.pool.query("UPDATE platform.turn SET stop_asked_at = clock_timestamp() WHERE id = $1", [turnId])

    expect(await reader.ended).toBe("done")
    expect(await stateOf(turnId)).toBe("stopped")
  })

  it("close a turn that its own server does not know of, so that the conversation goes on", async () => {
    const id = await newConversation()
    const { rows } = await database.pool.query(
      `INSERT INTO platform.turn (conversation_id, kind, pod, correlation_id, model, answer_id, started_at)
       SELECT $1, 'message', p.id, 'x', 'scripted-1', gen_random_uuid(), now() - interval '1 minute'
       FROM platform.pod p LIMIT 1 RETURNING id, answer_id`,
      [id],
    )
    const { id: turnId, answer_id } = rows[0]
    await database.pool.query(
      "INSERT INTO platform.message (id, conversation_id, role, turn_id) VALUES ($1, $2, 'assistant', $3)",
      [answer_id, id, turnId],
    )

    await expect.poll(() => stateOf(turnId), { timeout: 10_000 }).toBe("interrupted")

    expect((await chat.send(id, "echo here")).text).toBe("You said here.")
  })
})

describe("a turn while the database is away", () => {
  it("goes on speaking, ends complete, and is told whole by every server", { timeout: 60_000 }, async () => {
    const id = await newConversation()
    const turnId = await begin(id, "a long story")
    const [here, there] = [await stream(A, id), await stream(B, id)]
    await there.until((frames) => frames.length > 60)
    const before = here.frames.length
    const { database: name, ...config } = database.config
    const admin = new pg.Client({ ...config, database: "postgres" })
    await admin.connect()

    await admin.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`)
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name])
    await here.until((frames) => frames.length > before + 150)
    await admin.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`)
    await admin.end()

    expect(await here.ended).toBe("done")
    expect(await there.ended).toBe("done")
    expect(saidBy(here)).toBe(words(500))
    expect(there.frames).toEqual(here.frames)
    expect(await stateOf(turnId)).toBe("completed")
    const { messages } = await chat.read(id)
    expect(messages[1]!.blocks).toEqual([{ type: "text", text: words(500) }])
  })
})

describe("a server that is stopped in good order", () => {
  it("closes its turns as interrupted and keeps their words", async () => {
    const leaving = await chat.startPod()
    const id = await newConversation()
    const turnId = await beginSilent(id, leaving.url)
    const reader = await stream(B, id)
    await reader.until((frames) => frames.length > 8)

    await leaving.end("SIGTERM")

    expect(await stateOf(turnId)).toBe("interrupted")
    expect(await reader.ended).toBe("done")
    expect(eventsOf(reader).at(-1)).toEqual({ type: "abort", reason: "interrupted" })
    const { messages } = await chat.read(id)
    expect(textOf(messages[1]!.blocks)).toBe(saidBy(reader))
    expect(messages[1]!.blocks.at(-1)).toMatchObject({ type: "notice", kind: "interrupted" })
    expect((await chat.send(id, "echo on")).text).toBe("You said on.")
  })

  it("sends its readers elsewhere first, where they hear the rest while it finishes", async () => {
    const leaving = await chat.startPod({ graceMs: 20_000 })
    const [id, cue] = [await newConversation(), newCue()]
    const turnId = await begin(id, `hold ${cue}`, leaving.url)
    const reader = await stream(leaving.url, id)
    await reached(cue)
    await reader.until((frames) => frames.length > 5)

    const stopped = leaving.end("SIGTERM")
    // An end without a word would pass for the answer's own; it bears no number, as it is no part of the turn.
    expect(await reader.ended).toBe("done")
    const farewell = reader.frames.pop()!
    expect(farewell.id).toBeNaN()
    expect(farewell.data).toEqual({ type: "error", errorText: expect.stringContaining("being restarted") })
    const resumed = await stream(C, id, reader.frames.at(-1)!.id)
    giveCue(cue)
    await stopped

    expect(await resumed.ended).toBe("done")
    expect(await stateOf(turnId)).toBe("completed")
    const whole = [...eventsOf(reader), ...eventsOf(resumed)]
    expect(textOf(blocksOf(whole))).toBe("Before the cue. After the cue.")
    const { messages } = await chat.read(id)
    expect(messages[1]!.blocks.map(({ type }) => type)).toEqual(blocksOf(whole).map(({ type }) => type))
  })
})
