import { createHash } from "node:crypto"
import { personId, testPlatform } from "@countersign/testing"
import { sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { implement } from "../../access/implement.ts"
import { defineAccess } from "../../contract/access.ts"
import { accessThrough } from "../../contract/kit/inherited-access.ts"
import { timelineContract } from "../../contract/kit/timeline.ts"
import { defineContract, procedure } from "../../contract/procedure.ts"
import { definePlugin } from "../../define-plugin.ts"
import { inherits } from "../inherits/inherits.ts"
import { timeline } from "./timeline.ts"
import { timelineTables } from "./timeline-tables.ts"

const berthAccess = defineAccess("harbour.berth", { read: "See berths" }, { teamScoped: true })
const repairAccess = defineAccess("harbour.repair", { read: "See repairs", manage: "Change repairs" })
const byBerth = accessThrough("harbour.berth", repairAccess)
const RepairId = z.uuid().toLowerCase()

/** Nobody moves a repair by an update: `moves` is left out. */
const shared = timelineContract({
  noun: "repair",
  id: RepairId,
  access: byBerth,
  status: z.enum(["planned", "done"]),
  fields: ["name", "urgent", "berths", "crew"],
})
const contract = defineContract("harbour", {
  ...shared.procedures,
  edit: procedure({
    summary: "Edit a repair.",
    ...byBerth.changing,
    input: z.object({ id: RepairId, name: z.string(), crew: z.array(z.string()) }),
    output: z.object({}),
  }),
  get: procedure({
    summary: "Read a repair.",
    ...byBerth.reading,
    input: z.object({ id: RepairId }),
    output: z.object(shared.detail),
  }),
})

interface Repair {
  id: string
  name: string
  status: "planned" | "done"
  berthIds: string[]
  version: number
}

const repairs = inherits<Repair>(byBerth, {
  of: "harbour.repair",
  table: "harbour.repair_berth",
  owner: "repair_id",
  column: "berth_id",
  name: "name",
  parentIds: "berthIds",
  columns: sql`repair.id, repair.name, repair.status, repair.version`,
  words: { findParents: "harbour.listBerths" },
})
const log = timeline(repairs, contract, {
  fields: shared.fields,
  refersTo: { berths: "harbour.berth", crew: "harbour.sailor" },
  card: async (_ctx, { id, name, status, version }) => ({ id, name, status, version }),
})
const { addUpdate, editUpdate, listUpdates, listRevisions, addLink, erasePerson } = log.verbs
const verbs = {
  ...log.verbs,
  edit: implement(contract.edit, async (ctx, { id, name, crew }) => {
    const before = await repairs.hold(ctx, id)
    const at = await ctx.now()
    await repairs.change(ctx.tx, id, { name }, { at })
    await log.recordEdit(ctx, id, at, { ...before, urgent: false, crew: ["kim"] }, { name, urgent: true, crew })
    ctx.audit({ thing: { id, name } })
    return {}
  }),
  get: implement(contract.get, async (ctx, { id }) => log.detail(ctx, await repairs.read(ctx, id))),
}
const harbour = definePlugin({
  id: "harbour",
  contract,
  access: [berthAccess, repairAccess],
  migrations: [
    {
      name: "0001-create-repairs",
      sql: `CREATE TABLE harbour.repair (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text NOT NULL,
          status text NOT NULL DEFAULT 'planned', version integer NOT NULL DEFAULT 1, updated_at timestamptz NOT NULL DEFAULT now());
        CREATE TABLE harbour.repair_berth (repair_id uuid NOT NULL REFERENCES harbour.repair ON DELETE CASCADE,
          berth_id uuid NOT NULL, PRIMARY KEY (repair_id, berth_id));
        ${timelineTables("harbour", "repair", ["planned", "done"])}`,
    },
  ],
  verbs,
  tools: log.tools,
  things: [
    repairs.kind,
    { type: "harbour.sailor", namesOf: async (_caller, ids) => new Map(ids.map((id) => [id, `Sailor ${id}`])) },
  ],
  erasePerson,
})

const { platform, as, database } = await testPlatform({ plugins: [harbour] })
const [ana, vera] = [await as("ana"), await as("vera", "viewer")]

describe("a timeline in tables of the kit", () => {
  it("takes updates, links and edits of a thing that no update moves", async () => {
    const id = await insertRepair("Mast")

    await addUpdate(ana, { id, message: "Wood has come.", visibility: "public" })
    await addLink(ana, { id, label: "Plan", url: "https://example.com/plan" })
    await addUpdate(ana, { id, message: "It is the wrong wood.", visibility: "internal" })

    expect(await verbs.get(vera, { id })).toMatchObject({
      updates: [{ message: "Wood has come.", status: null, author: { name: "Ana" } }],
      links: [{ label: "Plan", addedBy: { name: "Ana" } }],
    })
    expect((await listUpdates(ana, { id })).items.map(({ message }) => message)).toEqual([
      "It is the wrong wood.",
      "Wood has come.",
    ])
    await expect(addUpdate(ana, { id, message: " " })).rejects.toThrow("Write what there is to say.")
    await expect(addUpdate(ana, { id, message: "Over.", status: "done" } as never)).rejects.toThrow(
      "Known are id, message, visibility.",
    )
  })

  it("tells what was edited in the order of the fields, with the names of other plugins' things", async () => {
    const id = await insertRepair("Keel")
    await verbs.edit(ana, { id, name: "Keel and hull", crew: ["kim", "lee"] })

    const { items } = await listRevisions(vera, { id })

    expect(items).toMatchObject([
      {
        kind: "repairEdited",
        changes: [
          { field: "name", before: "Keel", after: "Keel and hull" },
          { field: "urgent", before: "no", after: "yes" },
          { field: "crew", before: "Sailor kim", after: "Sailor kim, Sailor lee" },
        ],
      },
    ])
  })

  it("names nobody who was erased, in any of its tables", async () => {
    const [id, zoe] = [await insertRepair("Rudder"), await as("zoe")]
    const { id: updateId } = await addUpdate(zoe, { id, message: "Mine" })
    await editUpdate(zoe, { id, updateId, version: 1, message: "Still mine" })
    await addLink(zoe, { id, label: "Plan", url: "https://example.com" })
    const service = platform.caller({ ...ana.principal, kind: "service", id: "service:test", name: "test" }, "job")

    expect(await erasePerson(service, { personId: personId("zoe"), name: "Former person 1" })).toEqual({ renamed: 3 })
  })

  it("offers models the four tools over it", () => {
    const names = ana.runtime.tools.tools.filter(({ plugin }) => plugin === "harbour").map(({ name }) => name)
    expect(names).toEqual(["harbour.addLink", "harbour.addUpdate", "harbour.deleteUpdate", "harbour.removeLink"])
  })
})

describe("timelineTables", () => {
  it("makes the text that released migrations are made of, for ever", () => {
    const text = timelineTables("harbour", "repair", ["planned", "done"])
    expect(createHash("sha256").update(text).digest("hex")).toBe(
      "0e3b7b383148c684a7c167b6459847100f75caa79b7bcc63681bee6bc6af6c59",
    )
  })
})

async function insertRepair(name: string): Promise<string> {
  const { rows } = await database.pool.query(
    `WITH made AS (INSERT INTO harbour.repair (name) VALUES ($1) RETURNING id)
     INSERT INTO harbour.repair_berth SELECT id, gen_random_uuid() FROM made RETURNING repair_id AS id`,
    [name],
  )
  return rows[0].id
}
