import { randomUUID } from "node:crypto"
import { afterEach, describe, expect, it } from "vitest"
import { removeConnection } from "../../connections/connection-store.ts"
import { forgetConnections } from "../../connections/open-connection.ts"
import { readAnswer, type Told, testChat } from "../chat.fixture.ts"
import { type Scripted, startScriptedProvider } from "../scripted-provider.fixture.ts"

const chat = await testChat({
  scripts: [{ match: "hello", steps: [{ say: "Good morning, Ana, and a fine day to you." }] }],
  platform: {
    chat: {
      flushMs: 20,
      pods: { beatMs: 100, deadAfterMs: 500 },
      patience: {
        patience: { firstTokenMs: 1_000, betweenTokensMs: 1_000 },
        retry: { attempts: 2, firstDelayMs: 1, longestDelayMs: 50 },
      },
    },
  },
})
const { provider, testing } = chat
const { pool, direct } = testing.database
await pool.query("UPDATE platform.ai_settings SET calls_per_minute = 100000")
await pool.query("INSERT INTO shelf.book (title) VALUES ('Emma')")

/** Named by a person, so that no call for a title takes what was meant for the turn. */
async function begin(): Promise<string> {
  const id = await chat.newConversation()
  await pool.query("UPDATE platform.conversation SET title = 'Test', titled_by = 'person' WHERE id = $1", [id])
  return id
}

/** What every case ends with: the next message gets its answer. */
async function expectSendable(id: string): Promise<void> {
  provider.always(undefined)
  const told = await chat.send(id, "hello")
  expect(told.text).toBe("Good morning, Ana, and a fine day to you.")
  expect((await chat.read(id)).turn).toMatchObject({ state: "completed" })
}

function notices(told: Told) {
  return told.events.flatMap((event) => (event.type === "data-notice" ? [event.data] : []))
}

/** What is stored is what was told. */
async function expectStored(id: string, told: Told, text: string): Promise<void> {
  const { messages } = await chat.read(id)
  expect(messages[0]).toMatchObject({ role: "user", blocks: [{ type: "text", text }] })
  const stored = messages[1]?.blocks.filter(({ type }) => type === "notice")
  expect(stored).toEqual(notices(told))
}

afterEach(() => provider.always(undefined))

describe("a provider that answers", () => {
  it.each([
    ["401", { status: 401 }, /did not accept the key of this connection\. Check the key/],
    ["402", { status: 402 }, /has no credit left\. Add credit there/],
    ["404", { status: 404 }, /does not know this model at this address.*Choose another model/],
    ["413", { status: 413 }, /larger than .* accepts\. Send fewer or smaller images/],
    ["429 without retry-after", { status: 429 }, /the limit is reached\. Wait a little and try again/],
    ["429 with retry-after", { status: 429, retryAfter: "300" }, /Try again in 5 minutes/],
    ["500", { status: 500 }, /could not answer \(status 500\): the trouble is on its side/],
    ["503", { status: 503 }, /could not answer \(status 503\)/],
    ["a web page", { html: true }, /A web page answered where .* was expected\. Check the base URL/],
    ["a web page with 502", { html: true, status: 502 }, /could not answer \(status 502\)/],
    ["garbage", { garbageAfter: 0, endAfter: 1 }, /could not be read to its end/],
    ["a frame of 10 MB", { giantFrameBytes: 10_000_000 }, /could not be read to its end/],
    ["its own error in the middle", { failAfter: 4 }, /the trouble is on its side/],
  ])("%s fails the turn with a sentence, and the conversation goes on", async (_, chaos, sentence) => {
    const id = await begin()
    provider.always(chaos)

    const told = await chat.send(id, "hello there")

    expect(told.status).toBe(200)
    expect(notices(told)).toMatchObject([{ kind: "failed", text: expect.stringMatching(sentence) }])
    expect(told.events.slice(-1)).toEqual([{ type: "finish", finishReason: "error" }])
    expect((await chat.read(id)).turn).toMatchObject({ state: "failed", problem: expect.stringMatching(sentence) })
    await expectStored(id, told, "hello there")
    await expectSendable(id)
  })

  it.each([
    ["a socket that is cut", { cutAfter: 5 }, /stopped in the middle of this answer\. Ask it to go on/],
    ["an end in the middle", { endAfter: 5 }, /stopped in the middle of this answer\. Ask it to go on/],
    ["keep-alives for ever after a few words", { keepAliveMs: 30, keepAliveAfter: 5 }, /nothing more for 5 seconds/],
  ])("with %s keeps what was said, shown as cut, and is an error", async (_, chaos, sentence) => {
    const id = await begin()
    provider.always(chaos)

    const told = await chat.send(id, "hello there")

    expect(told.text).toMatch(/^Good morning/)
    expect(notices(told)).toMatchObject([{ kind: "cut", text: expect.stringMatching(sentence) }])
    expect(told.events.slice(-2)).toMatchObject([{ type: "error" }, { type: "finish", finishReason: "error" }])
    const { messages, turn } = await chat.read(id)
    expect(turn).toMatchObject({ state: "failed", problem: expect.stringMatching(sentence) })
    expect(messages[1]!.blocks[0]).toEqual({ type: "text", text: told.text, cut: true })
    await expectSendable(id)
  })

  it("nothing but keep-alives is given up after a while, with a sentence", async () => {
    const id = await begin()
    provider.always({ keepAliveMs: 30 })

    const told = await chat.send(id, "hello there")

    expect(notices(told)).toMatchObject([
      { kind: "failed", text: expect.stringMatching(/did not begin to answer within 5 seconds.*Send the message/) },
    ])
    await expectStored(id, told, "hello there")
    await expectSendable(id)
  })

  it("bytes that are not UTF-8 shows where they were and loses no other word", async () => {
    const id = await begin()
    provider.always({ invalidUtf8: true })

    const told = await chat.send(id, "hello there")

    expect(told.text).toMatch(/^Good \uFFFD+Good morning, Ana/)
    expect((await chat.read(id)).messages[1]!.blocks).toEqual([{ type: "text", text: told.text }])
    await expectSendable(id)
  })
})

describe("a model that writes", () => {
  let script: Scripted[] = []
  let plain: Scripted = { say: "Done." }
  const scripted = startScriptedProvider(({ results }) => script[results.length === 0 ? 0 : 1] ?? plain)

  const ONLY_CALLS: Scripted[] = Array(2).fill({ calls: [{ name: "shelf_list", arguments: "{}" }] })

  async function ask(...steps: Scripted[]): Promise<{ id: string; told: Told }> {
    script = steps
    plain = { say: "Done." }
    const { id: connectionId } = await chat.connect({ baseUrl: (await scripted).url, label: randomUUID() })
    forgetConnections(testing.database)
    const id = await begin()
    const told = await chat.send(id, "hello there", { connectionId })
    script = []
    const next = await chat.send(id, "and now?", { connectionId })
    expect(next.text).toBe("Done.")
    return { id, told }
  }

  it("arguments that are no JSON is told so, and goes on", async () => {
    const { told } = await ask({ calls: [{ name: "shelf_list", arguments: "{not json" }] }, { say: "Sorry." })
    expect(told.events).toContainEqual(
      expect.objectContaining({ type: "tool-input-error", errorText: expect.stringMatching(/are not JSON/) }),
    )
    expect(told.text).toBe("Sorry.")
  })

  it.each([
    ["nested 5,000 deep", `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`, /nests deeper than 64 levels/],
    [
      "of lists nested 100,000 deep",
      `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      /nests deeper than 64 levels/,
    ],
    [
      "with 100,000 keys",
      `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":1`).join(",")}}`,
      /more than 20,000 values/,
    ],
    ["with a prototype key", '{"__proto__":{"admin":true}}', /key that is not allowed anywhere/],
  ])("arguments %s is told so, and goes on", async (_, text, sentence) => {
    const { id, told } = await ask({ calls: [{ name: "shelf_list", arguments: text }] }, { say: "Sorry." })
    const refused = told.events.filter((event) => event.type === "tool-input-error")
    expect(refused).toMatchObject([{ errorText: expect.stringMatching(sentence) }])
    expect(told.text).toBe("Sorry.")
    // The next step and every later turn repeat the call: without what nobody read.
    const { heard } = await scripted
    const repeated = JSON.stringify(heard.at(-1)!.body.messages)
    expect(repeated).toContain("characters that were not read")
    expect(repeated.length).toBeLessThan(20_000)
    const { blocks } = (await chat.read(id)).messages[1]!
    expect(JSON.stringify(blocks).length).toBeLessThan(2_000)
  })

  it("the names of tools that do not exist is told so, and goes on", async () => {
    const { told } = await ask({ calls: [{ name: "rm -rf \u0000\ud800/", arguments: "{}" }] }, { say: "Sorry." })
    expect(told.events).toContainEqual(
      expect.objectContaining({ type: "tool-output-error", errorText: expect.stringMatching(/There is no such tool/) }),
    )
    expect(told.text).toBe("Sorry.")
  })

  it("the same call id twice has both calls run", async () => {
    const call = { id: "call_0", name: "shelf_list", arguments: "{}" }
    const { id, told } = await ask({ calls: [call, call] }, { say: "Both." })
    expect(told.events.filter(({ type }) => type === "tool-output-available")).toHaveLength(2)
    const { blocks } = (await chat.read(id)).messages[1]!
    const ids = blocks.flatMap((block) => (block.type === "tool-call" ? [block.callId] : []))
    expect(new Set(ids).size).toBe(2)
  })

  it("U+0000 and halves of surrogate pairs, in words and in arguments, is stored cleaned", async () => {
    const { id } = await ask(
      {
        say: "nul \u0000 and half \ud83d here",
        calls: [{ name: "shelf_add", arguments: '{"title":"A \\u0000 and \\ud800 title","shelf":"B"}' }],
      },
      { say: ["split \ud83d", "\ude00 pair"] },
    )
    const { blocks } = (await chat.read(id)).messages[1]!
    expect(blocks[0]).toEqual({ type: "text", text: "nul  and half \uFFFD here" })
    expect(blocks.at(-1)).toEqual({ type: "text", text: "split 😀 pair" })
    expect(blocks).toContainEqual(expect.objectContaining({ type: "proposal", summary: 'Add "A  and \uFFFD title"' }))
  })

  it("tool calls and nothing else is stopped after 16 steps, and its calls are all answered", async () => {
    const { id, told } = await ask(...ONLY_CALLS)
    expect(notices(told)).toMatchObject([
      { kind: "out-of-steps", text: expect.stringMatching(/used all 16 steps .* Ask for a smaller part/) },
    ])
    const { blocks } = (await chat.read(id)).messages[1]!
    const count = (type: string) => blocks.filter((block) => block.type === type).length
    expect(count("tool-result")).toBe(count("tool-call"))
  })

  it("more calls than the budget allows is told so, and the operator once", async () => {
    await pool.query("UPDATE platform.ai_settings SET calls_per_minute = 1")
    await pool.query("DELETE FROM platform.tool_call")
    const { told } = await ask(...ONLY_CALLS).finally(() =>
      pool.query("UPDATE platform.ai_settings SET calls_per_minute = 100000"),
    )
    expect(notices(told)).toMatchObject([
      { kind: "over-budget", text: expect.stringMatching(/minute/) },
      { kind: "out-of-steps" },
    ])
  })

  it("nothing at all is told as such", async () => {
    const { told } = await ask({ say: "" })
    expect(notices(told)).toMatchObject([{ text: expect.stringMatching(/ended without an answer\. Send the message/) }])
  })
})

describe("a message", () => {
  const send = (message: object) => begin().then(async (id) => ({ id, response: await post(id, message) }))
  const post = (conversationId: string, message: object) =>
    chat.post({ conversationId, message: { id: randomUUID(), text: "hello", ...message } })
  const problem = async (response: Response) => ((await response.json()) as { message: string }).message

  it("of 1 MB is stored whole and answered, though the model cannot read all of it", async () => {
    const text = `hello ${"ü".repeat(999_994)}`
    const { id, response } = await send({ text })

    expect((await readAnswer(response)).text).toMatch(/^Good morning/)
    expect((await chat.read(id)).messages[0]!.blocks).toEqual([{ type: "text", text }])
    await expectSendable(id)
  })

  it("of 1,000,001 characters is refused with a sentence", async () => {
    const { id, response } = await send({ text: "x".repeat(1_000_001) })
    expect(response.status).toBe(400)
    expect(await problem(response)).toMatch(/message\.text.*1,?000,?000/)
    await expectSendable(id)
  })

  it("of the AI SDK that is too long is refused with the same sentence", async () => {
    const part = { type: "text", text: "x".repeat(600_000) }
    const messages = [{ id: "m", role: "user", parts: [part, part] }]
    const response = await chat.post({ id: randomUUID(), messages, trigger: "submit-message" })
    expect(response.status).toBe(400)
    expect(await problem(response)).toMatch(/message\.text/)
  })

  it("of more than 8 MiB is refused with a sentence", async () => {
    const { id, response } = await send({ text: "x".repeat(8 * 1024 * 1024) })
    expect(response.status).toBe(413)
    expect(await problem(response)).toMatch(/larger than 8192 KiB/)
    await expectSendable(id)
  })

  it.each([
    [
      "4 million numbers",
      (id: string) => `{"conversationId":"${id}","message":[${"1,".repeat(4_000_000)}1]}`,
      /200,000 values/,
    ],
    [
      "a million keys",
      (id: string) => `{"conversationId":"${id}",${Array.from({ length: 700_000 }, (_, at) => `"${at}":1`).join(",")}}`,
      /200,000 values/,
    ],
    [
      "150,000 unknown keys",
      (id: string) => `{"conversationId":"${id}",${Array.from({ length: 150_000 }, (_, at) => `"${at}":1`).join(",")}}`,
      /not known|message/,
    ],
    [
      "nesting without end",
      (id: string) => `{"conversationId":"${id}","message":${"[".repeat(7_000_000)}}`,
      /64 levels/,
    ],
  ])("with %s is refused in a few words and little memory", async (_, write, sentence) => {
    const id = await begin()
    const body = write(id)
    const before = process.memoryUsage().rss
    const response = await fetch(`${chat.url}/api/ai/chat`, {
      method: "POST",
      headers: { cookie: chat.session.cookie(), origin: chat.url, "content-type": "application/json" },
      body,
    })
    const text = await response.text()
    expect(response.status).toBe(400)
    expect(JSON.parse(text).message).toMatch(sentence)
    expect(Buffer.byteLength(text)).toBeLessThan(8 * 1024)
    // Client and server are one process here: the body itself is there a few times over.
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20)
    await expectSendable(id)
  })

  it("with an image that is none is refused with a sentence", async () => {
    const data = Buffer.from("this is no image").toString("base64")
    const { id, response } = await send({ images: [{ mediaType: "image/png", data }] })
    expect(response.status).toBe(400)
    expect(await problem(response)).toMatch(/image/i)
    await expectSendable(id)
  })

  it.each([
    ["a text", "everything"],
    ["an unknown key", { path: "/", selection: "all" }],
    ["a thing without an id", { path: "/catalog", thing: { type: "catalog.system" } }],
    ["a path that is too long", { path: "/".repeat(501) }],
    ["a page that tells too much", { path: "/", told: { id: "site.editor", json: "x".repeat(4_001) } }],
    ["a page that tells something else", { path: "/", told: { id: "site.editor", json: "{" } }],
    ["nothing", null],
  ])("beside a malformed snapshot, %s, is answered all the same", async (_, snapshot) => {
    const id = await begin()
    expect((await chat.send(id, "hello", { snapshot })).text).toBe("Good morning, Ana, and a fine day to you.")
  })

  it("with U+0000 and halves of surrogate pairs is stored without them", async () => {
    const { id, response } = await send({ text: "hello\u0000 \ud800 you" })
    expect((await readAnswer(response)).text).toMatch(/^Good morning/)
    expect((await chat.read(id)).messages[0]!.blocks).toEqual([{ type: "text", text: "hello \uFFFD you" }])
    await expectSendable(id)
  })

  it.each([
    ["no JSON", "{"],
    ["no object", "[]"],
    ["an empty message", JSON.stringify({ conversationId: "x", message: { id: "m", text: " " } })],
    ["a prototype", '{"__proto__":{"a":1}}'],
  ])("whose body is %s is refused with a sentence", async (_, body) => {
    const response = await fetch(`${chat.url}/api/ai/chat`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: chat.url, cookie: chat.session.cookie() },
      body,
    })
    expect([400, 404]).toContain(response.status)
    expect((await problem(response)).length).toBeGreaterThan(20)
  })
})

describe("a conversation whose stored rows are garbage", () => {
  it("can be read and goes on", async () => {
    const id = await begin()
    const rows: [string, unknown][] = [
      ["assistant", { nothing: true }],
      ["user", "just a string"],
      ["assistant", [null, 5, "words", { type: "tool-call" }, { type: "hologram", text: "from the future" }]],
      ["assistant", [{ type: "tool-result", callId: "x", name: "shelf.list", text: "an answer to nothing" }]],
      ["assistant", [{ type: "tool-call", callId: "y", name: "shelf.list", arguments: "{" }]],
      ["user", []],
      ["user", [{ type: "image", mediaType: "image/png", imageId: randomUUID() }]],
    ]
    for (const [role, blocks] of rows)
      await pool.query("INSERT INTO platform.message (conversation_id, role, blocks) VALUES ($1, $2, $3)", [
        id,
        role,
        JSON.stringify(blocks),
      ])

    await expectSendable(id)

    const { messages } = await chat.read(id)
    for (const { blocks } of messages) expect(Array.isArray(blocks)).toBe(true)
    expect(JSON.stringify(messages)).toContain("from the future")
  })
})

describe("a connection", () => {
  async function remove(id: string): Promise<void> {
    const { rows } = await pool.query("SELECT version FROM platform.connection WHERE id = $1", [id])
    expect(await removeConnection(direct, id, rows[0].version)).toBe(true)
    forgetConnections(testing.database)
  }

  it("that is deleted while a turn uses it is used to the turn's end; the next message takes another", async () => {
    const asked = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const slow = await startScriptedProvider(async () => {
      asked.resolve()
      await goOn.promise
      return { say: "From the old one." }
    })
    const { id: connectionId } = await chat.connect({ baseUrl: slow.url, label: "Old" })
    forgetConnections(testing.database)
    const id = await begin()
    const answer = chat.send(id, "hello there", { connectionId })
    await asked.promise
    await remove(connectionId)
    goOn.resolve()

    expect((await answer).text).toBe("From the old one.")
    expect((await chat.read(id)).turn).toMatchObject({ state: "completed" })
    await expectSendable(id)
  })

  it("that is deleted and asked for by name is refused with a sentence, and the conversation stays", async () => {
    const { id: connectionId } = await chat.connect({ label: "Gone" })
    await remove(connectionId)
    const id = await begin()

    const { status, text } = await chat.send(id, "hello there", { connectionId })

    expect(status).toBe(404)
    expect(text).toMatch(/was deleted, or is no longer yours to use\. Choose another model/)
    await expectSendable(id)
  })

  it("that nobody has made yet is asked for in a sentence, and nothing is stored", async () => {
    const id = await begin()
    const { rows } = await pool.query("SELECT * FROM platform.connection")
    await pool.query("DELETE FROM platform.connection")
    forgetConnections(testing.database)

    const { status, text } = await chat.send(id, "hello there")

    expect(status).toBe(409)
    expect(text).toMatch(/No AI provider is connected yet\. Add one under Settings > AI connections/)
    expect((await chat.read(id)).messages).toEqual([])
    for (const { name_skeleton, ...row } of rows) {
      const columns = Object.keys(row).join(", ")
      await pool.query(
        `INSERT INTO platform.connection (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::platform.connection, $1)`,
        [JSON.stringify(row)],
      )
    }
    forgetConnections(testing.database)
    await expectSendable(id)
  })
})

describe("a budget", () => {
  const cap = { tokenBudget: 20_000, windowMinutes: 60, per: "connection" as const }

  it("of money that is used up is told before anything is stored, and another connection takes the message", async () => {
    const { id: connectionId } = await chat.connect({ label: "Poor", spendCap: { ...cap, tokenBudget: 1 } })
    forgetConnections(testing.database)
    const id = await begin()

    const refused = await chat.send(id, "hello there", { connectionId })

    expect(refused.status).toBe(429)
    expect(JSON.parse(refused.text).message).toMatch(/spend cap of the connection "Poor".*Settings > AI connections/)
    expect((await chat.read(id)).messages).toEqual([])
    await expectSendable(id)
  })

  it("of money that runs out in the middle of a turn ends it with what was said and a sentence", async () => {
    const dear = await startScriptedProvider(({ results }) =>
      results.length === 0
        ? {
            say: "I look.",
            calls: [{ name: "shelf_list", arguments: "{}" }],
            usage: { input: 25_000, output: 5 },
          }
        : { say: "never" },
    )
    const { id: connectionId } = await chat.connect({ baseUrl: dear.url, label: "Dear", spendCap: cap })
    forgetConnections(testing.database)
    const id = await begin()

    const told = await chat.send(id, "hello there", { connectionId })

    expect(dear.heard).toHaveLength(1)
    expect(notices(told)).toMatchObject([
      { kind: "over-spend", text: expect.stringMatching(/is used up: 25,005 of 20,000 tokens/) },
    ])
    const { messages, turn } = await chat.read(id)
    expect(turn).toMatchObject({ state: "failed" })
    expect(messages[1]!.blocks.map(({ type }) => type)).toEqual(["text", "tool-call", "tool-result", "notice"])
    const again = await chat.send(id, "hello again", { connectionId: chat.connection.id })
    expect(again.text).toMatch(/^Good morning/)
    await expectSendable(id)
  })
})
