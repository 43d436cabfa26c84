import { catalogContract } from "@countersign/catalog/contract"
import { catalogPlugin } from "@countersign/catalog/server"
import { invokeTool } from "@countersign/core/assistant"
import { peopleContract } from "@countersign/core/contract"
import type { Caller } from "@countersign/core/server"
import { incidentContract } from "@countersign/incident/contract"
import { incidentPlugin } from "@countersign/incident/server"
import { cardOf, personId, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { aiContract } from "../../contract.ts"
import { aiPlugin } from "../../server.ts"
import { deleteMemory, shareMemory, updateMemory } from "./change-memory.ts"
import { listMemory, recallMemory, searchMemory } from "./read-memory.ts"
import { saveMemory } from "./save-memory.ts"

const testing = await testPlatform({ plugins: [catalogPlugin, incidentPlugin, aiPlugin] })
const { platform, database, as, asHolderOf, grant, makePrivate, trail } = testing
const [ana, ben, root] = [await as("ana"), await as("ben"), await as("root", "administrator")]
for (const name of ["Ana", "Ben", "Root"])
  await database.pool.query(
    "INSERT INTO platform.person (id, name, email) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email",
    [personId(name), name, `${name.toLowerCase()}@example.test`],
  )
let count = 0
const unique = (text: string) => `${text} (${++count})`
const save = (who: Caller, text: string, more: object = {}) => saveMemory(who, { text: unique(text), ...more })
const share = async (text: string, more: { alwaysInject?: boolean } = {}, about: object = {}) => {
  const { id, version } = await save(root, text, about)
  return shareMemory(root, { memoryId: id, version, ...more })
}
const textsOf = async (who: Caller, input: object = {}) =>
  (await listMemory(who, { limit: 200, ...input })).items.map(({ text }) => text)
const addSystem = async (name: string) =>
  (await platform.call(root, catalogContract.createSystem, { name: unique(name) })).id

describe("a note", () => {
  it("is its owner's alone, who finds, changes and deletes it", async () => {
    const note = await save(ana, "Releases go out on Tuesdays")
    expect(note).toMatchObject({ own: true, mayChange: true, shared: false, source: "person", owner: { name: "Ana" } })

    expect(await textsOf(ana)).toContain(note.text)
    expect(await textsOf(ben)).not.toContain(note.text)
    for (const attempt of [
      () => updateMemory(ben, { memoryId: note.id, version: 1, text: "Never" }),
      () => deleteMemory(ben, { memoryId: note.id }),
      () => deleteMemory(root, { memoryId: note.id }),
      () => shareMemory(root, { memoryId: note.id, version: 1 }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not_found" })

    const changed = await updateMemory(ana, { memoryId: note.id, version: 1, text: "On Mondays", alwaysInject: true })
    expect(changed).toMatchObject({ text: "On Mondays", alwaysInject: true, version: 2 })
    await expect(updateMemory(ana, { memoryId: note.id, version: 1, text: "Late" })).rejects.toMatchObject({
      code: "conflict",
      current: { text: "On Mondays" },
    })
    await deleteMemory(ana, { memoryId: note.id })
    await expect(deleteMemory(ana, { memoryId: note.id })).rejects.toMatchObject({ code: "not_found" })
  })

  it("is kept without what looks like a credential, and the audit log does not tell what a private one says", async () => {
    const note = await save(ana, "The staging login is password=hunter2hunter2 for now")
    expect(note.text).toContain("password=[redacted]")
    const [row] = (await trail("ai.saveMemory")).slice(-1)
    expect(row).toMatchObject({ thing_type: "ai.memory", thing_id: note.id })
    expect(JSON.stringify(row)).not.toContain("staging")
  })

  it("still fits when what stands in a credential's place is longer", async () => {
    const text = `${"x".repeat(1_970)} password=a password=b 😀`
    expect((await saveMemory(ana, { text })).text.length).toBeLessThanOrEqual(2_000)
  })

  it("is refused when it is too long, says nothing, or says what another one says", async () => {
    await expect(saveMemory(ana, { text: "x".repeat(2_001) })).rejects.toThrow("at most 2000 characters")
    await expect(saveMemory(ana, { text: "  " })).rejects.toThrow("Write what there is to remember.")
    const { text } = await save(ana, "Twice")
    await expect(saveMemory(ana, { text })).rejects.toThrow("says exactly this already")
    await expect(saveMemory(ben, { text })).resolves.toMatchObject({ text })
  })

  it("is nothing that an API key keeps", async () => {
    const { principal } = await asHolderOf("script", ["ai.memory.read"])
    const application = { ...ana, principal: { ...principal, kind: "application" } } as Caller
    await expect(saveMemory(application, { text: "Mine" })).rejects.toMatchObject({ code: "forbidden" })
    await expect(listMemory(application, {})).resolves.toBeDefined()
  })

  it("says that a model worded it, also when it was signed on a page", async () => {
    const chat = { ...ana, transport: "chat" as const }
    const conversation = { id: crypto.randomUUID(), taint: [], named: [] }
    const call = (mode: "approve" | "auto") =>
      invokeTool({ caller: chat, mode, conversation }, { toolName: "ai.saveMemory", input: { text: unique("Heard") } })
    await call("auto")
    const receipt = await call("approve")
    await platform.call(ana, aiContract.signProposal, {
      proposalId: (receipt as { proposalId: string }).proposalId,
      kind: "apply",
    })
    const { items } = await listMemory(ana, { query: "Heard" })
    expect(items.map(({ source }) => source)).toEqual(["assistant", "assistant"])
  })
})

describe("a shared note", () => {
  it("is found by everyone, and changed only by those who may manage memory", async () => {
    const note = await share("The desk answers until six")
    expect((await listMemory(ben, { box: "shared", query: note.text })).items).toMatchObject([
      { id: note.id, own: false, mayChange: false, owner: { name: "Root" } },
    ])
    const { id: memoryId, version } = note
    for (const attempt of [
      () => updateMemory(ben, { memoryId, version, text: "Never" }),
      () => deleteMemory(ben, { memoryId }),
      () => shareMemory(ben, { memoryId, version, shared: false }),
    ])
      await expect(attempt()).rejects.toMatchObject({
        code: "forbidden",
        message: expect.stringContaining("ai.memory.manage"),
      })
  })

  it("becomes its owner's alone again, also when somebody else takes it back", async () => {
    const note = await share("Only for a while", { alwaysInject: true })
    const manager = await asHolderOf("mona", ["ai.memory.manage"])
    const taken = await shareMemory(manager, { memoryId: note.id, version: note.version, shared: false })
    expect(taken).toMatchObject({ shared: false, alwaysInject: false, own: false })
    expect(await textsOf(manager)).not.toContain(note.text)
    expect(await textsOf(root)).toContain(note.text)
    await expect(shareMemory(root, { memoryId: note.id, version: taken.version, shared: false })).rejects.toThrow(
      "its owner's alone already",
    )
  })

  it("is always a proposal when it comes from a chat, in auto mode too", async () => {
    const { id } = await save(root, "For everyone")
    const caller = { ...root, transport: "chat" as const }
    const conversation = { id: crypto.randomUUID(), taint: [], named: [] }
    const outcome = await invokeTool(
      { caller, mode: "auto", conversation },
      { toolName: "ai.shareMemory", input: { memoryId: id, alwaysInject: true } },
    )
    expect(outcome).toMatchObject({ status: "awaiting_signature" })
    const card = await cardOf(root, "ai.shareMemory", { memoryId: id, alwaysInject: true })
    expect(card.summary).toMatch(/^Share the note "For everyone/)
    expect(card.consequences).toEqual(["It goes into every conversation of everyone who may use memory."])
  })
})

describe("a note about a thing", () => {
  it("is seen by those who see the thing, and carries its name", async () => {
    const systemId = await addSystem("Ledger")
    const thing = { type: "catalog.system", id: systemId }
    const note = await share("Restart the worker, not the server", {}, { thing })
    expect((await searchMemory(ben, { query: "restart worker", thing })).hits).toMatchObject([
      { id: note.id, thing: { ...thing, name: expect.stringContaining("Ledger") } },
    ])

    await grant("root", "owner", "catalog.system", systemId)
    await makePrivate("catalog.system", systemId)

    expect((await searchMemory(ben, { query: "restart worker" })).hits).toEqual([])
    expect(await textsOf(ben)).not.toContain(note.text)
    await expect(
      updateMemory(await asHolderOf("mona", ["ai.memory.manage", "catalog.system.read"]), {
        memoryId: note.id,
        version: note.version,
        text: "Never",
      }),
    ).rejects.toMatchObject({ code: "not_found" })
    expect(await textsOf(await as("root", "administrator"))).toContain(note.text)
  })

  it("stays with its owner without its text when the thing goes out of sight, and can be deleted", async () => {
    const systemId = await addSystem("Vault")
    const note = await save(ben, "Two keys are needed", { thing: { type: "catalog.system", id: systemId } })
    await makePrivate("catalog.system", systemId)

    const listed = (await listMemory(ben, {})).items.find(({ id }) => id === note.id)
    expect(listed).toMatchObject({ text: "", thing: { name: null }, mayChange: true })
    expect((await listMemory(ben, { query: "keys" })).items).toEqual([])
    expect((await searchMemory(ben, { query: "keys" })).hits).toEqual([])
    await expect(deleteMemory(ben, { memoryId: note.id })).resolves.toEqual({ id: note.id })
  })

  it("follows an incident's systems", async () => {
    const systemId = await addSystem("Checkout")
    const draft = { title: "Down", severity: "minor" } as const
    const { id } = await platform.call(root, incidentContract.create, { ...draft, systemIds: [systemId] })
    const note = await share("The vendor was called", {}, { thing: { type: "incident.incident", id } })
    expect(await textsOf(ben)).toContain(note.text)
    await makePrivate("catalog.system", systemId)
    expect(await textsOf(ben)).not.toContain(note.text)
  })

  it("is refused for a kind nobody knows and for a thing that is gone", async () => {
    await expect(save(ana, "x", { thing: { type: "weather.cloud", id: "1" } })).rejects.toThrow(
      'Nothing here is of the type "weather.cloud". A note can be about: catalog.system, catalog.environment, incident.incident.',
    )
    for (const id of [crypto.randomUUID(), "not-an-id"])
      await expect(save(ana, "x", { thing: { type: "catalog.system", id } })).rejects.toThrow("not yours to see")
  })

  it("names the thing on its card instead of its id", async () => {
    const id = await addSystem("Mailer")
    const card = await cardOf(ana, "ai.saveMemory", { text: "Queue first", thing: { type: "catalog.system", id } })
    expect(card.summary).toMatch(/^Remember "Queue first" about "Mailer/)
    expect(JSON.stringify(card.diff)).not.toContain(id)
  })
})

describe("searching notes", () => {
  it("puts the one with the most of the words first, by their beginnings, in any language", async () => {
    const eva = await as("eva")
    await save(eva, "Deployments to production need two people")
    await save(eva, "Deployments are listed in the wiki")
    await save(eva, "本番環境への展開は火曜日")
    const search = async (query: string) => (await searchMemory(eva, { query })).hits.map(({ text }) => text)

    expect(await search("production deploy")).toEqual([
      expect.stringContaining("need two people"),
      expect.stringContaining("in the wiki"),
    ])
    expect(await search("展開")).toEqual([expect.stringContaining("本番環境")])
    expect(await search("' | & ! :* (")).toEqual([])
    expect(await search("100%")).toEqual([])
    expect((await search("")).slice(0, 1)).toEqual([expect.stringContaining("本番環境")])
  })
})

describe("notes that are always included", () => {
  it("are at most 25, one's own first, the latest first, and about a thing only while it is on the screen", async () => {
    const ida = await as("ida")
    const systemId = await addSystem("Screened")
    const thing = { type: "catalog.system", id: systemId }
    await share("Everybody's", { alwaysInject: true })
    await share("Everybody's about it", { alwaysInject: true }, { thing })
    await save(ida, "About it", { thing, alwaysInject: true })
    await save(ida, "Not included")
    await save(ida, "First", { alwaysInject: true })
    await save(ida, "Second", { alwaysInject: true })
    const recalled = async (input: object = {}) =>
      (await recallMemory(ida, input)).notes.map(({ text }) => text.replace(/ \(\d+\)$/, ""))

    const without = await recalled()
    expect(without.slice(0, 2)).toEqual(["Second", "First"])
    expect(without).toContain("Everybody's")
    expect(without).not.toContain("About it")
    const withThing = await recalled({ thing })
    expect(withThing.slice(0, 3)).toEqual(["Second", "First", "About it"])
    expect(withThing).toContain("Everybody's about it")

    for (let more = 0; more < 25; more++) await save(ida, "More", { alwaysInject: true })
    expect(await recalled()).toEqual(Array.from({ length: 25 }, () => "More"))
  })
})

describe("erasing a person", () => {
  it("deletes what they kept for themselves and leaves what is shared, under the name they bear then", async () => {
    const nora = await as("nora", "administrator")
    await database.pool.query(
      "INSERT INTO platform.person (id, name, email) VALUES ($1, 'Nora', 'nora@example.test') ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email",
      [nora.principal.id],
    )
    const kept = await save(nora, "Mine alone")
    const given = await save(nora, "For all")
    await shareMemory(nora, { memoryId: given.id, version: 1 })
    await platform.call(root, peopleContract.erasePerson, { id: nora.principal.id })

    const { rows } = await database.pool.query("SELECT id FROM ai.memory WHERE owner_id = $1", [nora.principal.id])
    expect(rows.map(({ id }) => id)).toEqual([given.id])
    expect(rows).not.toContainEqual({ id: kept.id })
    expect((await listMemory(ben, { query: given.text })).items).toMatchObject([
      { owner: { name: expect.stringContaining("Former person") } },
    ])
  })
})
