import { testPlatform } from "@countersign/testing"
import type pg from "pg"
import { describe, expect, it } from "vitest"
import { conditionOf } from "./conditions.ts"
import type { Database } from "./database.ts"
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
        async query(text: string, values?: unknown[]) {
          const word = text.split(" ")[0]!
          steps.push(`sent ${word}`)
          const result = await client.query(word === failing ? "not a statement" : text, values)
          steps.push(`answered ${word}`)
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
