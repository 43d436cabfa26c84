import { describe, expect, it } from "vitest"
import { type DriverCase, describeDriver } from "./describe-driver.fixture.ts"
import { aiSdk } from "./drivers/ai-sdk.ts"
import { anthropic } from "./drivers/anthropic.ts"
import { ollama } from "./drivers/ollama.ts"
import { openai } from "./drivers/openai.ts"
import { openaiCompatible } from "./drivers/openai-compatible.ts"
import { openrouter } from "./drivers/openrouter.ts"
import { rehearsal } from "./drivers/rehearsal.ts"
import { drivers } from "./drivers.ts"

const apiKey = "sk-test-0123456789"
const buckets = { inputTokens: 12, cacheReadTokens: 2048, cacheWriteTokens: 512, outputTokens: 14, reasoningTokens: 0 }
const signature = "EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pkiMOYds"
const encrypted = "gAAAAABpF0zT3Cw7h1q2Jx8lQm0nB4sYvA9rUe6dKfGi5oPtZ"

const RESPONSES_DETAIL = [
  "input_tokens_details.cached_tokens",
  "input_tokens_details.cache_write_tokens",
  "output_tokens_details.reasoning_tokens",
]

const cases: DriverCase[] = [
  {
    driver: anthropic,
    connect: (url) => ({ apiKey, baseUrl: `${url}/v1` }),
    model: "claude-opus-5-5",
    usage: buckets,
    counts: {
      needed: ["input_tokens", "output_tokens"],
      detail: ["cache_creation_input_tokens", "cache_read_input_tokens"],
    },
    replay: { signature },
    refuses: true,
  },
  {
    driver: openai,
    connect: (url) => ({ apiKey, baseUrl: `${url}/v1` }),
    model: "gpt-5.5",
    usage: buckets,
    counts: { needed: ["input_tokens", "output_tokens"], detail: RESPONSES_DETAIL },
    replay: { encrypted, id: "rs_0c3" },
    refuses: true,
  },
  {
    driver: openrouter,
    connect: (url) => ({ apiKey, baseUrl: `${url}/api/v1` }),
    model: "anthropic/claude-sonnet-5",
    usage: { ...buckets, costUsd: 0.00042 },
    counts: { needed: ["input_tokens", "output_tokens"], detail: [...RESPONSES_DETAIL] },
    replay: { encrypted, id: "rs_0c3" },
    refuses: true,
  },
  {
    driver: ollama,
    connect: (url) => ({ baseUrl: url }),
    model: "qwen3:8b",
    usage: { ...buckets, cacheReadTokens: 0, cacheWriteTokens: 0 },
    counts: { needed: ["prompt_tokens", "completion_tokens"], detail: [] },
    replay: { id: "reasoning" },
    refuses: false,
  },
  {
    driver: openaiCompatible,
    connect: (url) => ({ apiKey, baseUrl: `${url}/openai/v1/`, keyHeader: "api-key", query: "api-version=2026-10-01" }),
    model: "gpt-4.1",
    usage: { ...buckets, cacheWriteTokens: 0 },
    counts: {
      needed: ["prompt_tokens", "completion_tokens"],
      detail: ["prompt_tokens_details.cached_tokens", "completion_tokens_details.reasoning_tokens"],
    },
    replay: { id: "reasoning_content" },
    refuses: true,
  },
  {
    driver: aiSdk,
    connect: (url) => ({ apiKey, baseUrl: url, package: "@ai-sdk/gateway" }),
    model: "mistral/mistral-large",
    usage: buckets,
    counts: {
      needed: ["outputTokens.total"],
      detail: ["inputTokens.noCache", "inputTokens.cacheRead", "inputTokens.cacheWrite", "outputTokens.reasoning"],
    },
    replay: { encrypted: '{"google":{"thoughtSignature":"CiQB0e2Kb3x"}}' },
    refuses: true,
  },
]

for (const each of cases) describeDriver(each)

describe("drivers", () => {
  it("are all covered by the suite, but for the rehearsal, which has its own", () => {
    const covered = cases.map(({ driver }) => driver.id)

    expect([...covered, rehearsal.id].sort()).toEqual(drivers.map(({ id }) => id).sort())
  })

  it("each accept the credential that a form makes of their schema", () => {
    for (const { driver, connect } of cases) {
      const { query: _, ...connection } = connect("http://127.0.0.1:1")
      expect(driver.credential.safeParse(connection), driver.id).toMatchObject({ success: true })
    }
  })
})
