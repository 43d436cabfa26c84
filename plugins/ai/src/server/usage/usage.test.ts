import { randomUUID } from "node:crypto"
import { catalogPlugin } from "@countersign/catalog/server"
import { servicePrincipal } from "@countersign/core/host"
import { personId, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { aiContract } from "../../contract.ts"
import { aiPlugin } from "../../server.ts"

const { platform, database, as, asHolderOf, trail } = await testPlatform({ plugins: [catalogPlugin, aiPlugin] })
const [root, ana] = [await as("root", "administrator"), await as("ana")]
const auditor = await asHolderOf("olga", ["ai.audit.read"])
const connection = randomUUID()

async function spend(row: Record<string, unknown>): Promise<void> {
  const full = {
    connection_id: connection,
    connection_label: "Claude",
    driver: "anthropic",
    model: "claude-opus-4-8",
    principal_kind: "user",
    principal_id: personId("ana"),
    principal_name: "Ana",
    scope: "operate",
    purpose: "turn",
    state: "settled",
    reserved_tokens: 1_000,
    input_tokens: 100,
    cache_read_tokens: 20,
    cache_write_tokens: 10,
    output_tokens: 50,
    reasoning_tokens: 5,
    cost_usd: 0.5,
    ...row,
  }
  const columns = Object.keys(full)
  await database.pool.query(
    `INSERT INTO platform.spend (${columns}) VALUES (${columns.map((_, index) => `$${index + 1}`)})`,
    Object.values(full),
  )
}
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const [first, second, third] = [dayOf(6), dayOf(5), dayOf(4)]
// Half past eleven at night in UTC is the next day in Tokyo.
await spend({ at: `${first}T23:30:00Z` })
await spend({
  at: `${second}T12:00:00Z`,
  principal_id: personId("ben"),
  principal_name: "Ben",
  purpose: "title",
  scope: "site",
})
await spend({ at: `${second}T13:00:00Z`, model: "local-model", cost_usd: null })
await spend({
  at: `${second}T14:00:00Z`,
  state: "abandoned",
  input_tokens: null,
  cache_read_tokens: null,
  cache_write_tokens: null,
  output_tokens: null,
  reasoning_tokens: null,
  cost_usd: 0.25,
})
await spend({ at: `${second}T15:00:00Z`, state: "reserved", cost_usd: null })
await spend({
  at: `${second}T14:30:00Z`,
  state: "unbelievable",
  input_tokens: null,
  cache_read_tokens: null,
  cache_write_tokens: null,
  output_tokens: null,
  reasoning_tokens: null,
  cost_usd: 0.125,
})
await spend({ at: `${dayOf(90)}T00:00:00Z` })

const since = `${first}T00:00:00Z`
const usage = (more: object = {}) => platform.call(auditor, aiContract.usage, { since, ...more })

describe("usage", () => {
  it("sums up by model, person, scope and purpose, with cost", async () => {
    const { totals, byModel, byUser, byScope, byPurpose, byConnection } = await usage()
    expect(totals).toEqual({
      calls: 5,
      tokens: 3 * 180 + 2 * 1_000,
      inputTokens: 300,
      cacheReadTokens: 60,
      cacheWriteTokens: 30,
      outputTokens: 150,
      reasoningTokens: 15,
      costUsd: 1.375,
      unpricedCalls: 1,
      unbelievableCalls: 1,
    })
    expect(byModel.map(({ provider, label, calls, costUsd }) => [provider, label, calls, costUsd])).toEqual([
      ["Anthropic", "claude-opus-4-8", 4, 1.375],
      ["Anthropic", "local-model", 1, 0],
    ])
    expect(byUser.map(({ label, calls }) => [label, calls])).toEqual([
      ["Ana", 4],
      ["Ben", 1],
    ])
    expect(byScope.map(({ key, calls }) => [key, calls])).toEqual([
      ["operate", 4],
      ["site", 1],
    ])
    expect(byPurpose.map(({ key }) => key)).toEqual(["turn", "title"])
    expect(byConnection).toMatchObject([{ key: connection, label: "Claude", calls: 5 }])
  })

  it("lists what cost most first, then what took most tokens, and a model once for each provider", async () => {
    const at = new Date().toISOString()
    const rows = [
      { driver: "openrouter", cost_usd: 0.9, input_tokens: 1 },
      { driver: "ollama", cost_usd: 0, input_tokens: 5_000 },
      { driver: "gone", cost_usd: 0, input_tokens: 9_000 },
    ]
    for (const row of rows) await spend({ at, model: "claude-opus-4-8", ...row })
    const { byModel, byProvider } = await platform.call(auditor, aiContract.usage, { since: at })
    await database.pool.query("DELETE FROM platform.spend WHERE at >= $1", [at])

    expect(byModel.map(({ provider, label, costUsd }) => [provider, label, costUsd])).toEqual([
      ["OpenRouter", "claude-opus-4-8", 0.9],
      ["gone", "claude-opus-4-8", 0],
      ["Ollama", "claude-opus-4-8", 0],
    ])
    expect(byProvider.map(({ key, label, calls }) => [key, label, calls])).toEqual([
      ["openrouter", "OpenRouter", 1],
      ["gone", "gone", 1],
      ["ollama", "Ollama", 1],
    ])
  })

  it("begins and ends days where the viewer is, and shows those without a call", async () => {
    const callsByDay = async (timeZone: string) =>
      (await usage({ timeZone })).byDay.slice(0, 3).map(({ key, calls }) => [key, calls])
    expect(await callsByDay("UTC")).toEqual([
      [first, 1],
      [second, 4],
      [third, 0],
    ])
    expect(await callsByDay("Asia/Tokyo")).toEqual([
      [first, 0],
      [second, 5],
      [third, 0],
    ])
  })

  it("refuses what is no time zone's name", async () => {
    for (const timeZone of ["Mars/Olympus", "+02:00", "'; DROP TABLE x", ""])
      await expect(usage({ timeZone })).rejects.toMatchObject({ code: "invalid_input", issues: [{ path: "timeZone" }] })
  })

  it("reaches thirty days back unless told", async () => {
    const { byDay } = await platform.call(auditor, aiContract.usage, {})
    expect(byDay).toHaveLength(31)
  })

  it("is for auditors", async () => {
    await expect(platform.call(ana, aiContract.usage, {})).rejects.toMatchObject({ code: "forbidden" })
    await platform.call(root, aiContract.usage, {})
  })
})

describe("sweepSpend", () => {
  it("settles what a dead server left, says so, and is quiet when there is nothing", async () => {
    const service = platform.caller(servicePrincipal("ai"), "job")
    await database.pool.query("UPDATE platform.spend SET at = now() - interval '1 hour' WHERE state = 'reserved'")
    expect(await platform.call(service, aiContract.sweepSpend, {})).toEqual({ abandoned: 1 })
    expect(await platform.call(service, aiContract.sweepSpend, {})).toEqual({ abandoned: 0 })
    expect(await trail("ai.sweepSpend")).toHaveLength(1)
  })
})
