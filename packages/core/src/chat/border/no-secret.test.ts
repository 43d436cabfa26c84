import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { createLog } from "../../log.ts"
import { CONNECTION_KEY } from "../../secrets/sealed-columns.ts"
import { testChat } from "../chat.fixture.ts"
import { type Asked, type Scripted, startScriptedProvider } from "../scripted-provider.fixture.ts"

// Of no shape that a key is known by: it must be recognised for itself.
const KEY = "harbour.november.7f3c9e21d4b8"
const lines: string[] = []
const chat = await testChat({
  scripts: [],
  platform: {
    // Without the mask that a server gives its log: nothing depends on it.
    log: createLog({ level: "debug", format: "json", write: (line) => void lines.push(line) }),
    chat: {
      flushMs: 20,
      pods: { beatMs: 1_000, deadAfterMs: 60_000 },
      patience: { retry: { attempts: 1, firstDelayMs: 1, longestDelayMs: 1 } },
    },
  },
})
const { pool } = chat.testing.database
let script: (asked: Asked) => Scripted = () => ({ say: "Done." })
const provider = await startScriptedProvider((asked) => script(asked))
const { runtime } = await chat.testing.as("root", "administrator")
const ownId = randomUUID()
const { id: connectionId } = await chat.connect({
  id: ownId,
  baseUrl: provider.url,
  label: "Chatty",
  sealedKey: runtime.secrets.seal(KEY, CONNECTION_KEY.at(ownId)),
  disableTopicalClassifier: false,
  contextWindowTokens: 16_000,
})

/** Everything that the database holds, but for what is sealed. */
async function dump(): Promise<string> {
  const { rows } = await pool.query(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'platform' AND table_type = 'BASE TABLE'",
  )
  const tables = await Promise.all(
    rows.map(async ({ table_name }) => {
      const found = await pool.query(`SELECT t::text AS row FROM platform.${table_name} t`)
      return found.rows.map(({ row }) => `${table_name}: ${row}`).join("\n")
    }),
  )
  return tables.join("\n")
}

async function send(id: string, text: string): Promise<string> {
  const response = await chat.post({ conversationId: id, connectionId, message: { id: crypto.randomUUID(), text } })
  const told = await response.text()
  await chat.idle(id)
  return told
}

async function expectNowhere(told: string): Promise<void> {
  const all = [told, await dump(), ...lines].join("\n").split("\n")
  expect(all.filter((line) => line.includes(KEY))).toEqual([])
}

describe("the key of a connection", () => {
  it("is sent to its provider", async () => {
    const id = await chat.newConversation()
    await send(id, "hello")
    expect(provider.heard.at(-1)!.headers.authorization).toBe(`Bearer ${KEY}`)
  })

  it.each([
    ["401", 401],
    ["400", 400],
    ["500", 500],
  ])("appears nowhere when the provider repeats it in an answer of status %s", async (_, status) => {
    const body = JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}. Bearer ${KEY}` } })
    script = () => ({ error: { status, body } })
    const id = await chat.newConversation()

    const told = await send(id, "hello")

    expect(told).toContain("Incorrect API key provided: [")
    await expectNowhere(told)
  })

  it("appears nowhere when the provider repeats it in text, in pieces and in calls, titles and verdicts included", async () => {
    const text = `Your key is ${KEY}, truly ${KEY}.`
    script = ({ results }) =>
      results.length === 0
        ? {
            say: text.match(/[\s\S]{1,7}/g)!,
            calls: [
              { name: "shelf_add", arguments: JSON.stringify({ title: KEY }) },
              { name: KEY, arguments: `{"a": "${KEY}` },
            ],
          }
        : { say: [KEY.slice(0, 5), KEY.slice(5), KEY.slice(0, 9)] }
    const id = await chat.newConversation()

    const told = await send(id, "hello")

    expect(told).toContain("[redacted]")
    await expectNowhere(told)
    // Parts of it that are no key are still told.
    expect((await chat.read(id)).messages[1]!.blocks.at(-1)).toEqual({
      type: "text",
      text: `[redacted]${KEY.slice(0, 9)}`,
    })
  })

  it("appears nowhere when the provider repeats it in a summary", async () => {
    script = ({ system }) => ({ say: system.includes("running summary") ? `They use the key ${KEY} often.` : "Done." })
    const id = await chat.newConversation()
    await pool.query(
      `INSERT INTO platform.message (conversation_id, role, blocks)
       SELECT $1, CASE WHEN n % 2 = 0 THEN 'user' ELSE 'assistant' END,
         jsonb_build_array(jsonb_build_object('type', 'text', 'text', repeat('long ago ', 600)))
       FROM generate_series(0, 19) n`,
      [id],
    )

    const told = await send(id, "and now?")

    const { rows } = await pool.query("SELECT summary FROM platform.conversation WHERE id = $1", [id])
    expect(rows[0].summary).toBe("They use the key [redacted] often.")
    await expectNowhere(told)
  })

  it("is masked in what the operator writes, before anybody gets to see it", async () => {
    script = () => ({ say: "Done." })
    const id = await chat.newConversation()
    const before = provider.heard.length

    const told = await send(id, `Is ${KEY} our key?`)

    await expectNowhere(told)
    for (const { text } of provider.heard.slice(before)) expect(text).not.toContain(KEY)
    expect((await chat.read(id)).conversation.title).toMatch(/redacted|Done/)
  })
})
