import { databaseFromTemplate } from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"
import { openDatabase } from "./database.ts"
import { gather } from "./gather.ts"

const { config, drop } = await databaseFromTemplate(inject("postgres"), [])
const database = openDatabase(config, { poolSize: 4, onError: () => {} })
afterAll(async () => {
  await database.close()
  await drop()
})

describe("gather", () => {
  it("runs what is asked at one moment in one statement, and answers each with its own", async () => {
    const { divide, batches } = dividing()

    expect(await Promise.all([2, 4, 5].map((by) => divide(database, by)))).toEqual([50, 25, 20])
    expect(batches).toEqual([[2, 4, 5]])
  })

  it("runs what is asked meanwhile together in the next", async () => {
    const { divide, batches } = dividing()
    const first = divide(database, 1)
    await new Promise((resolve) => setImmediate(resolve))
    const others = [divide(database, 2), divide(database, 4)]
    await first
    others.push(divide(database, 10))

    expect(await Promise.all(others)).toEqual([50, 25, 10])
    expect(batches.flat()).toEqual([1, 2, 4, 10])
    expect(batches[0]).toEqual([1])
    expect(batches.length).toBeLessThan(4)
  })

  it("lets one that cannot be done fail alone", async () => {
    const { divide } = dividing()
    const answers = await Promise.allSettled([5, 0, 10].map((by) => divide(database, by)))

    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
    expect((answers[1] as PromiseRejectedResult).reason).toMatchObject({ message: "division by zero" })
  })

  it("does nothing twice when the connection breaks and nobody knows what became of it", async () => {
    let runs = 0
    const cut = gather<number, number>(async ({ pool }, items) => {
      runs += 1
      await pool.query("SELECT pg_terminate_backend(pg_backend_pid())")
      return items
    })
    const answers = await Promise.allSettled([1, 2].map((item) => cut(database, item)))

    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"])
    expect(runs).toBe(1)
  })

  it("goes on after a failure", async () => {
    const { divide } = dividing()
    await expect(divide(database, 0)).rejects.toThrow("division by zero")

    expect(await divide(database, 50)).toBe(2)
  })
})

function dividing() {
  const batches: (readonly number[])[] = []
  const divide = gather<number, number>(async ({ pool }, items) => {
    batches.push(items)
    const { rows } = await pool.query(
      "SELECT 100 / d AS answer FROM unnest($1::int[]) WITH ORDINALITY u (d, n) ORDER BY n",
      [items],
    )
    return rows.map(({ answer }) => answer)
  })
  return { divide, batches }
}
