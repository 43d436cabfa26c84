import { testPlatform } from "@countersign/testing"
import { sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { defineAccess } from "../contract/access.ts"
import { defineContract, procedure } from "../contract/procedure.ts"
import { definePlugin } from "../define-plugin.ts"
import { ConflictError } from "../errors.ts"
import { hearChanges, type ResourceChange } from "../signals/changes.ts"
import { implement } from "./implement.ts"
import { job } from "./points/job.ts"
import { route } from "./points/route.ts"

const noteAccess = defineAccess("probe.note", { read: "See notes", manage: "Write notes" })
const Note = z.object({ id: z.string(), text: z.string(), version: z.int() })
const anything = { input: z.object({}), output: z.object({}) }

const contract = defineContract("probe", {
  count: procedure({
    summary: "Count.",
    effect: "read",
    access: noteAccess.read,
    input: z.object({}),
    output: z.object({ count: z.int() }),
  }),
  add: procedure({
    summary: "Add.",
    effect: "mutate",
    access: noteAccess.manage,
    input: z.object({ text: z.string() }),
    output: Note,
  }),
  addUnaudited: procedure({ summary: "Add silently.", effect: "mutate", access: noteAccess.manage, ...anything }),
  readThatWrites: procedure({ summary: "Lie.", effect: "read", access: noteAccess.read, ...anything }),
  readThatCallsAdd: procedure({ summary: "Lie by proxy.", effect: "read", access: noteAccess.read, ...anything }),
  addTwo: procedure({
    summary: "Add two.",
    effect: "mutate",
    access: noteAccess.manage,
    input: z.object({ failSecond: z.boolean() }),
    output: z.object({ added: z.int() }),
  }),
  addAfterRead: procedure({ summary: "Read, then add.", effect: "mutate", access: noteAccess.manage, ...anything }),
  nestedReadWrites: procedure({
    summary: "Call a read that writes.",
    effect: "mutate",
    access: noteAccess.manage,
    ...anything,
  }),
  leak: procedure({ summary: "Return too much.", effect: "read", access: noteAccess.read, ...anything }),
  breakPromise: procedure({
    summary: "Return too little.",
    effect: "read",
    access: noteAccess.read,
    input: z.object({}),
    output: z.object({ count: z.int() }),
  }),
  think: procedure({
    summary: "Touch no data.",
    effect: "mutate",
    access: noteAccess.manage,
    input: z.object({}),
    output: z.object({ opened: z.boolean() }),
  }),
  housekeeping: procedure({ summary: "The platform's own.", effect: "mutate", access: "internal", ...anything }),
})

const insert = (text: string) => sql`INSERT INTO probe.note (text) VALUES (${text}) RETURNING id::text, text, version`
const count = implement(contract.count, async (ctx) => {
  const { rows } = await ctx.tx.execute<{ count: number }>(sql`SELECT count(*)::int AS count FROM probe.note`)
  return { count: rows[0]!.count }
})
const add = implement(contract.add, async (ctx, { text }) => {
  const { rows } = await ctx.tx.execute<z.infer<typeof Note>>(insert(text))
  if (text === "refuse me") throw new ConflictError("Not this one.")
  ctx.audit({ after: rows[0]! })
  return rows[0]!
})
const addUnaudited = implement(contract.addUnaudited, async (ctx) => {
  await ctx.tx.execute(insert("silent"))
  return {}
})
const readThatWrites = implement(contract.readThatWrites, async (ctx) => {
  await ctx.tx.execute(insert("written by a read"))
  return {}
})
const readThatCallsAdd = implement(contract.readThatCallsAdd, async (ctx) => {
  await ctx.call(contract.add, { text: "by proxy" })
  return {}
})
const addTwo = implement(contract.addTwo, async (ctx, { failSecond }) => {
  const results = await Promise.allSettled([
    ctx.call(contract.add, { text: "first" }),
    ctx.call(contract.add, { text: failSecond ? "refuse me" : "second" }),
  ])
  return { added: results.filter((result) => result.status === "fulfilled").length }
})
const addAfterRead = implement(contract.addAfterRead, async (ctx) => {
  await ctx.call(contract.count, {})
  await ctx.call(contract.add, { text: "after a read" })
  return {}
})
const nestedReadWrites = implement(contract.nestedReadWrites, async (ctx) => {
  await ctx.call(contract.readThatWrites, {})
  return {}
})
const leak = implement(contract.leak, async () => ({ passwordHash: "x" }) as never)
const breakPromise = implement(contract.breakPromise, async () => ({}) as { count: number })
const think = implement(contract.think, async (ctx) => ({ opened: ctx.frame.transaction.opened }))
const housekeeping = implement(contract.housekeeping, async () => ({}))

const probePlugin = definePlugin({
  id: "probe",
  contract,
  access: [noteAccess],
  migrations: [
    {
      name: "0001-note",
      sql: "CREATE TABLE probe.note (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), text text NOT NULL, version integer NOT NULL DEFAULT 1)",
    },
  ],
  verbs: {
    count,
    add,
    addUnaudited,
    readThatWrites,
    readThatCallsAdd,
    addTwo,
    addAfterRead,
    nestedReadWrites,
    leak,
    breakPromise,
    think,
    housekeeping,
  },
})

const { platform, as, trail, database } = await testPlatform({ plugins: [probePlugin] })
const total = async () => Number((await database.pool.query("SELECT count(*) FROM probe.note")).rows[0].count)

describe("implement", () => {
  it("rolls back a change that nobody wrote down", async () => {
    const before = await total()
    await expect(addUnaudited(await as("ana"), {})).rejects.toThrow("changed something without ctx.audit")
    expect(await total()).toBe(before)
  })

  it("commits a change together with its audit row", async () => {
    const note = await add(await as("ana"), { text: "hello" })
    expect((await trail("probe.add")).at(-1)).toMatchObject({
      thing_id: note.id,
      after: { text: "hello" },
      before: null,
    })
  })

  it("writes down a text with the letters of an escape in it", async () => {
    const text = String.raw`"\u0000 \\u0000 \ud800 \n`
    await add(await as("ana"), { text })
    expect((await trail("probe.add")).at(-1)).toMatchObject({ after: { text } })
  })

  it("lets the database refuse a read that writes, and leaves an audit row", async () => {
    const before = await total()
    await expect(readThatWrites(await as("ana"), {})).rejects.toThrow("is declared a read but tried to write")
    expect(await total()).toBe(before)
    expect(await trail("probe.readThatWrites")).toMatchObject([{ outcome: "refused" }])
  })

  it("refuses a read that calls a changing verb", async () => {
    await expect(readThatCallsAdd(await as("ana"), {})).rejects.toThrow("is declared a read but calls probe.add")
  })

  it("holds a read to reading even inside a verb that may write", async () => {
    const before = await total()
    await expect(nestedReadWrites(await as("ana"), {})).rejects.toThrow("tried to write")
    expect(await total()).toBe(before)
  })

  it("can write again after a nested read ended", async () => {
    const before = await total()
    await addAfterRead(await as("ana"), {})
    expect(await total()).toBe(before + 1)
  })

  it("undoes only the nested call that failed, even when siblings run together", async () => {
    const before = await total()
    const rows = (await trail("probe.add")).length

    const { added } = await addTwo(await as("ana"), { failSecond: true })

    expect(added).toBe(1)
    expect(await total()).toBe(before + 1)
    expect(await trail("probe.add")).toHaveLength(rows + 1)
  })

  it("lets nothing out that the contract does not name", async () => {
    expect(await leak(await as("ana"), {})).toEqual({})
    await expect(breakPromise(await as("ana"), {})).rejects.toThrow("returned what its contract does not promise")
  })

  it("announces the things it wrote down, and all of its resource where it wrote down none of it", async () => {
    const heard: ResourceChange[] = []
    const forget = hearChanges(platform.signals, (change) => heard.push(change), { atOnce: true })

    const note = await add(await as("ana"), { text: "heard" })
    expect(heard.splice(0)).toEqual([{ resource: "probe.note", id: note.id }])

    // It calls `add` twice, of which one fails, and writes down nothing itself.
    await addTwo(await as("ana"), { failSecond: true })
    expect(heard.splice(0)).toEqual([{ resource: "probe.note" }])
    forget()
  })

  it("holds no connection for a verb that touches no data", async () => {
    expect(await think(await as("ana"), {})).toEqual({ opened: false })
  })

  it("keeps the platform's own verbs from everyone, administrators included", async () => {
    await expect(housekeeping(await as("root", "administrator"), {})).rejects.toThrow("is the platform's own")
  })

  it("makes the only value that routes and jobs accept", () => {
    const plain = async () => ({})
    // @ts-expect-error a plain function is not a verb
    job("probe.plain", plain)
    // @ts-expect-error a plain function is not a verb
    route("GET /plain", plain, { readInput: () => ({}), respond: () => new Response() })
    // @ts-expect-error a plain function is not a verb
    expect(() => definePlugin({ id: "plain", contract, verbs: { ...probePlugin.verbs, count: plain } })).not.toThrow()
    expect(job("probe.add", add).verb).toBe(add)
  })
})
