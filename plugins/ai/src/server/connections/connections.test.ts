import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { catalogPlugin } from "@countersign/catalog/server"
import type { InputOf } from "@countersign/core/contract"
import { createSecrets, rotateSecrets, servicePrincipal } from "@countersign/core/host"
import { TEST_SECRET, testPlatform } from "@countersign/testing"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { startRehearsalServer } from "../../../../../packages/llm/src/rehearsal/server.ts"
import { aiContract } from "../../contract.ts"
import { aiPlugin } from "../../server.ts"

const KEY = "sk-ant-api03-kept-from-everybody-0123456789"
const { platform, database, as, trail } = await testPlatform({ plugins: [catalogPlugin, aiPlugin] })
const [root, ana] = [await as("root", "administrator"), await as("ana")]
const call = platform.call

/** Lists two models, and answers like Anthropic for everything else. */
const provider = await startRehearsalServer({ scripts: [{ match: ".", steps: [{ say: "OK" }] }] })
const heardKeys: (string | undefined)[] = []
const MODELS: object = { data: [{ id: "claude-haiku-4-5" }, { id: "claude-opus-4-8", display_name: "Opus" }] }
let answerModels = MODELS
const lister = createServer((request, response) => {
  heardKeys.push(request.headers["x-api-key"] as string | undefined)
  if (request.url?.includes("/models")) return response.end(JSON.stringify(answerModels))
  const chunks: Buffer[] = []
  request.on("data", (chunk) => chunks.push(chunk))
  request.on("end", async () => {
    const answer = await fetch(provider.url + request.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: Buffer.concat(chunks),
    })
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" })
    response.end(await answer.text())
  })
})
await new Promise<void>((resolve) => lister.listen(0, "127.0.0.1", resolve))
const url = `http://127.0.0.1:${(lister.address() as AddressInfo).port}/v1`
const NOBODY = "http://127.0.0.1:1/v1"
afterAll(async () => {
  lister.closeAllConnections()
  lister.close()
  await provider.close()
})

type Draft = InputOf<typeof aiContract.createConnection>
const create = (more: Partial<Draft> = {}) =>
  call(root, aiContract.createConnection, {
    driver: "anthropic",
    label: `Claude ${randomUUID()}`,
    apiKey: KEY,
    baseUrl: url,
    ...more,
  })
const change = ({ id, ...connection }: Awaited<ReturnType<typeof create>>, more: object) => {
  const { label, baseUrl, settings, defaultModel, version } = connection
  return call(root, aiContract.updateConnection, { id, label, baseUrl, settings, defaultModel, version, ...more })
}
const defaults = async () => (await call(root, aiContract.listDefaults, {})).defaults
const storedKey = async (id: string) =>
  (await database.pool.query("SELECT sealed_key FROM platform.connection WHERE id = $1", [id])).rows[0].sealed_key

beforeEach(async () => {
  await database.pool.query("DELETE FROM platform.scope_default; DELETE FROM platform.connection")
  heardKeys.length = 0
})

describe("createConnection", () => {
  it("takes the smartest listed model and becomes the default of every empty scope", async () => {
    const first = await create({ label: "Claude" })
    expect(first).toMatchObject({
      label: "Claude",
      defaultModel: "claude-opus-4-8",
      hasKey: true,
      driverLabel: "Anthropic",
    })
    const model = "claude-opus-4-8"
    expect(await defaults()).toEqual(
      ["operate", "site", "content", "automation"].map((scope) => ({ scope, connectionId: first.id, model })),
    )
    await create()
    expect(new Set((await defaults()).map(({ connectionId }) => connectionId))).toEqual(new Set([first.id]))
  })

  it("takes over the scopes that only had the rehearsal model", async () => {
    await call(root, aiContract.createConnection, { driver: "rehearsal", label: "Rehearsal" })
    const real = await create()

    expect(new Set((await defaults()).map(({ connectionId }) => connectionId))).toEqual(new Set([real.id]))
  })

  it("trims the key, seals it, and shows it to nobody", async () => {
    const { id } = await create({ apiKey: `  ${KEY}\n` })
    expect(heardKeys).toEqual([KEY])
    expect(await storedKey(id)).toMatch(/^v2\./)
    const shown = [
      await call(root, aiContract.listConnections, {}),
      await call(root, aiContract.getConnection, { id }),
      await call(ana, aiContract.listChatConnections, {}),
      await trail("ai.createConnection"),
    ]
    expect(JSON.stringify(shown)).not.toContain("kept-from-everybody")
    expect((await trail("ai.createConnection")).at(-1)).toMatchObject({
      note: expect.stringContaining("A key was entered."),
    })
  })

  it("succeeds with a provider that cannot be reached, and chooses nothing by itself", async () => {
    expect(await create({ baseUrl: NOBODY })).toMatchObject({ defaultModel: "" })
    expect(await defaults()).toEqual([])
    await create({ baseUrl: NOBODY, defaultModel: "claude-opus-4-8" })
    expect(await defaults(), "also not with a model that somebody wrote: nobody would be answered").toEqual([])
    const { defaults: offered } = await call(ana, aiContract.listChatConnections, {})
    expect(offered).toEqual([])
  })

  it("says which field is wrong", async () => {
    await expect(create({ baseUrl: "nowhere" })).rejects.toMatchObject({
      code: "invalid_input",
      issues: [{ path: "baseUrl", message: expect.stringContaining("not a web address") }],
    })
    await expect(create({ roles: ["nobody"] })).rejects.toMatchObject({ issues: [{ path: "roles.0" }] })
    await expect(create({ spendCap: { windowMinutes: 5, per: "principal" } })).rejects.toMatchObject({
      issues: [{ path: "spendCap", message: "A cap needs a budget: in tokens, in US dollars, or both." }],
    })
    for (const odd of ["a\u0000b", "a\ud800b"])
      for (const more of [
        { label: odd },
        { defaultModel: odd },
        { baseUrl: `${url}/${odd}` },
        { apiKey: odd },
        { roles: [odd] },
      ])
        await expect(create(more)).rejects.toMatchObject({ code: "invalid_input" })
    await create({ label: "Taken" })
    await expect(create({ label: "taken" })).rejects.toThrow('Another AI connection is called "taken".')
  })

  it("is for those who manage connections", async () => {
    await expect(call(ana, aiContract.listConnections, {})).rejects.toMatchObject({ code: "forbidden" })
  })
})

describe("updateConnection", () => {
  it("keeps the key that is left out, replaces the one that is given, removes null", async () => {
    const first = await create({ driver: "openai-compatible" })
    const sealed = await storedKey(first.id)
    const second = await change(first, {
      label: "Renamed",
      spendCap: { tokenBudget: 5_000, windowMinutes: 60, per: "connection" },
    })
    expect(second).toMatchObject({ label: "Renamed", hasKey: true, version: 2, spendCap: { tokenBudget: 5_000 } })
    expect(await storedKey(first.id)).toBe(sealed)
    const third = await change(second, { apiKey: " another-key-0123456789 " })
    expect(await storedKey(first.id)).not.toBe(sealed)
    expect(await change(third, { apiKey: null })).toMatchObject({ hasKey: false })
    expect(JSON.stringify(await trail("ai.updateConnection"))).not.toMatch(/kept-from-everybody|another-key/)
  })

  it("sends no stored key to another server", async () => {
    const connection = await create()
    await expect(change(connection, { baseUrl: NOBODY })).rejects.toMatchObject({ issues: [{ path: "apiKey" }] })
    await expect(change(connection, { baseUrl: null })).rejects.toMatchObject({ issues: [{ path: "apiKey" }] })
    await change(connection, { baseUrl: NOBODY, apiKey: KEY })
  })

  it("tells whoever comes second, with what there is now", async () => {
    const connection = await create()
    await change(connection, { label: "First" })
    const late = await change(connection, { label: "Second" }).catch((error) => error)
    expect(late).toMatchObject({ code: "conflict", current: { label: "First", version: 2 } })
    expect(late.current).not.toHaveProperty("sealedKey")
  })
})

describe("deleteConnection", () => {
  it("is refused while scopes begin with it, and says which", async () => {
    const connection = await create({ label: "Claude" })
    const { id, version } = connection
    await call(root, aiContract.clearDefault, { scope: "site" })
    await call(root, aiContract.clearDefault, { scope: "automation" })
    await expect(call(root, aiContract.deleteConnection, { id, version })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining('"Claude" is the default of operate, content.'),
    })
    for (const scope of ["operate", "content"] as const) await call(root, aiContract.clearDefault, { scope })
    await call(root, aiContract.deleteConnection, { id, version })
    await expect(call(root, aiContract.getConnection, { id })).rejects.toMatchObject({ code: "not_found" })
    expect((await call(ana, aiContract.listChatConnections, {})).connections).toEqual([])
  })
})

describe("defaults", () => {
  it("are coerced to what the connection allows", async () => {
    const { id } = await create({ availableModels: ["claude-haiku-4-5"] })
    const set = (model?: string) => call(root, aiContract.setDefault, { scope: "site", connectionId: id, model })
    expect(await set("claude-haiku-4-5")).toMatchObject({ model: "claude-haiku-4-5" })
    expect(await set("gpt-9")).toMatchObject({ model: "claude-opus-4-8" })
    expect(await set()).toMatchObject({ model: "claude-opus-4-8" })
    const { defaults } = await call(ana, aiContract.listChatConnections, {})
    expect(defaults.find(({ scope }) => scope === "site")).toMatchObject({ connectionId: id })
    await call(root, aiContract.clearDefault, { scope: "site" })
    await expect(call(root, aiContract.clearDefault, { scope: "site" })).rejects.toMatchObject({ code: "not_found" })
  })
})

describe("models", () => {
  it("are listed from what is stored, and anew when asked", async () => {
    const { id } = await create()
    const asked = heardKeys.length
    const listed = await call(root, aiContract.listModels, { connectionId: id })
    expect(listed).toMatchObject({
      suggested: "claude-opus-4-8",
      problem: null,
      models: [{}, { id: "claude-opus-4-8", label: "Opus" }],
    })
    expect(heardKeys.length).toBe(asked)
    await call(root, aiContract.listModels, { connectionId: id, refresh: true })
    expect(heardKeys.length).toBe(asked + 1)
  })

  it("are believed only as far as they make sense", async () => {
    answerModels = {
      data: [
        { id: "a\u0000b" },
        { id: 7 },
        { id: "odd", display_name: "O\u0000dd", max_input_tokens: 1.5 },
        { id: "x".repeat(301) },
      ],
    }
    const { id } = await create()
    const { models } = await call(root, aiContract.listModels, { connectionId: id })
    expect(models).toMatchObject([{ id: "odd", label: "O dd", contextWindowTokens: 200_000 }])
    answerModels = { data: null }
    expect(await create()).toMatchObject({ defaultModel: "" })
    answerModels = MODELS
  })

  it("stay as they were when the provider is away", async () => {
    const connection = await create()
    await change(connection, { baseUrl: NOBODY, apiKey: KEY })
    const listed = await call(root, aiContract.listModels, { connectionId: connection.id, refresh: true })
    expect(listed.models).toHaveLength(2)
    expect(listed.problem).toContain("Anthropic")
  })

  it("are previewed for a form that is not saved", async () => {
    const preview = (baseUrl: string) =>
      call(root, aiContract.previewModels, { driver: "anthropic", apiKey: KEY, baseUrl })
    expect(await preview(url)).toMatchObject({ suggested: "claude-opus-4-8", problem: null })
    expect(await preview(NOBODY)).toMatchObject({ models: [], suggested: null, problem: expect.any(String) })
    expect((await database.pool.query("SELECT FROM platform.connection")).rowCount).toBe(0)
  })
})

describe("testConnection", () => {
  it("makes a small call that counts as use", async () => {
    const { id } = await create()
    const tested = await call(root, aiContract.testConnection, { id })
    expect(tested).toMatchObject({ ok: true, sentence: "claude-opus-4-8 answered.", models: [{}, {}] })
    const { rows } = await database.pool.query("SELECT * FROM platform.spend WHERE connection_id = $1", [id])
    expect(rows).toMatchObject([{ purpose: "test", state: "settled", principal_name: "Root" }])
    expect(provider.heard.at(-1)?.body).toMatchObject({ max_tokens: 16 })
  })

  it("says what is wrong, without the key", async () => {
    const { id } = await create()
    provider.next({ status: 401, body: JSON.stringify({ error: { message: `invalid x-api-key ${KEY}` } }) })
    const refused = await call(root, aiContract.testConnection, { id })
    expect(refused.ok).toBe(false)
    expect(refused.sentence).toContain("Anthropic")
    expect(refused.sentence).not.toContain("kept-from-everybody")

    const away = await create({ baseUrl: NOBODY, defaultModel: "claude-opus-4-8" })
    expect(await call(root, aiContract.testConnection, { id: away.id })).toMatchObject({ ok: false })
    const unchosen = await create({ baseUrl: NOBODY })
    expect(await call(root, aiContract.testConnection, { id: unchosen.id })).toMatchObject({ ok: false })
  })

  it("works with the rehearsal model, which needs nothing", async () => {
    const { id } = await create({ driver: "rehearsal", apiKey: null, baseUrl: null })
    expect(await call(root, aiContract.testConnection, { id })).toMatchObject({ ok: true })
    const { connections } = await call(ana, aiContract.listChatConnections, {})
    expect(connections).toMatchObject([{ rehearsal: true, defaultModel: "rehearsal" }])
  })
})

describe("the key of a connection", () => {
  it("is found by a rotation of the installation's secret", async () => {
    const { id } = await create()
    const before = await storedKey(id)
    await rotateSecrets(
      database,
      createSecrets({ secret: `${TEST_SECRET}, a new one`, previousSecrets: [TEST_SECRET] }),
      [aiPlugin],
    )
    expect(await storedKey(id)).not.toBe(before)
  })
})

describe("refreshModelPrices", () => {
  it("asks nobody on an installation that uses its own machines alone", async () => {
    await create()
    const service = platform.caller(servicePrincipal("ai"), "job")
    expect(await call(service, aiContract.refreshModelPrices, {})).toEqual({ outcome: "unneeded" })
  })
})
