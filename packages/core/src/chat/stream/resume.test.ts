import { randomUUID } from "node:crypto"
import { connect } from "node:net"
import { describe, expect, it } from "vitest"
import type { TurnEvent } from "../../contract/chat/turn-event.ts"
import { shelfPlugin } from "../../gate/shelf.fixture.ts"
import { serveOnLoopback } from "../../http/serve.fixture.ts"
import { applyBySignature } from "../../proposals/apply.ts"
import { readAnswer, testChat } from "../chat.fixture.ts"
import { giveCue, reached, stagePlugin } from "../stage.fixture.ts"
import {
  blocksOf,
  type FollowFrame,
  normalise,
  readStream,
  type StreamReader,
  seededRandom,
  textOf,
} from "./stream-reader.fixture.ts"

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at + 1}`).join(" ")

const chat = await testChat({
  plugins: [shelfPlugin, stagePlugin],
  provider: { paceMs: 2 },
  scripts: [
    { match: "\\[Decision\\]", steps: [{ say: "It is on the shelf." }] },
    {
      match: "a long story until (\\S+)",
      steps: [
        {
          think: "Let me see what there is to tell.",
          say: `${words(60)} `,
          calls: [
            { name: "shelf_list", arguments: {} },
            { name: "shelf_list", arguments: {} },
          ],
        },
        { say: `${words(70)} `, calls: [{ name: "stage_wait", arguments: { cue: "{{match.1}}" } }] },
        { say: "The end." },
      ],
    },
    {
      match: "a heavy story until (\\S+)",
      steps: [
        {
          say: `${"x".repeat(50_000)} `,
          repeat: 200,
          calls: [{ name: "stage_wait", arguments: { cue: "{{match.1}}" } }],
        },
        { say: "The end." },
      ],
    },
    {
      match: "hold (\\S+)",
      steps: [
        { say: "Before. ", calls: [{ name: "stage_wait", arguments: { cue: "{{match.1}}" } }] },
        { say: "After." },
      ],
    },
    {
      match: "add (\\S+)",
      steps: [{ calls: [{ name: "shelf_add", arguments: { title: "{{match.1}}" } }] }, { say: "Proposed." }],
    },
    { match: "echo (.*)", steps: [{ say: "You said {{match.1}}." }] },
  ],
})
// The first shares its event loop with this test and its readers: the other must not take it for dead meanwhile.
const { url: other } = await chat.startPod({ chat: { flushMs: 20, pods: { beatMs: 100, deadAfterMs: 60_000 } } })
const PODS = [chat.url, other]

/** Starts a turn and answers at once, as the page does that follows through its worker. */
async function begin(conversationId: string, text: string, id = randomUUID()): Promise<{ turnId: string }> {
  const response = await chat.post({ conversationId, message: { id, text } }, { accept: "application/json" })
  expect(response.status).toBe(202)
  return (await response.json()) as { turnId: string }
}

async function open<Data = TurnEvent>(
  at: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; reader: StreamReader<Data> }> {
  const abort = new AbortController()
  const response = await fetch(`${at}/api/ai/chat/${path}`, {
    headers: { cookie: chat.session.cookie(), ...headers },
    signal: abort.signal,
  })
  return { status: response.status, reader: readStream<Data>(response, abort) }
}

const follow = (at: string, ...watched: string[]) =>
  open<FollowFrame>(at, `follow?${watched.map((one) => `c=${one}`).join("&")}`)

/** Each event once and in its place, whatever the frames were cut into. */
function eventsOf(frames: readonly { data: FollowFrame }[], turnId: string, after = 0): TurnEvent[] {
  let last = after
  return frames.flatMap(({ data }) => {
    if (data.turnId !== turnId || !data.events) return []
    expect(data.seq).toBe(last + 1)
    last += data.events.length
    return data.events
  })
}

async function undisturbed(): Promise<unknown[]> {
  const id = await chat.newConversation()
  const cue = `undisturbed-${randomUUID()}`
  giveCue(cue)
  const told = await chat.send(id, `a long story until ${cue}`)
  return comparable(told.events, cue)
}

const comparable = (events: readonly TurnEvent[], cue: string) =>
  JSON.parse(JSON.stringify(normalise(events)).replaceAll(cue.replace(/[0-9a-f-]{36}$/, ""), "cue-")) as unknown[]

describe("a reader that drops and comes back", () => {
  const DROPS = 10
  const whole = undisturbed()

  it(`hears every event once over ${DROPS} drops, with Last-Event-ID`, async () => {
    const random = seededRandom(1)
    const id = await chat.newConversation()
    const cue = `stream-${randomUUID()}`
    await begin(id, `a long story until ${cue}`)
    const heard: TurnEvent[] = []
    let last = 0
    for (let drop = 0; drop <= DROPS; drop += 1) {
      const at = PODS[Math.floor(random() * PODS.length)]!
      const { status, reader } = await open(at, `${id}/stream`, last ? { "last-event-id": String(last) } : {})
      expect(status).toBe(200)
      const wanted = 1 + Math.floor(random() * 14)
      if (drop < DROPS) await reader.until((frames) => frames.length >= wanted)
      else {
        await reached(cue)
        giveCue(cue)
        expect(await reader.ended).toBe("done")
      }
      reader.leave()
      for (const { id: seq, data } of [...reader.frames]) {
        expect(seq).toBe(last + 1)
        last = seq
        heard.push(data)
      }
    }

    expect(comparable(heard, cue)).toEqual(await whole)
    const { messages } = await chat.read(id)
    expect(textOf(blocksOf(heard))).toBe(textOf(messages[1]!.blocks))
  })

  it(`hears every event once over ${DROPS} drops, on the connection for many`, async () => {
    const random = seededRandom(2)
    const id = await chat.newConversation()
    const cue = `follow-${randomUUID()}`
    const { turnId } = await begin(id, `a long story until ${cue}`)
    const heard: TurnEvent[] = []
    for (let drop = 0; drop <= DROPS; drop += 1) {
      const at = PODS[Math.floor(random() * PODS.length)]!
      const { reader } = await follow(at, `${id}:${drop === 0 ? "-" : turnId}:${heard.length}`)
      const wanted = 1 + Math.floor(random() * 14)
      if (drop < DROPS) await reader.until((frames) => eventsOf(frames, turnId, heard.length).length >= wanted)
      else {
        giveCue(cue)
        await reader.until((frames) => frames.some(({ data }) => data.ended === "completed"))
      }
      reader.leave()
      heard.push(...eventsOf([...reader.frames], turnId, heard.length))
    }

    expect(comparable(heard, cue)).toEqual(await whole)
    const { messages } = await chat.read(id)
    const shown = blocksOf(heard).map(({ type }) => type)
    expect(shown).toEqual(messages[1]!.blocks.map(({ type }) => type))
  })

  it("that reads nothing is cut off, and hears all of it when it comes back", async () => {
    const id = await chat.newConversation()
    const cue = randomUUID()
    const { server, url, close } = await serveOnLoopback(chat.testing.platform)
    const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
    await begin(id, `a heavy story until ${cue}`)
    const { port } = new URL(url)
    const silent = connect(Number(port), "127.0.0.1").pause()
    silent.on("error", () => {})
    silent.write(
      `GET /api/ai/chat/${id}/stream HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${chat.session.cookie()}\r\n\r\n`,
    )
    await expect.poll(connections, { timeout: 10_000 }).toBe(1)

    await expect.poll(connections, { timeout: 20_000 }).toBe(0)

    await reached(cue)
    const { reader } = await open(chat.url, `${id}/stream`)
    giveCue(cue)
    expect(await reader.ended).toBe("done")
    expect(textOf(blocksOf(reader.frames.map(({ data }) => data))).length).toBe(200 * 50_001 + "The end.".length)
    silent.destroy()
    await close()
  })
})

describe("one turn at a time", () => {
  it("refuses a second message while a turn runs, and re-attaches the same one from any pod", async () => {
    const [id, cue, messageId] = [await chat.newConversation(), randomUUID(), randomUUID()]
    const { turnId } = await begin(id, `hold ${cue}`, messageId)
    await reached(cue)

    for (const at of PODS) {
      const second = await chat.post({ conversationId: id, message: { id: randomUUID(), text: "echo two" } }, {}, at)
      expect(second.status).toBe(409)
      expect(await second.json()).toMatchObject({ message: expect.stringContaining("still being written") })
    }
    const again = await Promise.all(
      PODS.map((at) => chat.post({ conversationId: id, message: { id: messageId, text: `hold ${cue}` } }, {}, at)),
    )
    expect(again.map(({ headers }) => headers.get("x-turn-id"))).toEqual([turnId, turnId])
    const readers = again.map((response) => readStream(response, new AbortController()))
    giveCue(cue)
    for (const reader of readers) expect(await reader.ended).toBe("done")

    const [one, two] = readers.map(({ frames }) => frames)
    expect(two).toEqual(one)
    const { messages } = await chat.read(id)
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"])
  })

  it("tells the stored answer to whoever sends a message again when its log is long forgotten", async () => {
    const [id, messageId] = [await chat.newConversation(), randomUUID()]
    const body = { conversationId: id, message: { id: messageId, text: "echo hello" } }
    const live = await readAnswer(await chat.post(body))
    await chat.testing.database.pool.query(
      "DELETE FROM platform.turn_log l USING platform.turn t WHERE t.id = l.turn_id AND t.conversation_id = $1",
      [id],
    )

    for (const at of PODS) {
      const again = await chat.post(body, {}, at)
      expect(again.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1")
      const retold = await readAnswer(again)
      expect(retold.text).toBe(live.text)
      expect(retold.events[0]).toEqual(live.events[0])
      expect(retold.events.at(-1)).toEqual(live.events.at(-1))
    }
    expect((await chat.read(id)).messages).toHaveLength(2)
  })

  it("has nothing to stream when none runs", async () => {
    const id = await chat.newConversation()
    await chat.send(id, "echo hello")
    for (const at of PODS)
      expect(
        (await fetch(`${at}/api/ai/chat/${id}/stream`, { headers: { cookie: chat.session.cookie() } })).status,
      ).toBe(204)
  })
})

describe("the connection for many conversations", () => {
  it("carries running turns, turns begun later and their ends, from either pod", async () => {
    const [one, two] = [await chat.newConversation(), await chat.newConversation()]
    const cue = randomUUID()
    const first = await begin(one, `hold ${cue}`)
    await reached(cue)
    const connections = await Promise.all(PODS.map((at) => follow(at, `${one}:-:0`, `${two}:-:0`)))
    for (const { reader } of connections) await reader.until((frames) => eventsOf(frames, first.turnId).length > 3)

    const later = await begin(two, "echo later")
    for (const { reader } of connections) await reader.until((frames) => endOf(frames, later.turnId) === "completed")
    await stop(one)
    giveCue(cue)
    for (const { reader } of connections) await reader.until((frames) => endOf(frames, first.turnId) === "stopped")
    const failing = await begin(two, "echo nothing")
    await expect.poll(async () => (await chat.read(two)).turn?.state).toBe("completed")
    chat.provider.always({ status: 401 })
    const failed = await begin(two, "echo nothing")
    for (const { reader } of connections) await reader.until((frames) => endOf(frames, failed.turnId) === "failed")
    chat.provider.always(undefined)

    const [here, there] = connections.map(({ reader }) => reader.frames)
    for (const { turnId } of [first, later, failing, failed])
      expect(eventsOf(there!, turnId)).toEqual(eventsOf(here!, turnId))
    expect(textOf(blocksOf(eventsOf(there!, later.turnId)))).toBe("You said later.")
    for (const { reader } of connections) reader.leave()
  })

  it("tells the turn that acknowledges a decision", async () => {
    const id = await chat.newConversation()
    const { reader } = await follow(other, `${id}:-:0`)
    await chat.send(id, "add Emma")
    const { messages } = await chat.read(id)
    const card = messages[1]!.blocks.find((block) => block.type === "proposal")

    await applyBySignature(await ana(), card!.proposalId)

    await reader.until((frames) => frames.filter(({ data }) => data.ended === "completed").length === 2)
    const { turn } = await chat.read(id)
    expect(turn?.kind).toBe("decision")
    expect(eventsOf(reader.frames, turn!.id)).toContainEqual(expect.objectContaining({ type: "data-applied" }))
    expect(textOf(blocksOf(eventsOf(reader.frames, turn!.id)))).toBe("It is on the shelf.")
    reader.leave()
  })

  it("tells a reader that comes late how its turn ended, and nothing of a turn that is not of its conversation", async () => {
    const [mine, foreign] = [await chat.newConversation(), await chat.newConversation()]
    const ended = await begin(mine, "echo mine")
    const secret = await begin(foreign, "echo a secret")
    for (const id of [mine, foreign]) await chat.idle(id)

    const late = await follow(other, `${mine}:${ended.turnId}:3`)
    await late.reader.until((frames) => endOf(frames, ended.turnId) === "completed")
    const curious = await follow(other, `${mine}:${secret.turnId}:0`)
    await curious.reader.until((frames) => endOf(frames, secret.turnId) !== undefined)

    expect(eventsOf(late.reader.frames, ended.turnId, 3).at(-1)).toMatchObject({ type: "finish" })
    expect(curious.reader.frames.map(({ data }) => data)).toEqual([
      { conversationId: mine, turnId: secret.turnId, ended: "gone" },
    ])
    late.reader.leave()
    curious.reader.leave()
  })
})

const endOf = (frames: readonly { data: FollowFrame }[], turnId: string) =>
  frames.find(({ data }) => data.turnId === turnId && data.ended)?.data.ended

async function ana() {
  const { platform } = chat.testing
  return platform.caller((await platform.identity.load({ kind: "user", id: chat.anaId, grantId: null }))!, "http")
}

async function stop(id: string): Promise<void> {
  const response = await fetch(`${other}/api/ai/chat/${id}/stop`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: other, cookie: chat.session.cookie() },
  })
  expect(response.status).toBe(200)
}
