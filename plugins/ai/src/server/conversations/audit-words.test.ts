import { randomUUID } from "node:crypto"
import { catalogPlugin } from "@countersign/catalog/server"
import { invokeTool } from "@countersign/core/assistant"
import { servicePrincipal } from "@countersign/core/host"
import { incidentPlugin } from "@countersign/incident/server"
import { personId, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { aiContract } from "../../contract.ts"
import { aiPlugin } from "../../server.ts"

const { platform, database, as } = await testPlatform({ plugins: [aiPlugin, catalogPlugin, incidentPlugin] })
const { call } = platform
await database.pool.query("INSERT INTO platform.person (id, name, email) VALUES ($1, 'Ben', 'ben@example.test')", [
  personId("ben"),
])
const ben = await as("ben", "operator")
/** Said in a title, a message, a note, and nowhere else. */
const WORD = "zanzibar"

const newConversation = async () => {
  const { id, version } = await call(ben, aiContract.createConversation, {})
  await database.pool.query("INSERT INTO platform.message (conversation_id, role, blocks) VALUES ($1, 'user', $2)", [
    id,
    JSON.stringify([{ type: "text", text: `about ${WORD}` }]),
  ])
  const { version: next } = await call(ben, aiContract.updateConversation, { id, version, title: `The ${WORD} outage` })
  return { id, version: next }
}
const newNote = () => call(ben, aiContract.saveMemory, { text: `They call it ${WORD} ${randomUUID()}` })

/** Each verb that changes a conversation or a private note. */
const CHANGES: Record<string, () => Promise<unknown>> = {
  createConversation: () => call(ben, aiContract.createConversation, {}),
  updateConversation: newConversation,
  archiveConversation: async () =>
    call(ben, aiContract.archiveConversation, { id: (await newConversation()).id, archived: true }),
  async deleteConversation() {
    const { id } = await newConversation()
    await database.pool.query("UPDATE platform.ai_settings SET owners_may_delete = true")
    await call(ben, aiContract.archiveConversation, { id })
    return call(ben, aiContract.deleteConversation, { id })
  },
  async deleteArchivedConversations() {
    await call(ben, aiContract.archiveConversation, { id: (await newConversation()).id })
    await database.pool.query("UPDATE platform.ai_settings SET delete_archived_after_days = 1")
    await database.pool.query("UPDATE platform.conversation SET archived_at = now() - interval '2 days'")
    const service = platform.caller(servicePrincipal("ai"), "job")
    return call(service, aiContract.deleteArchivedConversations, {})
  },
  stopTurn: async () => call(ben, aiContract.stopTurn, { conversationId: (await newConversation()).id }),
  saveMemory: newNote,
  updateMemory: async () => {
    const { id, version } = await newNote()
    return call(ben, aiContract.updateMemory, { memoryId: id, version, text: `No longer ${WORD} ${randomUUID()}` })
  },
  deleteMemory: async () => call(ben, aiContract.deleteMemory, { memoryId: (await newNote()).id }),
}

async function rowsThatSayIt(): Promise<string[]> {
  const { rows } = await database.pool.query("SELECT action, a::text AS row FROM platform.audit a")
  expect(rows.length).toBeGreaterThan(0)
  return rows.filter(({ row }) => row.includes(WORD)).map(({ action }) => action)
}

describe("the audit log", () => {
  it("is tried with every verb that changes a conversation or a note", () => {
    const verbs = Object.entries(aiContract).flatMap(([name, procedure]) =>
      /Conversation|Turn|Memory/.test(name) && effectOf(procedure) !== "read" ? [name] : [],
    )
    // What is shared is everybody's.
    expect(verbs.filter((name) => name !== "shareMemory").sort()).toEqual(Object.keys(CHANGES).sort())
  })

  it.each(Object.keys(CHANGES))("holds no word of what is private after %s", async (name) => {
    await CHANGES[name]!()

    expect(await rowsThatSayIt()).toEqual([])
  })

  it.each(["ai.saveMemory", "ai.deleteMemory"])("holds none of a proposal of %s, whose card does", async (toolName) => {
    const input = toolName === "ai.saveMemory" ? { text: `It is ${WORD} again` } : { memoryId: (await newNote()).id }
    const outcome = await invokeTool({ caller: ben, mode: "approve" }, { toolName, input })

    expect(outcome).toMatchObject({ status: "awaiting_signature", summary: expect.stringContaining(WORD) })
    expect(await rowsThatSayIt()).toEqual([])
  })
})

function effectOf(procedure: object): unknown {
  return (procedure as { "~orpc"?: { meta?: { effect?: string } } })["~orpc"]?.meta?.effect
}
