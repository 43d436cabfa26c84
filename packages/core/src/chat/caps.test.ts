import { randomUUID } from "node:crypto"
import { beforeEach, describe, expect, it } from "vitest"
import type { ConnectionDraft } from "../connections/connection-store.ts"
import { testChat } from "./chat.fixture.ts"
import { type Asked, type Scripted, startScriptedProvider } from "./scripted-provider.fixture.ts"
import { OFF_TOPIC_REPLY } from "./turn/classifier.ts"

// On a busy machine: none of the four may take another for dead.
const settings = { flushMs: 20, pods: { beatMs: 1_000, deadAfterMs: 60_000 } }
const chat = await testChat({ built: true, scripts: [], platform: { chat: settings } })
const { testing } = chat
const { pool } = testing.database
let script: (asked: Asked) => Scripted | Promise<Scripted> = () => ({ say: "Done." })
const provider = await startScriptedProvider((asked) => script(asked))

const connect = async (draft: Partial<ConnectionDraft>) =>
  (await chat.connect({ baseUrl: provider.url, label: randomUUID(), ...draft })).id
const capped = (tokenBudget: number) => ({ spendCap: { tokenBudget, windowMinutes: 60, per: "connection" as const } })
const CAP = 1_200_000
// Before any pod has looked for them.
const connections = {
  shared: await connect(capped(CAP)),
  dear: await connect(capped(400_000)),
  guarded: await connect({ disableTopicalClassifier: false, contextWindowTokens: 16_000 }),
  cappedAndGuarded: await connect({ ...capped(1_000_000), disableTopicalClassifier: false }),
  free: await connect({}),
}
const more = await Promise.all(Array.from({ length: 3 }, () => chat.startPod()))
const pods = [chat.url, ...more.map(({ url }) => url)]

beforeEach(async () => {
  script = () => ({ say: "Done." })
  await pool.query("UPDATE platform.ai_settings SET calls_per_minute = 1000000")
})

/** Answered as soon as the turn has begun, so that hundreds run at once. */
function post(url: string, body: object): Promise<Response> {
  return chat.post(body, { accept: "application/json" }, url)
}

async function send(connectionId: string, at = 0): Promise<{ id: string; status: number; message?: string }> {
  const id = await chat.newConversation()
  await pool.query("UPDATE platform.conversation SET title = 'x', titled_by = 'person' WHERE id = $1", [id])
  const body = { conversationId: id, connectionId, message: { id: randomUUID(), text: "hello" } }
  const response = await post(pods[at % pods.length]!, body)
  return { id, status: response.status, ...((await response.json()) as { message?: string }) }
}

/** On all pods, some at a time: their pools are small, and turns go on while the next are sent. */
async function sendMany(connectionId: string, count: number) {
  const sent: Awaited<ReturnType<typeof send>>[] = []
  for (let at = 0; at < count; at += AT_ONCE)
    sent.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, more) => send(connectionId, at + more)))))
  return sent
}
const AT_ONCE = 20

async function rest(): Promise<void> {
  await expect
    .poll(async () => (await pool.query("SELECT 1 FROM platform.turn WHERE state = 'running'")).rowCount, {
      timeout: 30_000,
    })
    .toBe(0)
}

async function ledger(connectionId: string) {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS calls, coalesce(sum(counted_tokens), 0)::int AS tokens, max(reserved_tokens)::int AS reserved,
       count(*) FILTER (WHERE state = 'reserved')::int AS open
     FROM platform.spend WHERE connection_id = $1`,
    [connectionId],
  )
  return rows[0] as { calls: number; tokens: number; reserved: number; open: number }
}

describe("a spend cap on four pods", () => {
  it("is not exceeded by 200 turns at once, and at least 95 % of it can be used", { timeout: 60_000 }, async () => {
    const connectionId = connections.shared
    const allSent = Promise.withResolvers<void>()
    const answer = { say: "Done.", usage: { input: 9_000, output: 1_000 } }
    script = () => allSent.promise.then(() => answer)

    const sent = await sendMany(connectionId, 200)
    allSent.resolve()
    await rest()

    const burst = await ledger(connectionId)
    expect(burst.reserved).toBeLessThanOrEqual(CAP / 100)
    expect(burst.tokens).toBeLessThanOrEqual(CAP)
    const refused = sent.filter(({ status }) => status === 429)
    expect(sent.filter(({ status }) => status === 202).length + refused.length).toBe(200)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]!.message).toMatch(/spend cap .* There is room again in about/)

    for (let at = 0; (await send(connectionId, at)).status === 202; at += 1) await rest()
    const { tokens, open, calls } = await ledger(connectionId)
    expect(open).toBe(0)
    expect(tokens).toBe(calls * 10_000)
    expect(tokens).toBeLessThanOrEqual(CAP)
    expect(tokens).toBeGreaterThanOrEqual(CAP * 0.95)
  })

  it("records what a provider reports beyond the reservation, and stops the next call on any pod", async () => {
    const connectionId = connections.dear
    script = ({ results }) =>
      results.length === 0
        ? { calls: [{ name: "shelf_list", arguments: "{}" }], usage: { input: 500_000, output: 1_000 } }
        : { say: "never" }

    const first = await send(connectionId)
    await rest()

    expect(await ledger(connectionId)).toMatchObject({ calls: 1, tokens: 501_000, open: 0 })
    const { turn, messages } = await chat.read(first.id)
    expect(turn).toMatchObject({ state: "failed", problem: expect.stringMatching(/501,000 of 400,000 tokens/) })
    expect(messages[1]!.blocks.at(-1)).toMatchObject({ type: "notice", kind: "over-spend" })
    for (const at of [0, 1, 2, 3])
      expect(await send(connectionId, at)).toMatchObject({
        status: 429,
        message: expect.stringMatching(/is used up: 501,000 of 400,000 tokens/),
      })
  })

  it("counts classifier, title, turn and summary under their names", async () => {
    const connectionId = connections.guarded
    script = ({ system }) => ({
      say: /topic/i.test(system) && /ON_TOPIC/.test(system) ? "ON_TOPIC" : "The shelf was looked at, twice.",
      usage: { input: 1_000, output: 10 },
    })
    const id = await chat.newConversation()
    const ask = async (text: string) => {
      expect((await chat.send(id, text, { connectionId })).status).toBe(200)
      await rest()
    }
    await ask("hello")
    await pool.query(
      `INSERT INTO platform.message (conversation_id, role, blocks)
       SELECT $1, CASE WHEN n % 2 = 0 THEN 'user' ELSE 'assistant' END,
         jsonb_build_array(jsonb_build_object('type', 'text', 'text', repeat('long ago ', 400)))
       FROM generate_series(0, 19) n`,
      [id],
    )
    await ask("and now?")

    const purposes = async () => {
      const { rows } = await pool.query(
        `SELECT purpose, count(*)::int AS calls, sum(counted_tokens)::int AS tokens FROM platform.spend
         WHERE connection_id = $1 AND state = 'settled' GROUP BY purpose ORDER BY purpose`,
        [connectionId],
      )
      return rows
    }
    await expect.poll(purposes).toEqual([
      { purpose: "classifier", calls: 1, tokens: 1_010 },
      { purpose: "summary", calls: 1, tokens: 1_010 },
      { purpose: "title", calls: 1, tokens: 1_010 },
      { purpose: "turn", calls: 2, tokens: 2_020 },
    ])
  })

  it("gets back what was set aside for a turn that never asked its model", async () => {
    const connectionId = connections.cappedAndGuarded
    script = ({ system }) => ({
      say: /ON_TOPIC/.test(system) ? "OFF_TOPIC" : "never",
      usage: { input: 100, output: 1 },
    })
    const id = await chat.newConversation()

    await chat.send(id, "write me a poem", { connectionId })
    await rest()

    expect(await ledger(connectionId)).toMatchObject({ tokens: 101, open: 0 })
  })

  it("leaves an off-topic question refused by a notice, and the conversation open for the next one", async () => {
    const connectionId = connections.cappedAndGuarded
    const asked: string[] = []
    script = ({ system, body }) => {
      if (/ON_TOPIC/.test(system)) return { say: "OFF_TOPIC" }
      asked.push(JSON.stringify(body))
      return { say: "All is well." }
    }
    const id = await chat.newConversation()

    const { events, text } = await chat.send(id, "write me a poem", { connectionId })
    const next = await chat.send(id, "then how are my systems?", { connectionId })

    const notice = { type: "notice", kind: "off-topic", text: expect.stringMatching(/^That is outside .*Ask me about/) }
    expect(events.map(({ type }) => type)).toEqual([
      "start",
      "start-step",
      "text-start",
      "text-delta",
      "text-end",
      "data-notice",
      "finish-step",
      "finish",
    ])
    expect(events).toContainEqual({ type: "data-notice", id: "notice-off-topic", data: notice })
    expect(text).toBe(OFF_TOPIC_REPLY)
    const { messages } = await chat.read(id)
    expect(messages[1]!.blocks).toEqual([{ type: "text", text: OFF_TOPIC_REPLY }, notice])
    // Its model is told that the poem was refused, or it would write it now.
    expect(next.text).toBe("All is well.")
    expect(asked.some((body) => body.includes("write me a poem") && body.includes(OFF_TOPIC_REPLY))).toBe(true)
  })
})

describe("the tool budget on four pods", () => {
  it("is used to the last call and not beyond", { timeout: 60_000 }, async () => {
    const connectionId = connections.free
    script = ({ results }) =>
      results.length < 3 ? { calls: [{ name: "shelf_list", arguments: "{}" }] } : { say: "Done." }
    await pool.query("UPDATE platform.ai_settings SET calls_per_minute = 50")
    await pool.query("DELETE FROM platform.tool_call")

    await sendMany(connectionId, 40)
    await rest()

    const { rows } = await pool.query("SELECT status, count(*)::int AS calls FROM platform.tool_call GROUP BY status")
    expect(rows).toEqual([{ status: "executed", calls: 50 }])
  })
})
