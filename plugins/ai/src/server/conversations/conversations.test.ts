import { randomUUID } from "node:crypto"
import { catalogPlugin } from "@countersign/catalog/server"
import { forgetConnections } from "@countersign/core/assistant"
import { servicePrincipal } from "@countersign/core/host"
import { ConflictError, ForbiddenError, NotFoundError } from "@countersign/core/server"
import { incidentPlugin } from "@countersign/incident/server"
import { personId, testPlatform } from "@countersign/testing"
import { beforeEach, describe, expect, it } from "vitest"
import { aiContract } from "../../contract.ts"
import { aiPlugin } from "../../server.ts"

const { platform, database, as, asHolderOf, trail } = await testPlatform({
  plugins: [aiPlugin, catalogPlugin, incidentPlugin],
})
const { call } = platform
const root = await person("ana", "administrator")
const ben = await person("ben", "operator")

beforeEach(async () => {
  await database.pool.query(
    "DELETE FROM platform.conversation; DELETE FROM platform.scope_default; DELETE FROM platform.connection",
  )
  forgetConnections(database)
})

async function person(name: string, role: "administrator" | "operator") {
  await database.pool.query(
    "INSERT INTO platform.person (id, name, email) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email",
    [personId(name), name, `${name}@example.test`],
  )
  return as(name, role)
}

const rehearse = () =>
  call(root, aiContract.createConnection, { driver: "rehearsal", label: `Rehearsal ${randomUUID()}` })
const say = (id: string, text: string) =>
  database.pool.query("INSERT INTO platform.message (conversation_id, role, blocks) VALUES ($1, 'user', $2)", [
    id,
    JSON.stringify([{ type: "text", text }]),
  ])

async function messagesOf(id: string): Promise<number> {
  const found = await database.pool.query("SELECT 1 FROM platform.message WHERE conversation_id = $1", [id])
  return found.rowCount ?? 0
}
async function change(settings: { ownersMayDelete?: boolean; deleteArchivedAfterDays?: number | null }) {
  const { version } = await call(root, aiContract.getSettings, {})
  await call(root, aiContract.updateSettings, { ...settings, version })
}

describe("createConversation", () => {
  it("takes the default model, and an empty one again instead of adding another", async () => {
    const connection = await rehearse()

    const first = await call(ben, aiContract.createConversation, {})
    const second = await call(ben, aiContract.createConversation, {})

    expect(first).toMatchObject({
      connectionId: connection.id,
      model: "rehearsal",
      permissionMode: "approve",
      messageCount: 0,
    })
    expect(second.id).toBe(first.id)
    await say(first.id, "hello")
    expect((await call(ben, aiContract.createConversation, {})).id).not.toBe(first.id)
  })

  it("works before any provider is connected: the composer leads on from there", async () => {
    expect(await call(ben, aiContract.createConversation, {})).toMatchObject({ connectionId: null, model: null })
  })

  it("coerces a model nobody listed", async () => {
    await rehearse()
    expect(await call(ben, aiContract.createConversation, { model: "gpt-of-my-dreams" })).toMatchObject({
      model: "rehearsal",
    })
  })

  it("is for people: an application is told what to use instead", async () => {
    const { rules, teamIds, grants } = root.principal
    const robot = {
      ...root,
      principal: { kind: "application" as const, id: randomUUID(), name: "Robot", rules, teamIds, grants },
    }
    await expect(call(robot, aiContract.createConversation, {})).rejects.toThrow(/Applications use tools/)
    expect((await call(robot, aiContract.listConversations, {})).items).toEqual([])
  })
})

describe("a conversation", () => {
  it("is its owner's alone, administrators included", async () => {
    const { id } = await call(ben, aiContract.createConversation, {})

    for (const attempt of [
      () => call(root, aiContract.getConversation, { id }),
      () => call(root, aiContract.updateConversation, { id, title: "Mine", version: 1 }),
      () => call(root, aiContract.archiveConversation, { id, archived: true }),
      () => call(root, aiContract.deleteConversation, { id }),
    ])
      await expect(attempt()).rejects.toBeInstanceOf(NotFoundError)
    expect((await call(root, aiContract.listConversations, {})).items).toEqual([])
  })

  it("is renamed, put into auto mode, and tells a stale tab so", async () => {
    const { id, version } = await call(ben, aiContract.createConversation, {})

    const renamed = await call(ben, aiContract.updateConversation, {
      id,
      version,
      title: "Checkout",
      permissionMode: "auto",
    })

    expect(renamed).toMatchObject({ title: "Checkout", permissionMode: "auto", version: version + 1 })
    await expect(call(ben, aiContract.updateConversation, { id, version, title: "Late" })).rejects.toBeInstanceOf(
      ConflictError,
    )
    expect((await trail("ai.updateConversation")).at(-1)).toMatchObject({
      thing_type: "ai.conversation",
      thing_id: id,
      thing_name: null,
      note: "Renamed.",
    })
  })

  it("is found by its title or by what was said, and not among the archived", async () => {
    const { id, version } = await call(ben, aiContract.createConversation, {})
    await say(id, "the 100%_sure cache is cold")
    await call(ben, aiContract.updateConversation, { id, version, title: "Slow mornings" })
    const find = async (query: string, archived = false) =>
      (await call(ben, aiContract.listConversations, { query, archived })).items.map((one) => one.id)

    expect(await find("mornings")).toEqual([id])
    expect(await find("100%_SURE")).toEqual([id])
    expect(await find("100__sure")).toEqual([])
    await call(ben, aiContract.archiveConversation, { id, archived: true })
    expect(await find("mornings")).toEqual([])
    expect(await find("mornings", true)).toEqual([id])
  })

  it("is read from its end, fifty messages at a time", async () => {
    const { id } = await call(ben, aiContract.createConversation, {})
    for (let at = 1; at <= 60; at += 1) await say(id, `message ${at}`)

    const latest = await call(ben, aiContract.getConversation, { id })
    const earlier = await call(ben, aiContract.getConversation, { id, before: latest.earlierCursor! })

    expect([latest.messages.length, earlier.messages.length]).toEqual([50, 10])
    expect(latest.messages[0]!.blocks).toEqual([{ type: "text", text: "message 11" }])
    expect(earlier.earlierCursor).toBeNull()
    await expect(call(ben, aiContract.getConversation, { id, before: "x" })).rejects.toThrow(/does not belong/)
  })

  it("is archived without being told so, and keeps everything that was said in it", async () => {
    const { id } = await call(ben, aiContract.createConversation, {})
    await say(id, "kept for later")

    const archived = await call(ben, aiContract.archiveConversation, { id })

    expect(archived.archivedAt).not.toBeNull()
    expect(await messagesOf(id)).toBe(1)
  })

  it("is deleted for good only once it is archived, and where an administrator allows it", async () => {
    const { id } = await call(ben, aiContract.createConversation, {})
    await say(id, "gone soon")
    const remove = () => call(ben, aiContract.deleteConversation, { id })
    expect((await call(ben, aiContract.listConversations, {})).mayDelete).toBe(false)
    await call(ben, aiContract.archiveConversation, { id })
    await expect(remove()).rejects.toBeInstanceOf(ForbiddenError)
    expect(await messagesOf(id)).toBe(1)

    await change({ ownersMayDelete: true })
    await call(ben, aiContract.archiveConversation, { id, archived: false })
    await expect(remove()).rejects.toThrow("Only an archived conversation can be deleted for good.")
    await call(ben, aiContract.archiveConversation, { id })
    await remove()

    expect(await messagesOf(id)).toBe(0)
    expect((await call(ben, aiContract.listConversations, {})).mayDelete).toBe(true)
    await change({ ownersMayDelete: false })
  })

  it("is deleted by the daily job the chosen number of days after it was archived, and only then", async () => {
    const [old, recent, current] = [
      await call(ben, aiContract.createConversation, {}).then((one) => say(one.id, "old").then(() => one.id)),
      await call(ben, aiContract.createConversation, {}).then((one) => say(one.id, "recent").then(() => one.id)),
      await call(ben, aiContract.createConversation, {}).then((one) => say(one.id, "current").then(() => one.id)),
    ]
    for (const id of [old, recent]) await call(ben, aiContract.archiveConversation, { id })
    await database.pool.query(
      "UPDATE platform.conversation SET archived_at = now() - interval '31 days' WHERE id = $1",
      [old],
    )
    const service = platform.caller(servicePrincipal("ai"), "job")
    const sweep = () => platform.call(service, aiContract.deleteArchivedConversations, {})
    expect(await sweep()).toEqual({ deleted: 0 })

    await change({ deleteArchivedAfterDays: 30 })

    expect(await sweep()).toEqual({ deleted: 1 })
    expect(await sweep()).toEqual({ deleted: 0 })
    expect(await Promise.all([old, recent, current].map(messagesOf))).toEqual([0, 1, 1])
    expect(await trail("ai.deleteArchivedConversations")).toMatchObject([
      { note: "1 that were archived more than 30 days ago were deleted for good." },
    ])
    await change({ deleteArchivedAfterDays: null })
  })

  it("can be stopped when nothing runs, and says so", async () => {
    const { id } = await call(ben, aiContract.createConversation, {})
    expect(await call(ben, aiContract.stopTurn, { conversationId: id })).toMatchObject({ turnId: null })
  })
})

describe("listSuggestions", () => {
  it("offers what the principal's tools can do", async () => {
    const everything = await call(root, aiContract.listSuggestions, {})
    const little = await call(await asHolderOf("carl", ["ai.chat.read"]), aiContract.listSuggestions, {})

    expect(everything.suggestions.length).toBeGreaterThan(little.suggestions.length)
  })

  it("is closed to those who may not use the assistant", async () => {
    await expect(call(await asHolderOf("dora", []), aiContract.listSuggestions, {})).rejects.toBeInstanceOf(
      ForbiddenError,
    )
  })
})
