import { databaseFromTemplate } from "@countersign/testing"
import { sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/node-postgres"
import pg from "pg"
import { afterAll, describe, expect, inject, it } from "vitest"
import { keyset, type PageRequest } from "./keyset.ts"

const { config, drop } = await databaseFromTemplate(inject("postgres"), [])
const client = new pg.Client(config)
await client.connect()
afterAll(async () => {
  await client.end()
  await drop()
})
const tx = drizzle({ client })
await tx.execute(sql`CREATE TABLE thing (id integer PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL)`)
// Names repeat and instants differ by microseconds: both break a cursor that rounds or forgets the tie-breaker.
await tx.execute(
  sql`INSERT INTO thing SELECT n, 'name ' || (n % 3), '2026-01-01Z'::timestamptz + n * interval '1 microsecond' FROM generate_series(1, 25) n`,
)

async function page(request: Partial<PageRequest>) {
  const keys = keyset(
    { sort: "name", direction: "asc", limit: 4, ...request },
    { name: { expression: sql`name`, type: "text" }, at: { expression: sql`at`, type: "timestamptz" } },
    { expression: sql`id`, type: "integer" },
  )
  const order = sql.join(keys.orderBy, sql`, `)
  const where = keys.where() ?? sql`true`
  const { rows } = await tx.execute<{ id: number; mark: string }>(
    sql`SELECT id, ${keys.mark} AS mark FROM thing WHERE ${where} ORDER BY ${order} LIMIT ${keys.limit}`,
  )
  return keys.toPage(
    rows,
    (row) => String(row.id),
    (row) => row.id,
  )
}

async function walk(request: Partial<PageRequest>, step: "after" | "before" = "after"): Promise<number[][]> {
  const pages: number[][] = []
  let cursor: string | null | undefined
  do {
    const { items, nextCursor, previousCursor } = await page({ ...request, ...(cursor ? { [step]: cursor } : {}) })
    pages.push(items)
    cursor = step === "after" ? nextCursor : previousCursor
  } while (cursor)
  return pages
}

describe("keyset", () => {
  it.each([
    ["name", "a\u0000b", "1"],
    ["name", "a", "x"],
    ["name", "a", "99999999999"],
    ["at", "x", "1"],
    ["at", "0000-01-01 00:00:00+00", "1"],
    ["at", "2026-02-30 00:00:00+00", "1"],
    ["at", "2026-01-01 00:00:00+23:59", "1"],
    ["at", "2026-01-01 00:00:00+00", "1.5"],
  ])("refuses a mark that it never handed out: %s, %s, %s", async (sort, value, id) => {
    const after = Buffer.from(JSON.stringify([sort, value, id])).toString("base64url")
    await expect(page({ sort, after })).rejects.toThrow("This page mark does not belong to this list")
  })

  it.each([
    ["name", "asc"],
    ["name", "desc"],
    ["at", "asc"],
    ["at", "desc"],
  ] as const)("walks every row once by %s %s, and back the same way", async (sort, direction) => {
    const forward = await walk({ sort, direction })
    expect(forward.flat()).toHaveLength(25)
    expect(new Set(forward.flat()).size).toBe(25)

    const last = await page({ sort, direction, limit: 24 }).then(({ nextCursor }) =>
      page({ sort, direction, after: nextCursor! }),
    )
    const back = await walk({ sort, direction, before: last.previousCursor! }, "before")
    expect(back.reverse().flat()).toEqual(forward.flat().slice(0, 24))
  })

  it("offers no way past either end", async () => {
    const first = await page({ limit: 200 })
    expect(first).toMatchObject({ nextCursor: null, previousCursor: null })
  })

  it.each(["rubbish", Buffer.from('["at","x","1"]').toString("base64url"), ""])(
    "refuses a mark of another list: %s",
    async (after) => {
      await expect(page({ after })).rejects.toThrow("does not belong to this list")
    },
  )
})
