import { testPlatform } from "@countersign/testing"
import { type SQL, sql } from "drizzle-orm"
import type pg from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import { z } from "zod"
import { defineAccess } from "../contract/access.ts"
import { defineContract, procedure } from "../contract/procedure.ts"
import { definePlugin } from "../define-plugin.ts"
import { ConflictError } from "../errors.ts"
import type { Ctx } from "./ctx.ts"
import { implement } from "./implement.ts"

const noteAccess = defineAccess("race.note", { manage: "Work with notes" })
const work = { effect: "mutate", access: noteAccess.manage, input: z.object({}), output: z.object({}) } as const

const contract = defineContract("race", {
  run: procedure({ ...work, summary: "Do what the test says." }),
  inner: procedure({ ...work, summary: "Do what the test says, inside." }),
  measure: procedure({ ...work, summary: "Record.", access: "internal", recordedIn: "race.run" }),
})

type Doing = (ctx: Ctx) => Promise<unknown>
const doing: { run: Doing; inner: Doing } = { run: async () => {}, inner: async () => {} }

const racePlugin = definePlugin({
  id: "race",
  contract,
  access: [noteAccess],
  migrations: [
    {
      name: "0001-note",
      sql: `CREATE TABLE race.note (id int PRIMARY KEY, text text NOT NULL);
        CREATE TABLE race.run (at timestamptz NOT NULL DEFAULT now());
        CREATE TRIGGER append_only BEFORE UPDATE ON race.run FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update();
        INSERT INTO race.note VALUES (1, 'one');
        CREATE FUNCTION race.hide() RETURNS int LANGUAGE sql AS 'INSERT INTO race.note VALUES (9, $$hidden$$) RETURNING id';
        CREATE FUNCTION race.look() RETURNS int STABLE LANGUAGE sql AS 'SELECT 1';`,
    },
  ],
  verbs: {
    run: implement(contract.run, async (ctx) => {
      await doing.run(ctx)
      return {}
    }),
    inner: implement(contract.inner, async (ctx) => {
      await doing.inner(ctx)
      return {}
    }),
    measure: implement(contract.measure, async (ctx) => {
      await ctx.tx.execute(sql`INSERT INTO race.run DEFAULT VALUES`)
      return {}
    }),
  },
})

const { platform, database, as, trail } = await testPlatform({ plugins: [racePlugin] })
const ana = await as("ana")
const run = (does: Doing) => {
  doing.run = does
  return platform.call(ana, contract.run, {})
}
const executing = (statement: SQL) => (ctx: Ctx) => ctx.tx.execute(statement)
const inner = (does: Doing) => (ctx: Ctx) => {
  doing.inner = does
  return ctx.call(contract.inner, {})
}
const UNAUDITED = "changed something without ctx.audit"
const CHANGE = sql`UPDATE race.note SET text = 'two' WHERE id = 1`
const REFUSED: Doing = async (ctx) => {
  await ctx.tx.execute(CHANGE)
  throw new ConflictError("Too late.")
}

describe("a verb that says nothing of a change", () => {
  it.each<[string, Doing]>([
    ["locked a row", executing(sql`SELECT FROM race.note FOR UPDATE`)],
    ["updated no row", executing(sql`UPDATE race.note SET text = 'x' WHERE id = 7`)],
    ["found its row there already", executing(sql`INSERT INTO race.note VALUES (1, 'x') ON CONFLICT DO NOTHING`)],
    ["asked a function that cannot write", executing(sql`SELECT race.look() FROM race.note FOR UPDATE`)],
    ["took a lock by name", (ctx) => ctx.lock("one")],
    [
      "called a verb that locked",
      async (ctx) => {
        await ctx.tx.execute(sql`SELECT FROM race.note FOR UPDATE`)
        await inner(executing(sql`SELECT FROM race.note FOR UPDATE`))(ctx)
      },
    ],
    [
      "called a verb that changed something and was undone",
      async (ctx) => {
        await inner(REFUSED)(ctx).catch(() => {})
        await ctx.tx.execute(sql`UPDATE race.note SET text = 'x' WHERE id = 7`)
      },
    ],
    [
      "called a verb that hid its change and was undone",
      async (ctx) => {
        await inner(async (nested) => {
          await nested.tx.execute(sql`SELECT race.hide()`)
          await inner(REFUSED)(nested)
        })(ctx).catch(() => {})
      },
    ],
  ])("has changed nothing when it only %s", async (_, does) => {
    await expect(run(does)).resolves.toEqual({})
  })

  it.each<[string, Doing]>([
    ["changed a row", executing(CHANGE)],
    ["changed a row in a WITH", executing(sql`WITH c AS (UPDATE race.note SET text = 'x' RETURNING id) SELECT 1`)],
    [
      "changed a row in a WITH whose outer statement changed none",
      executing(sql`WITH c AS (UPDATE race.note SET text = 'x' RETURNING id) DELETE FROM race.note WHERE id = 7`),
    ],
    ["let a function do it", executing(sql`SELECT race.hide()`)],
    [
      "let a function do it that a change of no row calls",
      executing(sql`UPDATE race.note SET text = 'x' WHERE race.hide() = 0`),
    ],
    ["called a verb that did not say so either", inner(executing(CHANGE))],
    [
      "changed something after a nested call was undone",
      async (ctx) => {
        await inner(REFUSED)(ctx).catch(() => {})
        await ctx.tx.execute(CHANGE)
      },
    ],
    [
      "changed something while a nested call ran that was undone later",
      async (ctx) => {
        await ctx.tx.execute(CHANGE)
        await Promise.all([inner(REFUSED)(ctx).catch(() => {}), ctx.tx.execute(sql`SELECT 1`)])
      },
    ],
  ])("is undone when it %s", async (_, does) => {
    await expect(run(does)).rejects.toThrow(UNAUDITED)
    const { rows } = await database.pool.query("SELECT id, text FROM race.note")
    expect(rows).toEqual([{ id: 1, text: "one" }])
  })

  it("has changed nothing when it waited for another and lost", async () => {
    const other = await changing("UPDATE race.note SET text = 'other' WHERE id = 1")
    const late = run(executing(sql`UPDATE race.note SET text = 'mine' WHERE text = 'one'`))
    await somebodyWaits()
    await other.query("COMMIT")
    await expect(late).resolves.toEqual({})
    await database.pool.query("UPDATE race.note SET text = 'one' WHERE id = 1")
  })

  it("owes nothing for what a verb inside of it recorded", async () => {
    const service = { ...ana, principal: { ...ana.principal, kind: "service" as const, id: "service:race" } }
    doing.run = (ctx) => ctx.call(contract.measure, {})
    await platform.call(service, contract.run, {})
    expect((await database.pool.query("SELECT FROM race.run")).rowCount).toBe(1)
    expect(await trail()).toEqual([])

    doing.run = async (ctx) => {
      await ctx.call(contract.measure, {})
      await ctx.tx.execute(CHANGE)
    }
    await expect(platform.call(service, contract.run, {})).rejects.toThrow(UNAUDITED)
  })

  it("asks the database nothing about what it did", async () => {
    const sent = await statementsOf(() => run(executing(sql`SELECT FROM race.note FOR UPDATE`)))
    expect(sent).toEqual(["BEGIN", "SELECT FROM race.note FOR UPDATE", "COMMIT"])
  })
})

describe("ctx.lock", () => {
  it("lets one at a time hold a name, and everybody hold names of their own", async () => {
    const order: string[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const first = run(async (ctx) => {
      await ctx.lock("window")
      order.push("first holds it")
      await held
      order.push("first lets go")
    })
    await expect.poll(() => order).toEqual(["first holds it"])
    await run(async (ctx) => {
      await ctx.lock("another window")
      order.push("another holds another")
    })
    const second = run(async (ctx) => {
      await ctx.lock("window")
      order.push("second holds it")
    })
    await somebodyWaits()
    release()
    await Promise.all([first, second])

    expect(order).toEqual(["first holds it", "another holds another", "first lets go", "second holds it"])
  })
})

async function changing(...statements: string[]): Promise<pg.PoolClient> {
  const client = await database.pool.connect()
  onTestFinished(() => client.release())
  await client.query("BEGIN")
  for (const statement of statements) await client.query(statement)
  return client
}

async function somebodyWaits(): Promise<void> {
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBeGreaterThan(0)
}

async function statementsOf(does: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const client = await database.pool.connect()
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown }
  client.release()
  const { query } = prototype
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const [statement] = args as [string | { text: string }]
    sent.push(typeof statement === "string" ? statement : statement.text)
    return query.apply(this, args)
  }
  try {
    await does()
  } finally {
    prototype.query = query
  }
  return sent
}
