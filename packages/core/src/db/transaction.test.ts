import { testPlatform } from "@countersign/testing"
import type pg from "pg"
import { describe, expect, it } from "vitest"
import type { Database } from "./database.ts"
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
