import { testPlatform } from "@countersign/testing"
import type pg from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import { conditionOf } from "./conditions.ts"
import { type Database, openDatabase } from "./database.ts"
import { forgetOften } from "./often.ts"
import { LazyTransaction } from "./transaction.ts"

const { database } = await testPlatform({ plugins: [] })

describe("a transaction", () => {
  it("of a read sends its first statement along with its beginning", async () => {
    const { watched, steps } = watch(database)
    const transaction = new LazyTransaction(watched, "read")

    const rows = await transaction.query<{ only: string }>("SELECT current_setting('transaction_read_only') AS only")
    await transaction.commit()

    expect(rows).toEqual([{ only: "on" }])
    expect(steps.slice(0, 2)).toEqual(["sent BEGIN", "sent SELECT"])
  })

  it("of changes plans a statement that comes back once, and anew when its table has changed", async () => {
    // Other files of this process may have taken all the names there are.
    forgetOften()
    await database.pool.query("CREATE TABLE often (id int PRIMARY KEY, word text)")
    await database.pool.query("INSERT INTO often VALUES (1, 'one')")
    const read = async () => {
      const transaction = new LazyTransaction(database, "write")
      try {
        const rows = await transaction.query("SELECT * FROM often WHERE id = $1", [1])
        const [{ plans }] = (await transaction.query(
          "SELECT count(*)::int AS plans FROM pg_prepared_statements WHERE statement LIKE '%FROM often%'",
        )) as [{ plans: number }]
        return { rows, plans }
      } finally {
        await transaction.rollback()
      }
    }
    for (let times = 1; times < 10; times++) expect(await read()).toEqual({ rows: [{ id: 1, word: "one" }], plans: 0 })
    expect(await read()).toMatchObject({ plans: 1 })
    expect(await read()).toMatchObject({ plans: 1 })

    await database.pool.query("ALTER TABLE often ADD COLUMN number int DEFAULT 1")

    const error = await read().catch((cause) => cause)
    expect(conditionOf(error)).toMatchObject({ kind: "raced" })
    for (let times = 1; times < 15; times++) expect((await read()).rows).toEqual([{ id: 1, word: "one", number: 1 }])
  })

  describe("of changes, on a connection that had one before,", () => {
    /** What two statements that are asked for at once become, and how they are sent. */
    async function changeTwice(real: Database, table: string): Promise<{ steps: string[]; failed: unknown[] }> {
      const { watched, steps } = watch(real)
      const transaction = new LazyTransaction(watched, "write")
      const add = (number: number) => transaction.query(`INSERT INTO ${table} VALUES ($1)`, [number])
      const answers = await Promise.allSettled([add(1), add(2)])
      const failed = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []))
      await transaction.commit().catch((error) => {
        failed.push(error)
        return transaction.rollback()
      })
      return { steps, failed }
    }
    /** One connection, so that the second transaction gets that of the first. */
    async function openOne(table: string): Promise<Database> {
      const one = openDatabase(database.config, { poolSize: 1, onError: () => {} })
      onTestFinished(() => one.close())
      const client = await one.pool.connect()
      client.release()
      await one.pool.query(`CREATE TABLE ${table} (number int)`)
      return one
    }
    const numbersIn = async (table: string) =>
      (await database.pool.query(`SELECT number FROM ${table} ORDER BY 1`)).rows.map(({ number }) => number)

    it("sends the first statement and the beginning as one, and others once they are answered", async () => {
      const one = await openOne("opened")
      expect((await changeTwice(one, "opened")).steps.slice(0, 4)).toEqual([
        "sent BEGIN",
        "answered BEGIN",
        "sent INSERT",
        "sent INSERT",
      ])
      const { steps, failed } = await changeTwice(one, "opened")
      expect(failed).toEqual([])
      expect(steps).toEqual([
        "sent BEGIN with INSERT",
        "sent INSERT",
        "answered INSERT",
        // Its id.
        "sent SELECT",
        "answered SELECT",
        "sent COMMIT",
        "answered COMMIT",
        "kept",
      ])
      expect(await numbersIn("opened")).toEqual([1, 1, 2, 2])
    })

    it("runs neither where it cannot begin, and says so instead of committing", async () => {
      const one = await openOne("unopened")
      await changeTwice(one, "unopened")
      await one.pool.query('DEALLOCATE "begin-write"')
      const { steps, failed } = await changeTwice(one, "unopened")
      expect(failed.map((error) => (error as Error).message)).toEqual(
        Array(3).fill('prepared statement "begin-write" does not exist'),
      )
      expect(steps.at(-1)).toBe("closed")
      expect(await numbersIn("unopened")).toEqual([1, 2])
      expect((await changeTwice(one, "unopened")).failed).toEqual([])
    })

    it("begins by itself before a statement without values, which may be several", async () => {
      const one = await openOne("several")
      await changeTwice(one, "several")
      const { watched, steps } = watch(one)
      const transaction = new LazyTransaction(watched, "write")
      await transaction.query("INSERT INTO several VALUES (3); INSERT INTO several VALUES (4)")
      await transaction.rollback()
      expect(steps.slice(0, 3)).toEqual(["sent BEGIN", "answered BEGIN", "sent INSERT"])
      expect(await numbersIn("several")).toEqual([1, 2])
    })

    it("prepares a statement anew that could not be read the first time", async () => {
      const one = await openOne("misread")
      await changeTwice(one, "misread")
      const read = async () => {
        const transaction = new LazyTransaction(one, "write")
        const statement = { name: "read-unborn", text: "SELECT number FROM unborn WHERE number = $1" }
        return transaction.query(statement, [1]).finally(() => transaction.rollback())
      }
      await expect(read()).rejects.toThrow("does not exist")
      await database.pool.query("CREATE TABLE unborn AS SELECT 1 AS number")
      expect(await read()).toEqual([{ number: 1 }])
    })
  })

  it("of a change sends nothing before it has begun", async () => {
    const { watched, steps } = watch(database)
    const transaction = new LazyTransaction(watched, "write")

    await transaction.query("SELECT 1")
    await transaction.rollback()

    expect(steps.slice(0, 3)).toEqual(["sent BEGIN", "answered BEGIN", "sent SELECT"])
  })

  it("that cannot begin answers nothing, and its connection is not used again", async () => {
    for (const mode of ["read", "write"] as const) {
      const { watched, steps } = watch(database, { failing: "BEGIN" })
      const transaction = new LazyTransaction(watched, mode)

      await expect(transaction.query("SELECT 1")).rejects.toThrow("syntax error")
      await transaction.rollback()
      await expect.poll(() => steps.at(-1)).toBe("closed")
    }
  })
})

/** A database that tells what is sent over the connection it hands out, and when it is answered. */
function watch(real: Database, { failing = "" } = {}): { watched: Database; steps: string[] } {
  const steps: string[] = []
  const pool = {
    async connect() {
      const client = await real.pool.connect()
      return {
        connection: (client as unknown as { connection: object }).connection,
        async query(asked: string | { text: string; opens?: string }, values?: unknown[]) {
          const { text, opens } = typeof asked === "string" ? { text: asked } : asked
          const word = text.split(" ")[0]!
          steps.push(opens ? `sent ${opens} with ${word}` : `sent ${word}`)
          const result = await client.query(word === failing ? "not a statement" : (asked as string), values)
          if (!opens) steps.push(`answered ${word}`)
          return result
        },
        release(broken?: boolean) {
          steps.push(broken ? "closed" : "kept")
          client.release(broken)
        },
      }
    },
  }
  return { watched: { ...real, pool: pool as unknown as pg.Pool }, steps }
}
