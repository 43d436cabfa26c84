import { randomUUID } from "node:crypto"
import { findDriver, type ModelEvent, PATIENCE } from "@countersign/llm"
import { startRehearsalServer } from "@countersign/llm/rehearsal-server"
import { testPlatform } from "@countersign/testing"
import { afterAll, describe, expect, it } from "vitest"
import type { SpendCap } from "../contract/chat/connection.ts"
import { createLog } from "../log.ts"
import { createMetrics } from "../metrics.ts"
import { createTelemetry } from "../telemetry/telemetry.ts"
import { callModel, type ModelCall, spendEntry } from "./call-model.ts"
import type { ModelChoice } from "./choose-model.ts"
import { planCall, promptCharacters } from "./plan-call.ts"
import { reserveSpend, SpendExceededError } from "./spend.ts"

const { database, as } = await testPlatform({ plugins: [] })
const telemetry = createTelemetry({ metrics: createMetrics(), captureContent: false, mask: (text) => text })
const { principal } = await as("ana")
const lines: string[] = []
const log = createLog({ level: "info", format: "json", write: (line) => lines.push(line) })
const server = await startRehearsalServer({
  scripts: [
    { match: "long", steps: [{ say: "word ", repeat: 400 }] },
    { match: ".", steps: [{ say: "Good day to you." }] },
  ],
})
afterAll(() => server.close())

function choose(more: Partial<ModelChoice> = {}, spendCap: SpendCap | null = null): ModelChoice {
  const driver = findDriver("anthropic")!
  return {
    connection: {
      id: randomUUID(),
      label: "Claude",
      driver: "anthropic",
      driverLabel: "Anthropic",
      rehearsal: false,
      spendCap,
      modelFamily: "anthropic",
      disableTopicalClassifier: false,
    },
    driver,
    llm: { apiKey: "sk-ant-for-tests", baseUrl: server.url },
    model: "claude-opus-4-8",
    capabilities: driver.capabilities("claude-opus-4-8"),
    contextWindowTokens: 200_000,
    maxOutputTokens: null,
    price: { input: 5, output: 25 },
    patience: PATIENCE,
    ...more,
  }
}
const callOf = (choice: ModelChoice, more: Partial<ModelCall> = {}): ModelCall => ({
  runtime: { database, log, telemetry },
  choice,
  principal,
  purpose: "turn",
  scope: "operate",
  conversationId: null,
  turnId: null,
  ...more,
})
const say = (text: string) => ({ messages: [{ role: "user" as const, parts: [{ type: "text" as const, text }] }] })
const once = { attempts: 1, firstDelayMs: 0, longestDelayMs: 0 }
const ledger = async (choice: ModelChoice) =>
  (
    await database.pool.query("SELECT * FROM platform.spend WHERE connection_id = $1 ORDER BY at", [
      choice.connection.id,
    ])
  ).rows

describe("callModel", () => {
  it("hands events through, and writes down what the provider reports", async () => {
    const choice = choose()
    const events: ModelEvent[] = []
    const result = await callModel(callOf(choice, { purpose: "title" }), say("Hello"), {
      onEvents: (batch) => events.push(...batch),
    })

    expect(events.at(-1)).toMatchObject({ type: "end", reason: "stop" })
    expect(result).toMatchObject({ reported: true, end: "stop", failure: undefined })
    const { inputTokens, outputTokens } = result.usage
    expect(outputTokens).toBeGreaterThan(0)
    expect(result.costUsd).toBeCloseTo((inputTokens * 5 + outputTokens * 25) / 1e6, 12)
    expect(await ledger(choice)).toMatchObject([
      {
        state: "settled",
        purpose: "title",
        principal_name: "Ana",
        input_tokens: String(inputTokens),
        output_tokens: String(outputTokens),
        reserved_tokens: String(2 + 8_192),
      },
    ])
    expect(server.heard.at(-1)?.body).toMatchObject({ max_tokens: 8_192 })
  })

  it("calls nobody when there is no room", async () => {
    const choice = choose({}, { tokenBudget: 300, windowMinutes: 5, per: "principal" })
    const heard = server.heard.length
    await expect(callModel(callOf(choice), say("x".repeat(400)), { onEvents: () => {} })).rejects.toBeInstanceOf(
      SpendExceededError,
    )
    expect(server.heard.length).toBe(heard)
    expect(await ledger(choice)).toEqual([])
  })

  it("settles the reservation it was given instead of making one", async () => {
    const choice = choose()
    const request = say("Hello again")
    const call = callOf(choice)
    const plan = planCall(choice, { characters: promptCharacters(request), maxOutputTokens: 1_000 })
    const spendId = await reserveSpend(database, spendEntry(call, plan), null)
    await callModel({ ...call, reservation: { ...plan, spendId } }, request, {
      onEvents: () => {},
    })
    expect(await ledger(choice)).toMatchObject([{ id: spendId, state: "settled" }])
    expect(server.heard.at(-1)?.body).toMatchObject({ max_tokens: 1_000 })
  })

  it("counts nothing for what a provider turned away", async () => {
    const choice = choose()
    server.next({ status: 401 })
    const result = await callModel(callOf(choice), say("Hello"), { onEvents: () => {}, retry: once })
    expect(result.failure).toMatchObject({ kind: "auth" })
    expect(await ledger(choice)).toMatchObject([{ state: "settled", counted_tokens: "0", cost_usd: "0" }])
  })

  it("estimates what was cut off or stopped", async () => {
    const [cut, stopped] = [choose(), choose()]
    server.next({ cutAfter: 40 })
    const first = await callModel(callOf(cut), say("something long"), { onEvents: () => {}, retry: once })
    expect(first.end ?? first.failure?.kind).toBeDefined()
    expect(Number((await ledger(cut))[0].counted_tokens)).toBeGreaterThan(10)

    const stop = new AbortController()
    server.next({ keepAliveMs: 20, keepAliveAfter: 40 })
    const second = await callModel(callOf(stopped), say("something long"), {
      signal: stop.signal,
      onEvents: (events) => events.some(({ type }) => type === "text-delta") && stop.abort(),
    })
    expect(second).toMatchObject({ failure: { kind: "aborted" } })
    expect(Number((await ledger(stopped))[0].counted_tokens)).toBeGreaterThan(3)
  })

  it("settles also when the listener throws, and lets that pass", async () => {
    const choice = choose()
    const failing = callModel(callOf(choice), say("Hello"), {
      onEvents() {
        throw new Error("The browser is gone.")
      },
    })
    await expect(failing).rejects.toThrow("The browser is gone.")
    expect(await ledger(choice)).toMatchObject([{ state: "settled" }])
  })

  it("keeps the answer when the ledger cannot be written", async () => {
    const choice = choose()
    lines.length = 0
    const deaf = { ...database, pool: { query: () => Promise.reject(new Error("gone")) } } as unknown as typeof database
    const result = await callModel(
      callOf(choice, {
        runtime: { database: deaf, log, telemetry },
        reservation: { spendId: randomUUID(), maxOutputTokens: 10, reservedTokens: 10, reservedUsd: null },
      }),
      say("Hello"),
      { onEvents: () => {} },
    )
    expect(result).toMatchObject({ reported: true, end: "stop" })
    expect(lines.join()).toContain("could not be written down")
  })
})

describe("planCall", () => {
  const plan = (choice: ModelChoice, asked: Partial<Parameters<typeof planCall>[1]> = {}) =>
    planCall(choice, { characters: 4_000, ...asked })

  it("reserves the prompt and the longest answer, at the dearest price", () => {
    expect(plan(choose({ price: { input: 5, output: 25, cacheWrite: 6.25 } }))).toEqual({
      promptTokens: 1_000,
      maxOutputTokens: 8_192,
      reservedTokens: 9_192,
      reservedUsd: (1_000 * 6.25 + 8_192 * 25) / 1e6,
    })
    expect(plan(choose({ price: null })).reservedUsd).toBeNull()
    expect(plan(choose(), { correction: 1.5 }).promptTokens).toBe(1_500)
  })

  it("asks for no longer answer than the model, its window and a small cap allow", () => {
    expect(plan(choose({ maxOutputTokens: 4_096 })).maxOutputTokens).toBe(4_096)
    expect(plan(choose({ contextWindowTokens: 4_096 })).maxOutputTokens).toBe(2_048)
    expect(plan(choose({}, { tokenBudget: 16_000, windowMinutes: 5, per: "principal" })).maxOutputTokens).toBe(2_000)
    expect(plan(choose(), { maxOutputTokens: 16 }).maxOutputTokens).toBe(16)
  })
})

describe("promptCharacters", () => {
  it("counts messages and tools, and images as images", () => {
    const image = { type: "image" as const, mediaType: "image/png", data: "A".repeat(1_000_000) }
    const characters = promptCharacters({
      messages: [
        { role: "system", text: "12345" },
        { role: "user", parts: [{ type: "text", text: "123" }, image] },
        { role: "assistant", parts: [{ type: "tool-call", callId: "1", name: "ab", arguments: "{}" }] },
        { role: "tool", parts: [{ type: "tool-result", callId: "1", name: "ab", text: "1234", images: [image] }] },
      ],
      tools: [{ name: "ab", description: "cd", inputSchema: {} }],
    })
    expect(characters).toBe(5 + 3 + 6_400 + 4 + 4 + 6_400 + 6)
  })
})
