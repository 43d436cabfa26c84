import Anthropic from "@anthropic-ai/sdk"
import OpenAI from "openai"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { question } from "./describe-driver.fixture.ts"
import type { Driver } from "./driver.ts"
import { anthropic } from "./drivers/anthropic.ts"
import { ollama } from "./drivers/ollama.ts"
import { openai } from "./drivers/openai.ts"
import { openaiCompatible } from "./drivers/openai-compatible.ts"
import { openrouter } from "./drivers/openrouter.ts"
import { type Heard, hear, type Playback, recording, startPlayback } from "./playback.fixture.ts"
import { startRehearsalServer } from "./rehearsal/server.ts"

/** What an official SDK makes of a stream, in the words of `Heard`. */
interface Told {
  text: string
  reasoning: string
  calls: { callId: string; name: string; arguments: unknown }[]
  input: number
  output: number
}

type Sdk = (url: string) => Promise<Told>

const readers: { driver: Driver; connect(url: string): { apiKey: string; baseUrl: string }; sdk: Sdk }[] = [
  { driver: anthropic, connect: (url) => ({ apiKey: "sk-ant", baseUrl: `${url}/v1` }), sdk: readMessages },
  { driver: openai, connect: (url) => ({ apiKey: "sk-open", baseUrl: `${url}/v1` }), sdk: readResponse },
  { driver: openrouter, connect: (url) => ({ apiKey: "sk-or", baseUrl: `${url}/v1` }), sdk: readResponse },
  { driver: ollama, connect: (url) => ({ apiKey: "sk-ol", baseUrl: url }), sdk: readChat },
  { driver: openaiCompatible, connect: (url) => ({ apiKey: "sk-co", baseUrl: `${url}/v1` }), sdk: readChat },
]

describe.each(readers)("recordings of $driver.label", ({ driver, connect, sdk }) => {
  let playback: Playback
  beforeAll(async () => {
    playback = await startPlayback()
  })
  afterAll(() => playback.close())

  // The SDK tells calls apart by their index alone, which Ollama does not always give: our reader looks at ids, too.
  const isShared = (name: string) => driver !== ollama || (name !== "refuses" && name !== "parallel-tools")

  it.each(["streams-text", "calls-a-tool", "parallel-tools", "reasons", "refuses"].filter(isShared))(
    "%s means the same to the provider's own SDK",
    async (name) => {
      playback.play(recording(driver.id, `${name}.sse`))

      const told = await sdk(playback.url)
      const heard = await hear(driver, connect(playback.url), { ...question, model: "any" })

      expect(toTold(heard)).toEqual({ ...told, reasoning: told.reasoning || heard.reasoning })
    },
  )

  it("fails-mid-stream is a failure to the provider's own SDK", async () => {
    playback.play(recording(driver.id, "fails-mid-stream.sse"))

    await expect(sdk(playback.url)).rejects.toThrow()
  })
})

describe.each(readers)("the rehearsal served as $driver.label", ({ driver, connect, sdk }) => {
  it("means the same to the provider's own SDK", async () => {
    const step = {
      think: "Hm, well.",
      say: "Two are down: café 👋.",
      calls: [{ name: "incident_list", arguments: { a: 1 } }],
    }
    const server = await startRehearsalServer({ scripts: [{ match: "what is down", steps: [step] }] })

    const told = await sdk(server.url)
    const heard = await hear(driver, connect(server.url), { ...question, model: "any" })
    await server.close()

    expect(heard).toMatchObject({ reasoning: "Hm, well.", text: "Two are down: café 👋." })
    expect({ ...toTold(heard), input: 0 }).toEqual({ ...told, reasoning: heard.reasoning, input: 0 })
  })
})

function toTold({ text, reasoning, calls, usage }: Heard): Told {
  const { inputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0, outputTokens = 0 } = usage ?? {}
  return {
    text,
    reasoning,
    calls: calls.map((call) => ({ ...call, arguments: JSON.parse(call.arguments) })),
    input: inputTokens + cacheReadTokens + cacheWriteTokens,
    output: outputTokens,
  }
}

async function readMessages(url: string): Promise<Told> {
  const client = new Anthropic({ apiKey: "sk-ant", baseURL: url, maxRetries: 0 })
  const messages = [{ role: "user" as const, content: "What is down?" }]
  const { content, usage } = await client.messages
    .stream({ model: "claude-opus-5-5", max_tokens: 99, messages })
    .finalMessage()
  return {
    text: content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    reasoning: content.map((block) => (block.type === "thinking" ? block.thinking : "")).join(""),
    calls: content.flatMap((block) =>
      block.type === "tool_use" ? [{ callId: block.id, name: block.name, arguments: block.input }] : [],
    ),
    input: usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
    output: usage.output_tokens,
  }
}

async function readResponse(url: string): Promise<Told> {
  const client = new OpenAI({ apiKey: "sk-open", baseURL: `${url}/v1`, maxRetries: 0 })
  const answer = await client.responses.stream({ model: "gpt-5.5", input: "What is down?" }).finalResponse()
  if (answer.status === "failed") throw new Error(answer.error?.message)
  const { output, usage } = answer
  return {
    text: output
      .flatMap((item) => (item.type === "message" ? item.content : []))
      .map((part) => (part.type === "output_text" ? part.text : part.refusal))
      .join(""),
    reasoning: output
      .flatMap((item) => (item.type === "reasoning" ? item.summary.map(({ text }) => text) : []))
      .join(""),
    calls: output.flatMap((item) =>
      item.type === "function_call"
        ? [{ callId: item.call_id, name: item.name, arguments: JSON.parse(item.arguments) }]
        : [],
    ),
    input: usage?.input_tokens ?? 0,
    output: usage?.output_tokens ?? 0,
  }
}

async function readChat(url: string): Promise<Told> {
  const client = new OpenAI({ apiKey: "sk-open", baseURL: `${url}/v1`, maxRetries: 0 })
  const messages = [{ role: "user" as const, content: "What is down?" }]
  const stream_options = { include_usage: true }
  const answer = client.chat.completions.stream({ model: "gpt-4.1", messages, stream_options })
  const { choices, usage } = await answer.finalChatCompletion()
  const message = choices[0]?.message
  return {
    text: `${message?.content ?? ""}${message?.refusal ?? ""}`,
    reasoning: "",
    calls: (message?.tool_calls ?? []).flatMap((call) =>
      call.type === "function"
        ? [{ callId: call.id, name: call.function.name, arguments: JSON.parse(call.function.arguments) }]
        : [],
    ),
    input: usage?.prompt_tokens ?? 0,
    output: usage?.completion_tokens ?? 0,
  }
}
