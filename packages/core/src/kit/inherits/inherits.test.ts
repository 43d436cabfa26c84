import { testPlatform } from "@countersign/testing"
import { sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { implement } from "../../access/implement.ts"
import { defineAccess } from "../../contract/access.ts"
import { accessThrough } from "../../contract/kit/inherited-access.ts"
import { defineContract, procedure } from "../../contract/procedure.ts"
import { definePlugin } from "../../define-plugin.ts"
import { inherits } from "./inherits.ts"

const treeAccess = defineAccess("orchard.tree", { read: "See trees" }, { teamScoped: true })
const nestAccess = defineAccess("orchard.nest", { read: "See nests", manage: "Change nests" })
const byTree = accessThrough("orchard.tree", nestAccess)

interface Nest {
  id: string
  label: string
  treeIds: string[]
  version: number
}

/** Each nest is in one tree, which its own row names. Their table goes by a word that SQL keeps for itself. */
const nests = inherits<Nest>(byTree, {
  of: "orchard.order",
  table: "orchard.order",
  owner: "id",
  column: "tree_id",
  name: "label",
  parentIds: "treeIds",
  columns: sql`"order".id, "order".label, "order".version`,
  words: { findParents: "orchard.listTrees" },
})

const Id = z.object({ id: z.uuid() })
const contract = defineContract("orchard", {
  get: procedure({ summary: "Read a nest.", ...byTree.reading, input: Id, output: z.object({ label: z.string() }) }),
  list: procedure({
    summary: "List nests.",
    ...byTree.reading,
    input: z.object({}),
    output: z.object({ labels: z.array(z.string()) }),
  }),
  rename: procedure({ summary: "Call it otherwise.", ...byTree.changing, input: Id, output: z.object({}) }),
  fell: procedure({
    summary: "Forget a tree.",
    effect: "destructive",
    access: "internal",
    input: Id,
    output: z.object({ nests: z.int() }),
  }),
})
const verbs = {
  get: implement(contract.get, (ctx, { id }) => nests.read(ctx, id)),
  list: implement(contract.list, async (ctx) => {
    const request = { sort: "label", direction: "asc", limit: 10 } as const
    const { items } = await nests.list(ctx, request, { label: { expression: sql`"order".label`, type: "text" } })
    return { labels: items.map(({ label }) => label) }
  }),
  rename: implement(contract.rename, async (ctx, { id }) => {
    const before = await nests.hold(ctx, id)
    await nests.change(ctx.tx, id, { label: `${before.label}, renamed` }, { at: await ctx.now() })
    ctx.audit({ thing: { id, name: before.label } })
    return {}
  }),
  fell: implement(contract.fell, async (ctx, { id }) => ({
    nests: await nests.forget(ctx, id, async (before) => {
      await ctx.tx.execute(sql`DELETE FROM orchard.order WHERE id = ${before.id}::uuid`)
      ctx.audit({ thing: { type: "orchard.nest", id: before.id, name: before.label }, after: null })
    }),
  })),
}
const orchard = definePlugin({
  id: "orchard",
  contract,
  access: [treeAccess, nestAccess],
  migrations: [
    {
      name: "0001-create-nests",
      sql: `CREATE TABLE orchard.order (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), label text NOT NULL, tree_id uuid NOT NULL,
        version integer NOT NULL DEFAULT 1, updated_at timestamptz NOT NULL DEFAULT now())`,
    },
  ],
  verbs,
  things: [nests.kind],
})

const { platform, as, asHolderOf, anonymous, grant, makePrivate, database } = await testPlatform({ plugins: [orchard] })
const [oak, elm] = [crypto.randomUUID(), crypto.randomUUID()]
const owl = await insertNest("Owl", oak)
const jay = await insertNest("Jay", elm)
await makePrivate("orchard.tree", elm)
await grant("ed", "editor", "orchard.tree", elm)
await grant("vic", "viewer", "orchard.tree", elm)
const [ed, vic, ben] = [await asHolderOf("ed", []), await asHolderOf("vic", []), await as("ben", "viewer")]

describe("things whose parent stands in their own row", () => {
  it("are seen by the rule where the parent is not private, and by a grant on it", async () => {
    expect(await verbs.list(ben, {})).toEqual({ labels: ["Owl"] })
    expect(await verbs.list(vic, {})).toEqual({ labels: ["Jay"] })
    await expect(verbs.get(ben, { id: jay })).rejects.toThrow(
      `No nest has the id ${jay}, or it is not yours to see. List them with orchard.list to find the right one.`,
    )
  })

  it("are changed by those who may change something on the parent, counting the version", async () => {
    await grant("vera", "editor", "orchard.tree", oak)
    await grant("vera", "viewer", "orchard.tree", elm)
    const vera = await asHolderOf("vera", [])

    await verbs.rename(ed, { id: jay })
    expect(await verbs.get(vic, { id: jay })).toEqual({ label: "Jay, renamed" })
    await expect(verbs.rename(vera, { id: jay })).rejects.toThrow('Vera may see "Jay, renamed" but not change it')
  })

  it("go as their plugin says once the parent is deleted, and once only", async () => {
    const service = platform.caller({ ...ben.principal, kind: "service", id: "service:test", name: "test" }, "job")
    const ash = crypto.randomUUID()
    const kite = await insertNest("Kite", ash)

    expect(await verbs.fell(service, { id: ash })).toEqual({ nests: 1 })
    expect(await verbs.fell(service, { id: ash })).toEqual({ nests: 0 })
    await expect(verbs.get(ben, { id: kite })).rejects.toThrow("No nest has the id")
  })
})

describe("the kind of such things", () => {
  it("names those within reach, whatever case an id is written in, and tells their versions", async () => {
    const ids = [owl.toUpperCase(), jay, "no id"]

    expect(await nests.kind.namesOf(ben, ids)).toEqual(new Map([[owl.toUpperCase(), "Owl"]]))
    expect(await nests.kind.versionsOf?.(vic, ids)).toEqual(new Map([[jay, 2]]))
  })

  it("names nothing to strangers and to those without any right", async () => {
    expect(await nests.kind.namesOf(await anonymous(), [owl])).toEqual(new Map())
    expect(await nests.kind.namesOf(await asHolderOf("ned", []), [owl])).toEqual(new Map())
  })
})

async function insertNest(label: string, treeId: string): Promise<string> {
  const values = [label, treeId]
  const { rows } = await database.pool.query(
    "INSERT INTO orchard.order (label, tree_id) VALUES ($1, $2) RETURNING id",
    values,
  )
  return rows[0].id
}
