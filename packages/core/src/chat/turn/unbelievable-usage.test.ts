import { randomUUID } from "node:crypto"
import { drivers } from "@countersign/llm"
import { afterAll, describe, expect, it } from "vitest"
import { recording, startPlayback, withUsage } from "../../../../llm/src/playback.fixture.ts"
import { REHEARSAL } from "../../connections/credential.ts"
import { forgetConnections } from "../../connections/open-connection.ts"
import { testChat } from "../chat.fixture.ts"

const BUDGET = 40_000
const TURNS = 12
const ANSWER = "Two services are down: café and 𝛑-api 👋."
/** Where each provider says how much was read. */
const INPUT: Record<string, string> = {
  anthropic: "input_tokens",
  openai: "input_tokens",
  openrouter: "input_tokens",
  ollama: "prompt_tokens",
  "openai-compatible": "prompt_tokens",
  "ai-sdk": "inputTokens.noCache",
}
const OUTPUT: Record<string, string> = {
  ...INPUT,
  ollama: "completion_tokens",
  "openai-compatible": "completion_tokens",
}
for (const id of ["anthropic", "openai", "openrouter"]) OUTPUT[id] = "output_tokens"
OUTPUT["ai-sdk"] = "outputTokens.total"

const chat = await testChat({ scripts: [] })
const { pool } = chat.testing.database
const provider = await startPlayback()
afterAll(() => provider.close())
const outside = drivers.filter(({ id }) => id !== REHEARSAL).map(({ id }) => id)

async function connect(driver: string): Promise<string> {
  const { id } = await chat.connect({
    label: randomUUID(),
    driver,
    baseUrl: provider.url,
    settings: { apiKey: "sk-test-0123456789", package: "@ai-sdk/gateway" },
    spendCap: { tokenBudget: BUDGET, windowMinutes: 60, per: "connection" },
  })
  forgetConnections(chat.testing.database)
  return id
}

/** Twelve turns, one after the other: how many were answered. */
async function play(connectionId: string): Promise<number> {
  const id = await chat.newConversation()
  await pool.query("UPDATE platform.conversation SET title = 'x', titled_by = 'person' WHERE id = $1", [id])
  let answered = 0
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { status, text } = await chat.send(id, "What is down?", { connectionId })
    if (status === 200 && text === ANSWER) answered += 1
    else expect(status).toBe(429)
  }
  const { messages, turn } = await chat.read(id)
  expect(turn?.state).toBe("completed")
  const stored = messages.flatMap(({ blocks }) => blocks).filter((block) => block.type === "text")
  expect(stored.filter(({ text }) => text === ANSWER)).toHaveLength(answered)
  return answered
}

async function ledger(connectionId: string) {
  const { rows } = await pool.query(
    `SELECT state, count(*)::int AS calls, sum(counted_tokens)::int AS tokens, sum(reserved_tokens)::int AS reserved
     FROM platform.spend WHERE connection_id = $1 GROUP BY state`,
    [connectionId],
  )
  return rows as { state: string; calls: number; tokens: number; reserved: number }[]
}

describe.each(outside)("a cap on %s", (driver) => {
  const cases: [string, string, unknown][] = [
    ["no usage at all", "", null],
    ["no prompt", INPUT[driver]!, driver === "ai-sdk" ? -1 : null],
    ["a negative answer", OUTPUT[driver]!, -500_000],
    ["half a token", OUTPUT[driver]!, 0.5],
    ["1e308 tokens", INPUT[driver]!, 1e308],
    ["a hundred windows", INPUT[driver]!, 12_800_000],
  ]

  it.each(cases)("holds where the provider reports %s", async (_, field, claim) => {
    const connectionId = await connect(driver)
    provider.play(withUsage(recording(driver, "streams-text.sse"), field, claim))

    const answered = await play(connectionId)

    const rows = await ledger(connectionId)
    expect(rows).toEqual([
      { state: "unbelievable", calls: answered, tokens: rows[0]!.reserved, reserved: rows[0]!.reserved },
    ])
    expect(rows[0]!.tokens).toBeLessThanOrEqual(BUDGET)
    expect(answered).toBeGreaterThan(0)
    expect(answered).toBeLessThan(TURNS)
  })

  it("counts what a believable provider reports", async () => {
    const connectionId = await connect(driver)
    provider.play(recording(driver, "streams-text.sse"))

    const answered = await play(connectionId)

    expect(await ledger(connectionId)).toMatchObject([{ state: "settled", calls: answered }])
  })
})

it("covers every driver that is spoken to", () => {
  expect(Object.keys(INPUT).sort()).toEqual([...outside].sort())
})
