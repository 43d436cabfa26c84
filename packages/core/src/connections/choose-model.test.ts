import { randomUUID } from "node:crypto"
import { testPlatform } from "@countersign/testing"
import { beforeEach, describe, expect, it, vi } from "vitest"
import type { Caller } from "../access/ctx.ts"
import { defineContract } from "../contract/procedure.ts"
import { definePlugin } from "../define-plugin.ts"
import { CONNECTION_KEY } from "../secrets/sealed-columns.ts"
import { publishChanges } from "../signals/changes.ts"
import { allowedModels, chooseModel, coerceModel, listChatConnections } from "./choose-model.ts"
import {
  addConnection,
  type ConnectionDraft,
  removeConnection,
  type StoredConnection,
  seedScopeDefaults,
  writeScopeDefault,
} from "./connection-store.ts"
import { forgetConnections, readConnections } from "./open-connection.ts"

const script = { match: "hello", steps: [{ say: "Good day." }] }
const plugin = definePlugin({
  id: "greeter",
  contract: defineContract("greeter", {}),
  verbs: {},
  assistant: { rehearsal: [script] },
})
const { database, as, platform, secondPod } = await testPlatform({ plugins: [plugin] })
const [ana, root] = [await as("ana", "operator"), await as("root", "administrator")]
const { runtime } = ana

async function connect(
  more: Partial<ConnectionDraft> & Partial<Pick<StoredConnection, "driver" | "models">> & { apiKey?: string } = {},
) {
  const { apiKey = "sk-ant-a-key-for-tests", ...draft } = more
  const id = randomUUID()
  const stored = await addConnection(database.direct, {
    id,
    driver: "anthropic",
    label: `Claude ${randomUUID()}`,
    baseUrl: null,
    settings: {},
    sealedKey: runtime.secrets.seal(apiKey, CONNECTION_KEY.at(id)),
    defaultModel: "claude-opus-4-8",
    availableModels: [],
    models: null,
    contextWindowTokens: null,
    modelFamily: "anthropic",
    spendCap: null,
    disableTopicalClassifier: false,
    roles: [],
    ...draft,
  } as Parameters<typeof addConnection>[1])
  forgetConnections(database)
  return stored
}
const choose = (who: Caller, asked: Partial<Parameters<typeof chooseModel>[2]> = {}) =>
  chooseModel(runtime, who.principal, { scope: "operate", ...asked })

beforeEach(async () => {
  await database.pool.query("DELETE FROM platform.scope_default; DELETE FROM platform.connection")
  forgetConnections(database)
})

describe("coerceModel", () => {
  const connection = { defaultModel: "a", availableModels: [] as string[], models: [] as StoredConnection["models"] }
  const listed = [{ id: "b", label: "B" }]

  it("allows the default, and the allow-list or else what the provider lists", () => {
    expect(allowedModels(connection)).toEqual(["a"])
    expect(allowedModels({ ...connection, models: listed })).toEqual(["a", "b"])
    expect(allowedModels({ ...connection, availableModels: ["c", "a"], models: listed })).toEqual(["a", "c"])
  })

  it("makes anything else the default", () => {
    expect(coerceModel({ ...connection, models: listed }, "b")).toBe("b")
    expect(coerceModel({ ...connection, availableModels: ["c"], models: listed }, "b")).toBe("a")
    for (const odd of ["", null, undefined, "../../etc", "A"]) expect(coerceModel(connection, odd)).toBe("a")
  })
})

describe("chooseModel", () => {
  it("takes what was asked for, with key, price and window", async () => {
    await database.pool.query(`INSERT INTO platform.model_catalogue (models) VALUES
      ('{"claude-opus-4-8": {"price": {"input": 5, "output": 25}, "contextWindowTokens": 1000000}}')`)
    await connect()
    const wanted = await connect({ availableModels: ["claude-haiku-4-5"] })
    expect(await choose(ana, { connectionId: wanted.id, model: "claude-haiku-4-5" })).toMatchObject({
      connection: { id: wanted.id, rehearsal: false, modelFamily: "anthropic" },
      driver: { id: "anthropic" },
      llm: { apiKey: "sk-ant-a-key-for-tests" },
      model: "claude-haiku-4-5",
      contextWindowTokens: 200_000,
      price: null,
    })
    expect(await choose(ana, { connectionId: wanted.id, model: "gpt-9" })).toMatchObject({
      model: "claude-opus-4-8",
      contextWindowTokens: 1_000_000,
      price: { input: 5, output: 25 },
    })
  })

  it("believes the administrator about the window before the provider, and the provider before the catalogue", async () => {
    const models = [
      { id: "claude-opus-4-8", label: "Opus", contextWindowTokens: 500_000, maxOutputTokens: 64_000, vision: false },
    ]
    const listed = await connect({ models })
    expect(await choose(ana, { connectionId: listed.id })).toMatchObject({
      contextWindowTokens: 500_000,
      maxOutputTokens: 64_000,
      capabilities: { vision: false, tools: true },
    })
    const told = await connect({ models, contextWindowTokens: 32_000 })
    expect((await choose(ana, { connectionId: told.id })).contextWindowTokens).toBe(32_000)
  })

  it("waits as long as the connection says, else as long as usual", async () => {
    await connect()
    expect((await choose(ana)).patience).toEqual({ firstTokenMs: 60_000, betweenTokensMs: 90_000 })
    const { id: connectionId } = await connect({ patience: { firstTokenSeconds: 7, betweenTokensSeconds: 11 } })
    expect((await choose(ana, { connectionId })).patience).toEqual({ firstTokenMs: 7_000, betweenTokensMs: 11_000 })
  })

  it("knows no list price for a machine of one's own", async () => {
    const own = await connect({
      driver: "openai-compatible",
      baseUrl: "http://10.1.2.3:8000/v1",
      settings: { keyHeader: "authorization" },
    })
    expect(await choose(ana, { connectionId: own.id })).toMatchObject({ price: null, contextWindowTokens: null })
  })

  it("takes the scope's default, else the first connection that is a model's", async () => {
    const rehearsal = await connect({ driver: "rehearsal", defaultModel: "rehearsal" })
    expect(await choose(ana)).toMatchObject({ connection: { rehearsal: true }, llm: { scripts: [script] } })
    const first = await connect()
    const second = await connect({ availableModels: ["claude-sonnet-5"] })
    expect((await choose(ana)).connection.id).toBe(first.id)
    await writeScopeDefault(database.direct, { scope: "operate", connectionId: second.id, model: "claude-sonnet-5" })
    await writeScopeDefault(database.direct, { scope: "site", connectionId: rehearsal.id, model: "rehearsal" })
    forgetConnections(database)
    expect(await choose(ana)).toMatchObject({ connection: { id: second.id }, model: "claude-sonnet-5" })
    expect((await choose(ana, { scope: "site" })).connection.id).toBe(rehearsal.id)
    expect((await choose(ana, { scope: "content" })).connection.id).toBe(first.id)
  })

  it("treats a connection of other roles as if it were gone", async () => {
    const closed = await connect({ roles: ["administrator"] })
    await seedScopeDefaults(database.direct, closed.id, "claude-opus-4-8")
    await expect(choose(ana)).rejects.toThrow("No AI connection is open to your roles.")
    await expect(choose(ana, { connectionId: closed.id })).rejects.toMatchObject({ code: "not_found" })
    expect(await listChatConnections(runtime, ana.principal)).toEqual([])
    expect((await choose(root)).connection.id).toBe(closed.id)

    const open = await connect({ roles: ["operator", "viewer"] })
    expect((await choose(ana)).connection.id).toBe(open.id)
  })

  it("tells whoever has none what to do", async () => {
    await expect(choose(ana)).rejects.toMatchObject({
      code: "conflict",
      message: "No AI provider is connected yet. Ask an administrator to add one under Settings > AI connections.",
    })
    await expect(choose(root)).rejects.toThrow("Add one under Settings > AI connections.")
    await connect({ defaultModel: "" })
    await expect(choose(root)).rejects.toThrow("No model is chosen")
  })

  it("says that a deleted connection is gone, while a choice made before stays usable", async () => {
    const { id, version } = await connect()
    const choice = await choose(ana, { connectionId: id })
    await removeConnection(database.direct, id, version)
    forgetConnections(database)
    await expect(choose(ana, { connectionId: id })).rejects.toThrow("was deleted, or is no longer yours to use")
    expect(choice.llm.apiKey).toBe("sk-ant-a-key-for-tests")
  })

  it("says so when a key cannot be opened", async () => {
    const { id } = await connect()
    await database.pool.query("UPDATE platform.connection SET sealed_key = 'v1.00000000.broken' WHERE id = $1", [id])
    forgetConnections(database)
    await expect(choose(ana)).rejects.toThrow(/The key of the connection "Claude .*" cannot be opened/)
  })
})

describe("readConnections", () => {
  it("answers from memory until another server says that something changed", async () => {
    await connect({ label: "Before" })
    const other = await secondPod()
    const theirs = other.caller(ana.principal, "http").runtime
    expect((await readConnections(theirs)).connections.map(({ label }) => label)).toEqual(["Before"])
    await connect({ label: "After" })
    expect((await readConnections(theirs)).connections).toHaveLength(1)

    publishChanges(platform.signals, ["ai.connection"])
    await vi.waitFor(async () => expect((await readConnections(theirs)).connections).toHaveLength(2), {
      timeout: 15_000,
    })
  })
})

describe("listChatConnections", () => {
  it("tells what can be chosen and nothing secret", async () => {
    const { id } = await connect({
      label: "Claude",
      models: [{ id: "claude-sonnet-5", label: "Sonnet 5", vision: true }],
    })
    const listed = await listChatConnections(runtime, ana.principal)
    expect(listed).toEqual([
      {
        id,
        label: "Claude",
        driver: "anthropic",
        driverLabel: "Anthropic",
        rehearsal: false,
        defaultModel: "claude-opus-4-8",
        models: [
          expect.objectContaining({ id: "claude-opus-4-8", usdPerMillionTokens: { input: 5, output: 25 } }),
          expect.objectContaining({ id: "claude-sonnet-5", label: "Sonnet 5", vision: true }),
        ],
      },
    ])
    expect(JSON.stringify(listed)).not.toContain("sk-ant")
  })
})
