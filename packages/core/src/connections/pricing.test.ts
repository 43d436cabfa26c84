import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { testPlatform } from "@countersign/testing"
import { afterAll, describe, expect, it } from "vitest"
import { createEgress } from "../egress/guarded-fetch.ts"
import { createLog } from "../log.ts"
import { costOf, parseCatalogue, readCatalogue, refreshCatalogue } from "./pricing.ts"

const { database } = await testPlatform({ plugins: [] })
const lines: string[] = []
const log = createLog({ level: "info", format: "json", write: (line) => lines.push(line) })
// The list is on this machine, which stands for the public internet.
const runtime = { database, log, egress: createEgress({ log, standsForPublic: () => true }) }

const LIST = {
  data: [
    {
      id: "anthropic/claude-opus-4.8",
      context_length: 1_000_000,
      pricing: {
        prompt: "0.000005",
        completion: "0.000025",
        input_cache_read: "0.0000005",
        input_cache_write: "0.00000625",
      },
    },
    { id: "openrouter/auto", context_length: 2_000_000, pricing: { prompt: "-1", completion: "-1" } },
    { id: 7 },
    null,
    { id: "odd/one", context_length: "large", pricing: { prompt: "free", completion: {} } },
  ],
}
let answer: RequestListener = (_, response) => response.end(JSON.stringify(LIST))
let asked = 0
const server = createServer((request, response) => {
  asked++
  answer(request, response)
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/models`
const grow = () => database.pool.query("UPDATE platform.model_catalogue SET fetched_at = now() - interval '7 hours'")

describe("the catalogue", () => {
  it("is empty, at once and without a word, where nothing was ever fetched", async () => {
    expect((await readCatalogue(runtime)).size).toBe(0)
    expect({ asked, lines }).toEqual({ asked: 0, lines: [] })
  })

  it("is fetched once in six hours and kept in the database", async () => {
    expect(await refreshCatalogue(runtime, { address })).toBe("refreshed")
    expect(await refreshCatalogue(runtime, { address })).toBe("fresh")
    expect(asked).toBe(1)
    expect((await readCatalogue(runtime)).get("claude-opus-4-8")).toEqual({
      price: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
      contextWindowTokens: 1_000_000,
    })
    await grow()
    expect(await refreshCatalogue(runtime, { address })).toBe("refreshed")
  })

  it.each<[string, RequestListener]>([
    ["an error", (_, response) => response.writeHead(503).end()],
    ["no JSON", (_, response) => response.end("<html>")],
    ["JSON of another kind", (_, response) => response.end('{"data":{"a":1}}')],
    ["a redirect", (_, response) => response.writeHead(302, { location: "/elsewhere" }).end()],
    ["an endless answer", (_, response) => void response.write("[")],
    ["too long an answer", (_, response) => response.end(Buffer.alloc(17 * 1024 * 1024, " "))],
  ])("stays as it was, with a line in the log, when the list answers with %s", async (_, listener) => {
    answer = listener
    await grow()
    lines.length = 0
    expect(await refreshCatalogue(runtime, { address, timeoutMs: 1_000 })).toBe("failed")
    expect(lines.join()).toContain("what was known before still counts")
    expect((await readCatalogue(runtime)).has("claude-opus-4-8")).toBe(true)
  })

  it("is fetched through the guard: a name that leads inside is not called", async () => {
    answer = (_, response) => response.end(JSON.stringify(LIST))
    await grow()
    lines.length = 0
    const before = asked
    for (const egress of [createEgress({ log }), createEgress({ log, resolve: async () => ["169.254.169.254"] })])
      expect(await refreshCatalogue({ ...runtime, egress }, { address })).toBe("failed")
    expect(asked).toBe(before)
    expect(lines.join()).toContain("what was known before still counts")
  })

  it("stays as it was on a machine without internet", async () => {
    await grow()
    expect(await refreshCatalogue(runtime, { address: "http://127.0.0.1:1/" })).toBe("failed")
    expect((await readCatalogue(runtime)).has("claude-opus-4-8")).toBe(true)
  })
})

describe("parseCatalogue", () => {
  it("takes what fits and skips the rest", () => {
    expect([...parseCatalogue(LIST)]).toEqual([
      ["claude-opus-4-8", expect.objectContaining({ contextWindowTokens: 1_000_000 })],
      ["auto", { price: null, contextWindowTokens: 2_000_000 }],
    ])
    for (const odd of [null, 3, [], {}, { data: null }]) expect(parseCatalogue(odd).size).toBe(0)
  })
})

describe("costOf", () => {
  const usage = {
    inputTokens: 1_000_000,
    cacheReadTokens: 2_000_000,
    cacheWriteTokens: 3_000_000,
    outputTokens: 4_000_000,
    reasoningTokens: 1_000_000,
  }

  it("prices each kind of token, and reasoning within the output", () => {
    expect(costOf(usage, { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6 })).toBe(5 + 1 + 18 + 100)
    expect(costOf(usage, { input: 5, output: 25 })).toBe(5 + 10 + 15 + 100)
  })

  it("believes what the provider says it charged", () => {
    expect(costOf({ ...usage, costUsd: 0.25 }, { input: 5, output: 25 })).toBe(0.25)
  })

  it("does not invent a price", () => expect(costOf(usage, null)).toBeNull())
})
