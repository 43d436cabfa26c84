import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { findDue } from "./delivery-store.ts"

const { database } = await testPlatform({ plugins: [] })
const WAITING = 50_000
/** Of these every other waits behind one about the same thing. */
const THINGS = WAITING / 2

describe("a look for what is to be delivered next", () => {
  it("reads no more rows than it takes, however many wait", async () => {
    await database.pool.query(
      `WITH told AS (INSERT INTO platform.event (id, at, event, about_type, about_id, payload, causation, correlation_id)
         SELECT gen_random_uuid(), now() + n * interval '1 microsecond', 'bell.rung', 'bell.bell', n % $2, '{}', '{}', 'c'
         FROM generate_series(1, $1::int) n RETURNING *)
       INSERT INTO platform.delivery (subscriber, about, event_id, event_at)
       SELECT (ARRAY['bell.busy', 'bell.other'])[1 + about_id::int % 2], 'bell.bell:' || about_id, id, at FROM told ORDER BY at`,
      [WAITING, THINGS],
    )
    await database.pool.query(
      "UPDATE platform.delivery SET attempts = 1, due_at = now() + '1 minute' WHERE id % 10000 = 7",
    )

    const look = () =>
      findDue(database, { subscribers: ["bell.busy", "bell.other", "bell.idle"], without: [], most: 32 })
    const touched = await blocksOf(look)
    const found = await look()
    expect(found.map(({ envelope }) => envelope.about.id)).toHaveLength(32)
    expect(new Set(found.map(({ envelope }) => envelope.about.id)).size).toBe(32)
    expect(found.map(({ id }) => Number(id))).toEqual(found.map(({ id }) => Number(id)).sort((a, b) => a - b))
    // Each of 64 is found in one index and looked up in another, then 32 events; all of them would be some 1,300 blocks.
    expect(touched).toBeLessThan(700)
  })
})

/** Of the one statement that is sent. */
async function blocksOf(work: () => Promise<unknown>): Promise<number> {
  const { pool } = database
  const query = pool.query
  let sent: { text: string; values: unknown[] } | undefined
  pool.query = ((statement: typeof sent, ...rest: unknown[]) => {
    sent = statement
    return (query as (...args: unknown[]) => unknown).call(pool, statement, ...rest)
  }) as never
  try {
    await work()
  } finally {
    pool.query = query
  }
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, BUFFERS) ${sent!.text}`, sent!.values)
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
  return [...(plan.split("Planning:")[0] ?? "").matchAll(/Buffers: shared (?:hit=(\d+))?(?: read=(\d+))?/g)]
    .slice(0, 1)
    .reduce((sum, [, hit = "0", read = "0"]) => sum + Number(hit) + Number(read), 0)
}
