import { testPlatform } from "@countersign/testing"
import { sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { defineAccess } from "../contract/access.ts"
import { defineContract, procedure } from "../contract/procedure.ts"
import { createPlatform } from "../create-platform.ts"
import { definePlugin } from "../define-plugin.ts"
import { silentLog } from "../log.ts"
import { implement } from "./implement.ts"

const access = defineAccess("shelf.book", { read: "See books", manage: "Change books" }, { teamScoped: true })
const contract = defineContract("shelf", {
  list: procedure({
    summary: "List.",
    effect: "read",
    access: access.read,
    scope: { by: "list" },
    input: z.object({}),
    output: z.object({ ids: z.array(z.string()) }),
  }),
  get: procedure({
    summary: "Get.",
    effect: "read",
    access: access.read,
    scope: { by: "input", path: "id", level: "viewer" },
    input: z.object({ id: z.string() }),
    output: z.object({ id: z.string() }),
  }),
  touch: procedure({
    summary: "Touch.",
    effect: "mutate",
    access: access.manage,
    scope: { by: "input", path: "id", level: "editor" },
    input: z.object({ id: z.string() }),
    output: z.object({}),
  }),
  listUnfiltered: procedure({
    summary: "Forget to filter.",
    effect: "read",
    access: access.read,
    scope: { by: "list" },
    input: z.object({}),
    output: z.object({}),
  }),
})
const BOOKS = ["open", "granted", "private"]
const verbs = {
  list: implement(contract.list, async (ctx) => {
    const books = sql`(VALUES ('open'), ('granted'), ('private')) AS book(id)`
    const { rows } = await ctx.tx.execute<{ id: string }>(
      sql`SELECT id FROM ${books} WHERE ${ctx.reach(sql`book.id`)} ORDER BY id`,
    )
    return { ids: rows.map((row) => row.id) }
  }),
  get: implement(contract.get, async (_ctx, { id }) => ({ id })),
  touch: implement(contract.touch, async (ctx, { id }) => {
    ctx.audit({ thing: { id } })
    return {}
  }),
  listUnfiltered: implement(contract.listUnfiltered, async () => ({})),
}
const shelf = definePlugin({ id: "shelf", contract, access: [access], verbs })

const { as, asHolderOf, grant, makePrivate, database } = await testPlatform({ plugins: [shelf] })
await makePrivate("shelf.book", "private")

/** Which books of each kind this caller may see and change. */
async function reachOf(caller: Awaited<ReturnType<typeof as>>) {
  const sees: string[] = []
  const changes: string[] = []
  for (const id of BOOKS) {
    await verbs.get(caller, { id }).then(
      () => sees.push(id),
      () => {},
    )
    await verbs.touch(caller, { id }).then(
      () => changes.push(id),
      () => {},
    )
  }
  const listed = await verbs.list(caller, {}).then(
    ({ ids }) => ids,
    () => [],
  )
  expect(listed).toEqual([...sees].sort())
  return { sees, changes }
}

describe("reach", () => {
  it("gives the rule everything that is not private, administrators included", async () => {
    expect(await reachOf(await as("vera", "viewer"))).toEqual({ sees: ["open", "granted"], changes: [] })
    expect(await reachOf(await as("ana", "operator"))).toEqual({
      sees: ["open", "granted"],
      changes: ["open", "granted"],
    })
    expect(await reachOf(await as("root", "administrator"))).toEqual({
      sees: ["open", "granted"],
      changes: ["open", "granted"],
    })
  })

  it("gives a grant its one thing, private or not, up to its level", async () => {
    await grant("tess", "viewer", "shelf.book", "granted")
    await grant("eli", "editor", "shelf.book", "private")
    expect(await reachOf(await asHolderOf("tess", []))).toEqual({ sees: ["granted"], changes: [] })
    expect(await reachOf(await asHolderOf("eli", []))).toEqual({ sees: ["private"], changes: ["private"] })
  })

  it("adds a grant to what the rule gives", async () => {
    await grant("kim", "viewer", "shelf.book", "private")
    expect(await reachOf(await as("kim", "viewer"))).toEqual({ sees: BOOKS, changes: [] })
  })

  it("answers for what is not yours exactly as for what is gone", async () => {
    const vera = await as("vera", "viewer")
    const tess = await asHolderOf("tess", [])
    const [hidden, gone] = await Promise.allSettled([
      verbs.get(vera, { id: "private" }),
      verbs.get(tess, { id: "nowhere" }),
    ])
    const message = (result: PromiseSettledResult<unknown>) =>
      (result as PromiseRejectedResult).reason.message.replace(/private|nowhere/, "X")
    expect(message(hidden)).toBe(message(gone))
  })

  it("is not deceived by an id in capitals", async () => {
    const id = "0b5f2c1e-7f3c-4a7b-9a55-3c1d5e8f9a00"
    await makePrivate("shelf.book", id)
    await expect(verbs.get(await as("vera", "viewer"), { id: id.toUpperCase() })).rejects.toThrow("does not exist")
  })

  it("refuses at the door whoever has neither rule nor any grant", async () => {
    await expect(verbs.list(await asHolderOf("nobody", []), {})).rejects.toThrow(
      "Nobody lacks the permission shelf.book.read.",
    )
  })

  it("fails closed when a handler forgets to narrow its list", async () => {
    await expect(verbs.listUnfiltered(await as("ana"), {})).rejects.toThrow("never asked ctx.reach")
  })

  it("stops the start when a procedure on a team-scopable resource does not say how it is scoped", () => {
    const unscoped = defineContract("shelf", { get: procedure({ ...plain(), access: access.read }) })
    const plugin = definePlugin({
      id: "shelf",
      contract: unscoped,
      access: [access],
      verbs: { get: implement(unscoped.get, async () => ({})) },
    })
    expect(() => createPlatform({ plugins: [plugin], database, secret: "s".repeat(32), log: silentLog })).toThrow(
      "does not say how it is scoped",
    )
  })
})

function plain() {
  return { summary: "Get.", effect: "read" as const, input: z.object({}), output: z.object({}) }
}
