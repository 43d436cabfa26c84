import { randomUUID } from "node:crypto"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { auditContract } from "../contract/platform/audit.ts"
import { applyBySignature } from "../proposals/apply.ts"
import { findProposal } from "../proposals/proposal-store.ts"
import { invokeTool, type ToolOutcome } from "./invoke-tool.ts"
import { shelfPlugin } from "./shelf.fixture.ts"

const { platform, database, as, trail } = await testPlatform({ plugins: [shelfPlugin] })
const root = await as("root", "administrator")
const chat = { ...(await as("ana")), transport: "chat" as const, correlationId: randomUUID() }
const conversation = () => ({ id: randomUUID(), taint: [], named: [] })

async function changed(mode: "approve" | "auto", tool = "shelf.rename"): Promise<ToolOutcome> {
  const { rows } = await database.pool.query("INSERT INTO shelf.book (title) VALUES ('Walden') RETURNING id")
  const input = { id: rows[0].id, ...(tool === "shelf.rename" ? { title: "Emma" } : {}) }
  return invokeTool({ caller: chat, mode, conversation: conversation() }, { toolName: tool, input })
}
const idOf = (outcome: ToolOutcome) => ("proposalId" in outcome ? outcome.proposalId : "")

describe("a change that is applied by itself", () => {
  it("has no signer, and its rows say so", async () => {
    const outcome = await changed("auto")
    expect(outcome.status).toBe("applied")
    expect(await findProposal(database, idOf(outcome))).toMatchObject({
      status: "applied",
      unsigned: true,
      signer_id: null,
      signer_name: null,
    })
    const applied = (await trail("shelf.rename")).at(-1)
    expect(applied).toMatchObject({
      outcome: "applied",
      note: "Applied by itself, in a conversation where its owner chose so.",
      after: { askedBy: "Ana", unsigned: true },
    })
    expect(applied?.after).not.toHaveProperty("signedBy")
  })

  it("has none either where it works outside of our database", async () => {
    const outcome = await changed("auto", "shelf.print")
    expect(outcome.status).toBe("applied")
    expect(await findProposal(database, idOf(outcome))).toMatchObject({ unsigned: true, signer_id: null })
  })

  it("is told from what a person signed, in the log and its filter", async () => {
    const [alone, waiting] = [idOf(await changed("auto")), idOf(await changed("approve"))]
    await applyBySignature({ ...chat, transport: "http", correlationId: randomUUID() }, waiting)
    expect(await findProposal(database, waiting)).toMatchObject({ unsigned: false, signer_name: "Ana" })
    const told = async (unsigned: boolean) => {
      const asked = { unsigned, outcome: "applied", limit: 200 } as const
      const { items } = await platform.call(root, auditContract.listAudit, asked)
      expect(items.every((line) => line.unsigned === unsigned)).toBe(true)
      return items.map(({ thing }) => thing.id)
    }
    expect(await told(true)).toContain(alone)
    expect(await told(true)).not.toContain(waiting)
    expect(await told(false)).toContain(waiting)
    expect(await told(false)).not.toContain(alone)
  })
})
