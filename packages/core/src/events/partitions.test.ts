import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { oneAtATime } from "../db/migrate.ts"
import { keepPartitions } from "./partitions.ts"

const { database } = await testPlatform({ plugins: [] })
const partitions = async (): Promise<string[]> => {
  const { rows } = await database.pool.query(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'platform.event'::regclass ORDER BY name",
  )
  return rows.map(({ name }) => name)
}
/** `2026-11-17` so many days from now, as the database has it. */
async function day(offset: number): Promise<string> {
  const { rows } = await database.pool.query(
    "SELECT to_char((clock_timestamp() + make_interval(days => $1)) AT TIME ZONE 'UTC', 'YYYYMMDD') AS day",
    [offset],
  )
  return rows[0].day
}
const partitionOf = async (offset: number) => `platform.event_${await day(offset)}`
const keep = () => oneAtATime(database, keepPartitions)
async function insertEvent(offset: number): Promise<void> {
  await database.pool.query(
    `WITH e AS (INSERT INTO platform.event VALUES (gen_random_uuid(), clock_timestamp() + make_interval(days => $1), 'a.b', 't', 'i',
       '{}', '{}', 'c') RETURNING id, at)
     INSERT INTO platform.delivery (subscriber, about, event_id, event_at) SELECT 'a.hear', 't:i', id, at FROM e`,
    [offset],
  )
}

describe("the partitions of the event log", () => {
  it("are there for today and the next days once a server has started", async () => {
    expect(await partitions()).toEqual([
      ...(await Promise.all([0, 1, 2, 3].map(partitionOf))),
      "platform.event_of_other_days",
    ])
    expect(await keep()).toEqual({ made: [], dropped: [], lost: 0 })
  })

  it("are dropped after 30 days, and with them what could never be delivered", async () => {
    for (const offset of [-32, -31, -30]) {
      const from = await day(offset)
      await database.pool.query(
        `CREATE TABLE platform.event_${from} PARTITION OF platform.event
         FOR VALUES FROM ('${from} 00:00+00') TO (timestamptz '${from} 00:00+00' + interval '1 day')`,
      )
    }
    for (const offset of [-40, -31, -30, 0]) await insertEvent(offset)

    const { dropped, lost } = await keep()

    expect({ dropped, lost }).toEqual({ dropped: [`event_${await day(-32)}`, `event_${await day(-31)}`], lost: 2 })
    const { rows } = await database.pool.query(
      "SELECT tableoid::regclass::text AS place FROM platform.event ORDER BY at",
    )
    expect(rows.map(({ place }) => place)).toEqual([await partitionOf(-30), await partitionOf(0)])
  })

  it("never make a change fail: a day without one has its events in the last, and stays without", async () => {
    await database.pool.query(`DROP TABLE ${await partitionOf(2)}`)
    await database.pool.query(`DROP TABLE ${await partitionOf(3)}`)
    await insertEvent(2)

    expect(await keep()).toMatchObject({ made: [await day(3)] })
    expect(await partitions()).not.toContain(await partitionOf(2))
  })
})
