import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { implement } from "../access/implement.ts"
import { reaction } from "../access/points/reaction.ts"
import { toolCalled } from "../audit/tool-called.ts"
import { defineContract, procedure } from "../contract/procedure.ts"
import { definePlugin } from "../define-plugin.ts"
import { applyWithToken } from "../proposals/apply.ts"
import { declineWithToken } from "../proposals/decline.ts"
import { reconcile } from "../proposals/reconcile.ts"
import { sweepProposals } from "../proposals/sweep.ts"
import { type Door, invokeTool } from "./invoke-tool.ts"
import { printer, shelfPlugin } from "./shelf.fixture.ts"

const listenerContract = defineContract("listener", {
  hear: procedure({
    summary: "Hear.",
    effect: "mutate",
    access: "internal",
    input: toolCalled.payload,
    output: z.object({}),
  }),
})
const hear = implement(listenerContract.hear, async () => ({}))
const listener = definePlugin({
  id: "listener",
  contract: listenerContract,
  access: [],
  verbs: { hear },
  reactions: [reaction(toolCalled, hear)],
})

const { database, as, asHolderOf } = await testPlatform({ plugins: [shelfPlugin, listener] })
await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
const ana = await as("ana")
const reader = await asHolderOf("rea", ["shelf.book.read"])

async function aBook(): Promise<string> {
  return (await database.pool.query("INSERT INTO shelf.book (title) VALUES ('One') RETURNING id")).rows[0].id
}
async function call(toolName: string, input: object, more: { door?: Partial<Door>; replaces?: string } = {}) {
  const { door = {}, replaces } = more
  return invokeTool({ caller: ana, mode: "approve", ...door }, { toolName, input, ...(replaces ? { replaces } : {}) })
}
async function proposed(toolName = "shelf.rename") {
  const id = await aBook()
  const outcome = await call(toolName, toolName === "shelf.rename" ? { id, title: "Two" } : { id })
  if (outcome.status !== "awaiting_signature") throw new Error("It was not proposed.")
  return { id, token: outcome.token!, proposalId: outcome.proposalId }
}
const inTheMorning = (proposalId: string) =>
  database.pool.query("UPDATE platform.tool_call SET expires_at = now() - interval '1 s' WHERE id = $1", [proposalId])

/** Everything a call can end in, and what each way to it is worth in events. */
const ENDS: Record<string, { ends: string[]; run(): Promise<unknown> }> = {
  "a read": { ends: ["executed"], run: () => call("shelf.list", {}) },
  "a draft": { ends: ["executed"], run: async () => call("shelf.sketch", { id: await aBook() }) },
  "a refusal": {
    ends: ["refused"],
    run: async () => call("shelf.rename", { id: await aBook(), title: "x" }, { door: { caller: reader } }),
  },
  "a tool that throws": { ends: ["failed"], run: () => call("shelf.crash", {}) },
  "a proposal": { ends: ["proposed"], run: () => proposed() },
  "a change in auto mode": {
    ends: ["proposed", "applied"],
    run: async () =>
      call(
        "shelf.rename",
        { id: await aBook(), title: "Two" },
        { door: { mode: "auto", conversation: { id: crypto.randomUUID(), taint: [], named: [] } } },
      ),
  },
  "a signature": { ends: ["proposed", "applied"], run: async () => applyWithToken(ana, (await proposed()).token) },
  "a withdrawal": { ends: ["proposed", "declined"], run: async () => declineWithToken(ana, (await proposed()).token) },
  "an edit": {
    ends: ["proposed", "superseded", "proposed"],
    run: async () => {
      const { id, proposalId } = await proposed()
      return call("shelf.rename", { id, title: "Three" }, { replaces: proposalId })
    },
  },
  "a target that moved": {
    ends: ["proposed", "proposed", "superseded"],
    run: async () => {
      const { id, token } = await proposed()
      await database.pool.query("UPDATE shelf.book SET version = 7 WHERE id = $1", [id])
      return applyWithToken(ana, token)
    },
  },
  "a signed change that fails": {
    ends: ["proposed", "failed"],
    run: async () => applyWithToken(ana, (await proposed("shelf.unserialisable")).token),
  },
  "a day without a signature": {
    ends: ["proposed", "expired"],
    run: async () => {
      await inTheMorning((await proposed()).proposalId)
      return sweepProposals(ana)
    },
  },
  "an effect outside that nobody knows of, settled by a person": {
    ends: ["proposed", "unknown", "applied"],
    run: async () => {
      printer.afterPrinting = async () => {
        throw new Error("paper jam")
      }
      const { token, proposalId } = await proposed("shelf.print")
      await applyWithToken(ana, token).catch(() => {})
      printer.afterPrinting = async () => {}
      await reconcile(ana, proposalId, "applied", "It lies on the tray.")
    },
  },
}

async function events(): Promise<{ status: string }[]> {
  const { rows } = await database.pool.query(
    `SELECT e.payload AS event FROM platform.delivery d JOIN platform.event e ON e.at = d.event_at AND e.id = d.event_id
     WHERE d.subscriber = 'listener.hear' ORDER BY d.id`,
  )
  return rows.map(({ event }) => event)
}
async function auditRows(): Promise<number> {
  const { rows } = await database.pool.query(
    "SELECT count(*)::int AS n FROM platform.audit WHERE thing_type IN ('ai.toolCall', 'ai.proposal')",
  )
  return rows[0].n
}

describe("the event of a tool call", () => {
  it.each(Object.keys(ENDS))("is sent once for each end of %s, beside its audit row", async (way) => {
    const { ends, run } = ENDS[way]!
    const [before, rows] = [await events(), await auditRows()]
    await run().catch(() => {})

    const sent = (await events()).slice(before.length)
    expect(sent.map(({ status }) => status).sort()).toEqual([...ends].sort())
    expect((await auditRows()) - rows).toBe(ends.length)
    for (const event of sent)
      expect(Object.keys(event).sort()).toEqual(
        ["callId", "effect", "principalId", "principalKind", "status", "toolName", "transport"].sort(),
      )
  })

  it("covers every state that a call can end in", () => {
    const all = new Set(Object.values(ENDS).flatMap(({ ends }) => ends))
    expect([...all].sort()).toEqual(
      ["applied", "declined", "executed", "expired", "failed", "proposed", "refused", "superseded", "unknown"].sort(),
    )
  })

  it("exists exactly if the change does", async () => {
    const { id, token } = await proposed()
    const before = (await events()).length
    await database.pool.query("ALTER TABLE shelf.book ADD CONSTRAINT shut CHECK (title <> 'Two') NOT VALID")
    await expect(applyWithToken(ana, token)).rejects.toThrow()
    await database.pool.query("ALTER TABLE shelf.book DROP CONSTRAINT shut")
    expect((await events()).slice(before).map(({ status }) => status)).toEqual(["failed"])
    const { rows } = await database.pool.query("SELECT version FROM shelf.book WHERE id = $1", [id])
    expect(rows[0].version).toBe(1)
  })
})
