import { describe, expect, it } from "vitest"
import { testCatalog } from "../catalog.fixture.ts"
import { listSystems } from "./list-systems.ts"

const { as, database, makePrivate } = await testCatalog()
const SYSTEMS = 10_000
await database.pool.query(`
  INSERT INTO catalog.system (id, name, tags, status, created_at, updated_at)
  SELECT gen_random_uuid(), 'System ' || n, ARRAY['tag-' || n % 7],
    (ARRAY[NULL, 'healthy', 'maintenance', 'degraded', 'unhealthy'])[1 + n % 5],
    timestamptz '2026-01-01' + (n * 7919 % ${SYSTEMS}) * interval '1 minute',
    timestamptz '2026-02-01' + (n * 104729 % ${SYSTEMS}) * interval '1 minute'
  FROM generate_series(1, ${SYSTEMS}) n`)
await database.pool.query("ANALYZE catalog.system")
const hidden = await database.pool.query("SELECT id FROM catalog.system ORDER BY id LIMIT 50")
for (const { id } of hidden.rows) await makePrivate("catalog.system", id)

const SORTS = ["name", "updatedAt", "createdAt", "status"] as const

describe("10,000 systems in pages", () => {
  it.each(SORTS)("shows each system once when sorted by %s, forwards and back", async (sort) => {
    const vera = await as("vera", "viewer")
    const seen: string[] = []
    const marks: string[] = []
    let page = await listSystems(vera, { sort, limit: 200 })
    for (;;) {
      seen.push(...page.items.map(({ id }) => id))
      if (!page.nextCursor) break
      marks.push(page.nextCursor)
      page = await listSystems(vera, { sort, limit: 200, after: page.nextCursor })
    }

    expect(new Set(seen).size).toBe(SYSTEMS - hidden.rows.length)
    expect(seen).toHaveLength(SYSTEMS - hidden.rows.length)
    const back = await listSystems(vera, { sort, limit: 200, before: page.previousCursor ?? "" })
    expect(back.items.map(({ id }) => id)).toEqual(
      seen.slice(seen.length - page.items.length - 200, -page.items.length),
    )
  })

  // Work instead of time: what a page costs the database does not depend on who else uses the machine.
  it.each(SORTS.flatMap((sort) => [[sort, "asc"] as const, [sort, "desc"] as const]))(
    "reads no more of the database for page 100 than for page 1 when sorted by %s %s",
    async (sort, direction) => {
      const ana = await as("ana", "administrator")
      const first = await costOf(() => listSystems(ana, { sort, direction }))
      let after: string | undefined
      for (let page = 1; page < 100; page++)
        after = (await listSystems(ana, { sort, direction, ...(after ? { after } : {}) })).nextCursor ?? ""

      const hundredth = await costOf(() => listSystems(ana, { sort, direction, after: after ?? "" }))

      expect(hundredth.blocks).toBeLessThanOrEqual(first.blocks * 1.5)
      // The index delivers the order: nothing is gathered and sorted before the page is cut off.
      expect(hundredth.plan).toMatch(/^Limit [^>]*->\s+Index Scan (Backward )?using system_by_/)
      expect(hundredth.plan).toContain("Index Cond: (ROW(")
    },
  )
})

/** The statement a call sends, explained: its plan and how many blocks it touched. */
async function costOf(work: () => Promise<unknown>): Promise<{ plan: string; blocks: number }> {
  let statement: { text: string; values: unknown[] } | undefined
  const { pool } = database
  const connect = pool.connect.bind(pool)
  // The pool's own queries connect as well, with a callback, at any time: they are left alone.
  pool.connect = (async (callback?: Parameters<typeof connect>[0]) => {
    if (callback) return connect(callback)
    const client = await connect()
    const query = client.query.bind(client)
    client.query = ((config: string | { text: string }, values?: unknown[]) => {
      const text = typeof config === "string" ? config : config.text
      if (text.includes("FROM catalog.system s")) statement = { text, values: values ?? [] }
      return query(config as never, values as never)
    }) as never
    const release = client.release.bind(client)
    client.release = ((error?: Error) => {
      client.query = query as never
      release(error)
    }) as never
    return client
  }) as never
  try {
    await work()
  } finally {
    pool.connect = connect as never
  }
  if (!statement) throw new Error("The call sent no statement on catalog.system.")
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, BUFFERS) ${statement.text}`, statement.values)
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
  const [, hit = "0"] = /Buffers: shared hit=(\d+)/.exec(plan) ?? []
  return { plan, blocks: Number(hit) }
}
