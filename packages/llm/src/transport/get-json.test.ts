import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { anthropic } from "../drivers/anthropic.ts"
import { ollama } from "../drivers/ollama.ts"
import { openai } from "../drivers/openai.ts"
import { openrouter } from "../drivers/openrouter.ts"
import { ProviderError } from "../model-event.ts"

const apiKey = "sk-secret-0123456789"
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
})

describe("listModels", () => {
  it("reads OpenRouter's list with prices, windows and abilities", async () => {
    const baseUrl = await serve((request, response) => {
      expect(request.url).toBe("/api/v1/models")
      response.end(
        JSON.stringify({
          data: [openrouterModel, { id: "openrouter/auto", name: "Auto", pricing: { prompt: "-1", completion: "-1" } }],
        }),
      )
    })
    const [model, router] = await openrouter.listModels({ apiKey, baseUrl })

    expect(model).toEqual({
      id: "anthropic/claude-sonnet-5",
      label: "Anthropic: Claude Sonnet 5",
      vision: true,
      tools: true,
      reasoning: true,
      promptCaching: true,
      contextWindowTokens: 1_000_000,
      maxOutputTokens: 64_000,
      usdPerMillionTokens: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    })
    expect(router?.usdPerMillionTokens).toBeUndefined()
  })

  it("asks OpenRouter about the key itself, as the list is public", async () => {
    const baseUrl = await serve((request, response) => {
      response.statusCode = request.url === "/api/v1/key" ? 401 : 200
      response.end(JSON.stringify({ data: [], error: { message: `No user for ${apiKey}`, code: 401 } }))
    })

    await expect(openrouter.listModels({ apiKey, baseUrl })).resolves.toEqual([])
    const error = await openrouter.verify?.({ apiKey, baseUrl }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ProviderError)
    expect((error as ProviderError).failure).toMatchObject({ kind: "auth", detail: "No user for [key]" })
  })

  it("leaves out models of OpenAI that hold no conversation", async () => {
    const ids = ["gpt-5.5", "text-embedding-3-large", "gpt-image-1", "o4-mini", "gpt-realtime", "whisper-1"]
    const baseUrl = await serve((_, response) => response.end(JSON.stringify({ data: ids.map((id) => ({ id })) })))

    expect((await openai.listModels({ apiKey, baseUrl })).map(({ id }) => id)).toEqual(["gpt-5.5", "o4-mini"])
  })

  it("reads windows from Anthropic and names from Ollama", async () => {
    const model = {
      id: "claude-opus-5-5",
      display_name: "Claude Opus 5.5",
      max_input_tokens: 1_000_000,
      max_tokens: 128_000,
    }
    const baseUrl = await serve((request, response) => {
      const isOllama = request.url === "/api/tags"
      response.end(JSON.stringify(isOllama ? { models: [{ name: "qwen3:8b" }] } : { data: [model] }))
    })

    expect(await anthropic.listModels({ apiKey, baseUrl })).toMatchObject([
      { id: "claude-opus-5-5", label: "Claude Opus 5.5", contextWindowTokens: 1_000_000, maxOutputTokens: 128_000 },
    ])
    expect(await ollama.listModels({ baseUrl: `${baseUrl}/v1` })).toMatchObject([{ id: "qwen3:8b", reasoning: true }])
  })

  it.each([
    ["a page", "<html></html>", "malformed-stream"],
    ["half a list", '{"data":[', "malformed-stream"],
  ])("throws a sentence when %s answers", async (_, body, kind) => {
    const baseUrl = await serve((__, response) => response.end(body))

    await expect(openai.listModels({ apiKey, baseUrl })).rejects.toMatchObject({
      name: "ProviderError",
      failure: { kind },
    })
  })

  it("throws a sentence when nobody answers, and when it is stopped", async () => {
    await expect(openai.listModels({ apiKey, baseUrl: "http://127.0.0.1:1" })).rejects.toMatchObject({
      failure: { kind: "network" },
    })
    await expect(
      openai.listModels({ apiKey, baseUrl: "http://127.0.0.1:1" }, AbortSignal.abort()),
    ).rejects.toMatchObject({
      failure: { kind: "aborted" },
    })
  })
})

const openrouterModel = {
  id: "anthropic/claude-sonnet-5",
  name: "Anthropic: Claude Sonnet 5",
  context_length: 1_000_000,
  architecture: { input_modalities: ["image", "text"], output_modalities: ["text"] },
  pricing: {
    prompt: "0.000003",
    completion: "0.000015",
    input_cache_read: "0.0000003",
    input_cache_write: "0.00000375",
  },
  top_provider: { max_completion_tokens: 64_000 },
  supported_parameters: ["tools", "reasoning", "max_tokens"],
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  cleanups.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
