import { testPlatform } from "@countersign/testing"
import { expect, it } from "vitest"
import { openDatabase } from "./database.ts"

const { database } = await testPlatform({ plugins: [] })

it("keeps one connection open when nobody has needed the others for a while", async () => {
  const resting = openDatabase(database.config, { poolSize: 6, onError: () => {}, deadlines: { idleMs: 50 } })
  const { pool } = resting
  const clients = await Promise.all(Array.from({ length: 6 }, () => pool.connect()))
  expect(pool.totalCount).toBe(6)

  for (const client of clients) client.release()

  await expect.poll(() => pool.totalCount).toBe(1)
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }])
  await resting.close()
})
