import { PassThrough, Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it, vi } from "vitest"
import { backup } from "../db/backup/backup.ts"
import { restore } from "../db/backup/restore.ts"
import { bellContract, bellPlugin, listenerPlugin } from "./bells.fixture.ts"

describe("events in a backup", () => {
  it("are there after it was restored, and what was not delivered yet is delivered then, once", async () => {
    const plugins = [bellPlugin, listenerPlugin]
    const source = await testPlatform({ plugins })
    const ana = await source.as("ana")
    for (const times of [1, 2, 3]) await source.platform.call(ana, bellContract.ring, { bellId: "a", times })
    // Of a day that the target, set up later, has no partition for.
    await source.database.pool.query(`
      CREATE TABLE platform.event_20200101 PARTITION OF platform.event FOR VALUES FROM ('2020-01-01 00:00+00') TO ('2020-01-02 00:00+00');
      INSERT INTO platform.event VALUES (gen_random_uuid(), '2020-01-01 12:00+00', 'bell.rung', 'bell.bell', 'old', '{}', '{}', 'c')`)
    const target = await testPlatform({ plugins })

    const file = new PassThrough()
    const written = buffer(file)
    await backup({ connect: source.database.config, write: file })
    await restore({ connect: target.database.config, read: Readable.from([await written]), force: true })

    const all = "SELECT tableoid::regclass::text AS place, e.* FROM platform.event e ORDER BY at"
    const { rows } = await source.database.pool.query(all)
    expect(rows).toHaveLength(4)
    expect((await target.database.pool.query(all)).rows).toEqual(rows)

    await target.secondPod({ role: "worker" })
    const heard = () => target.database.pool.query("SELECT times FROM listener.heard ORDER BY id")
    const one = (times: number) => ({ times })
    await vi.waitFor(async () => expect((await heard()).rows).toEqual([1, 2, 3].map(one)), { timeout: 10_000 })
    // What is new goes on behind what came with the backup.
    await target.platform.call(await target.as("ana"), bellContract.ring, { bellId: "a", times: 4 })
    await vi.waitFor(async () => expect((await heard()).rows).toEqual([1, 2, 3, 4].map(one)), { timeout: 10_000 })
  }, 30_000)
})
