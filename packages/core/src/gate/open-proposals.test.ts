import { randomUUID } from "node:crypto"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import type { Principal } from "../identity/principal/principal.ts"
import { declineBySignature } from "../proposals/decline.ts"
import { MOST_OPEN } from "../proposals/demand-room.ts"
import { invokeTool } from "./invoke-tool.ts"
import { shelfPlugin } from "./shelf.fixture.ts"

const { platform, database, as, secondPod } = await testPlatform({ plugins: [shelfPlugin] })
await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
const servers = [platform, await secondPod()]
const { rows } = await database.pool.query("INSERT INTO shelf.book (title) VALUES ('Walden') RETURNING id")
const input = { id: rows[0].id, title: "Emma" }

type Asking = { principal: Principal; conversationId?: string; replaces?: string; at?: number }

function ask({ principal, conversationId = randomUUID(), replaces, at = 0 }: Asking) {
  const caller = servers[at % servers.length]!.caller(principal, replaces ? "http" : "chat", randomUUID())
  const conversation = replaces ? {} : { conversation: { id: conversationId, taint: [], named: [] } }
  const request = { toolName: "shelf.rename", input, ...(replaces ? { replaces } : {}) }
  return invokeTool({ caller, mode: "approve", ...conversation }, request)
}

async function race(count: number, asking: Asking): Promise<{ made: string[]; refused: string[] }> {
  const asked = await Promise.allSettled(Array.from({ length: count }, (_, at) => ask({ ...asking, at })))
  return {
    made: asked.flatMap((one) =>
      one.status === "fulfilled" && "proposalId" in one.value ? [one.value.proposalId] : [],
    ),
    refused: asked.flatMap((one) => (one.status === "rejected" ? [one.reason.message] : [])),
  }
}

const openOf = async (principal: Principal) => {
  const open = await database.pool.query(
    "SELECT count(*)::integer AS count FROM platform.tool_call WHERE status = 'proposed' AND principal_id = $1",
    [principal.id],
  )
  return open.rows[0].count as number
}

describe("open proposals", () => {
  it(`are at most ${MOST_OPEN.conversation} in a conversation, however many two servers make at once`, async () => {
    const { principal } = await as("ana")
    const conversationId = randomUUID()
    const { made, refused } = await race(MOST_OPEN.conversation + 12, { principal, conversationId })
    expect(made).toHaveLength(20)
    expect(refused).toHaveLength(12)
    for (const message of refused) expect(message).toMatch(/^20 proposals of this conversation wait for a signature/)
    expect(await openOf(principal)).toBe(20)

    await declineBySignature(platform.caller(principal, "http"), made[0]!)
    expect((await race(4, { principal, conversationId })).made).toHaveLength(1)
    expect((await race(1, { principal })).made).toHaveLength(1)
  })

  it(`are at most ${MOST_OPEN.principal} of one person, however many two servers make at once`, async () => {
    const [{ principal }, other] = [await as("ben"), await as("cleo")]
    const { made, refused } = await race(MOST_OPEN.principal + 20, { principal })
    expect(made).toHaveLength(100)
    expect(refused).toHaveLength(20)
    for (const message of refused) expect(message).toMatch(/^100 proposals of Ben wait for a signature/)
    expect(await openOf(principal)).toBe(100)
    expect((await race(1, other)).made).toHaveLength(1)
  })

  it("are as many as before when cards are edited while others are proposed, and none of the edited is lost", async () => {
    const { principal } = await as("dora")
    const conversationId = randomUUID()
    const { made } = await race(MOST_OPEN.conversation, { principal, conversationId })
    const edits = made.slice(0, 6).map((replaces, at) => ask({ principal, replaces, at }))
    const [edited] = await Promise.all([Promise.allSettled(edits), race(12, { principal, conversationId })])
    expect(edited.map(({ status }) => status)).toEqual(Array(6).fill("fulfilled"))
    expect(await openOf(principal)).toBe(20)
  })
})
