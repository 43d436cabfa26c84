import { LLMock } from "@copilotkit/aimock"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { question } from "./describe-driver.fixture.ts"
import type { Connection, Driver, ModelRequest } from "./driver.ts"
import { anthropic } from "./drivers/anthropic.ts"
import { ollama } from "./drivers/ollama.ts"
import { openai } from "./drivers/openai.ts"
import { openaiCompatible } from "./drivers/openai-compatible.ts"
import { openrouter } from "./drivers/openrouter.ts"
import { brokenRules, hear } from "./playback.fixture.ts"

/** Drivers against a mock of the providers that others wrote. */
const mock = new LLMock({ port: 0, logLevel: "silent" })
const usage = { input_tokens: 9, output_tokens: 7, prompt_tokens: 9, completion_tokens: 7 }
const apiKey = "sk-mock-0123456789"

beforeAll(async () => {
  await mock.start()
})
afterAll(() => mock.stop())
beforeEach(() => {
  mock.clearFixtures()
  mock.clearChaos()
  mock.clearRequests()
})

const spoken: { driver: Driver; model: string; connect(): Connection }[] = [
  { driver: anthropic, model: "claude-opus-5-5", connect: () => ({ apiKey, baseUrl: `${mock.url}/v1` }) },
  { driver: openai, model: "gpt-5.5", connect: () => ({ apiKey, baseUrl: `${mock.url}/v1` }) },
  { driver: openrouter, model: "openai/gpt-5.5", connect: () => ({ apiKey, baseUrl: `${mock.url}/v1` }) },
  { driver: ollama, model: "qwen3:8b", connect: () => ({ baseUrl: mock.url }) },
  { driver: openaiCompatible, model: "gpt-4.1", connect: () => ({ apiKey, baseUrl: `${mock.url}/v1` }) },
]

describe.each(spoken)("$driver.label against aimock", ({ driver, model, connect }) => {
  const ask = (options: Parameters<typeof hear>[3] = {}, request: ModelRequest = question) =>
    hear(driver, connect(), { ...request, model }, options)

  it("hears text", async () => {
    mock.onMessage("What is down?", { content: "Two services are down: café 👋.", usage })
    const heard = await ask()

    expect(brokenRules(heard.events)).toEqual([])
    expect(heard).toMatchObject({ text: "Two services are down: café 👋.", end: "stop" })
    expect(heard.usage).toMatchObject({ inputTokens: 9, outputTokens: 7 })
  })

  it("hears parallel tool calls and answers them", async () => {
    mock.on(
      { userMessage: "What is down?", hasToolResult: false },
      {
        toolCalls: [
          { name: "incident_list", arguments: '{"status":"open"}' },
          { name: "incident_list", arguments: "{}" },
        ],
      },
    )
    mock.on({ userMessage: "What is down?", hasToolResult: true }, { content: "Nothing is." })
    const first = await ask()
    const second = await ask(
      {},
      {
        ...question,
        messages: [
          ...question.messages,
          { role: "assistant", parts: first.calls.map((call) => ({ type: "tool-call", ...call })) },
          {
            role: "tool",
            parts: first.calls.map(({ callId, name }) => ({ type: "tool-result", callId, name, text: "[]" })),
          },
        ],
      },
    )

    expect(brokenRules(first.events)).toEqual([])
    expect(first.end).toBe("tool-calls")
    expect(first.calls.map((call) => JSON.parse(call.arguments))).toEqual([{ status: "open" }, {}])
    expect(second).toMatchObject({ text: "Nothing is.", end: "stop" })
  })

  it("hears reasoning", async () => {
    mock.onMessage("What is down?", { content: "Two.", reasoning: "Let me count." })
    const heard = await ask()

    expect(brokenRules(heard.events)).toEqual([])
    expect(heard).toMatchObject({ text: "Two.", reasoning: "Let me count." })
  })

  it("names failures", async () => {
    mock.onMessage("What is down?", { error: { message: "Slow down" }, status: 429, retryAfter: 9 })
    const { failure } = await ask()

    expect(failure).toMatchObject({ kind: "rate-limit", retryAfterMs: 9_000 })
  })

  it.each([
    ["dropped", { dropRate: 1 }, "overload"],
    ["malformed", { malformedRate: 1 }, "malformed-stream"],
    ["limited", { rateLimitRate: 1 }, "rate-limit"],
    ["disconnected", { disconnectRate: 1 }, "network"],
  ])("ends in a failure when chaos has it %s", async (_, chaos, kind) => {
    mock.onMessage("What is down?", { content: "Two services are down." })
    mock.setChaos(chaos)
    const { failure, events } = await ask()

    expect(failure).toMatchObject({ kind })
    expect(events).toHaveLength(1)
  })

  it("answers in the end when chaos has every other request dropped", async () => {
    let calls = 0
    mock.onMessage("What is down?", () => {
      calls += 1
      return calls === 1 ? { error: { message: "Down" }, status: 503 } : { content: "Two." }
    })
    const heard = await ask({ retry: { attempts: 3, firstDelayMs: 1, longestDelayMs: 100 } })

    expect(heard).toMatchObject({ text: "Two.", end: "stop" })
  })

  it("is cut when the mock breaks off in the middle", async () => {
    mock.onMessage(
      "What is down?",
      { content: "word ".repeat(200) },
      { chunkSize: 5, truncateAfterChunks: 40, latency: 1 },
    )
    const heard = await ask()

    expect(brokenRules(heard.events)).toEqual([])
    expect(heard.end).toBe("cut")
    expect(heard.text.length).toBeGreaterThan(0)
  })

  it("lists models", async () => {
    expect((await driver.listModels(connect())).length).toBeGreaterThan(0)
  })
})
