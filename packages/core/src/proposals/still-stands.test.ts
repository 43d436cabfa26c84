import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import type { Caller } from "../access/ctx.ts"
import { invokeTool } from "../gate/invoke-tool.ts"
import { shelfPlugin } from "../gate/shelf.fixture.ts"
import { applyBySignature, renewBySignature } from "./apply.ts"
import { findProposal } from "./proposal-store.ts"
import { whyStale } from "./still-stands.ts"

const { database, as } = await testPlatform({ plugins: [shelfPlugin] })
const ana = await as("ana")

async function renaming(caller: Caller = ana) {
  const { rows } = await database.pool.query("INSERT INTO shelf.book (title) VALUES ('Walden') RETURNING id")
  const input = { id: rows[0].id, title: "Emma" }
  const outcome = await invokeTool({ caller, mode: "approve" }, { toolName: "shelf.rename", input })
  return { bookId: rows[0].id as string, proposalId: "proposalId" in outcome ? outcome.proposalId : "" }
}
const move = (id: string) =>
  database.pool.query("UPDATE shelf.book SET title = 'Persuasion', version = version + 1 WHERE id = $1", [id])
const staleness = async (id: string) => whyStale(ana, (await findProposal(database, id))!)

describe("a proposal that waits", () => {
  it("stands as long as nothing it is about has moved, and says so when it has", async () => {
    const { bookId, proposalId } = await renaming()
    expect(await staleness(proposalId)).toBeNull()
    await move(bookId)
    expect(await staleness(proposalId)).toContain("can no longer be signed as it stands")
  })

  it("says in words what is in its way when its target is gone", async () => {
    const { bookId, proposalId } = await renaming()
    await database.pool.query("DELETE FROM shelf.book WHERE id = $1", [bookId])
    expect(await staleness(proposalId)).toMatch(/no book|gone|not/i)
  })

  it("is renewed for whoever may sign it, once it has moved and not before", async () => {
    const { bookId, proposalId } = await renaming()
    await expect(renewBySignature(ana, proposalId)).rejects.toMatchObject({ code: "conflict" })
    await move(bookId)
    await expect(renewBySignature(await as("ben"), proposalId)).rejects.toMatchObject({ code: "forbidden" })
    const fresh = await renewBySignature(ana, proposalId)
    expect(await findProposal(database, proposalId)).toMatchObject({ status: "superseded", replaced_by: fresh })
    expect(await staleness(fresh)).toBeNull()
    await expect(applyBySignature(ana, fresh)).resolves.toMatchObject({ proposalId: fresh })
  })
})
