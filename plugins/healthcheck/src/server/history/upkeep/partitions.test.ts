import { PassThrough, Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { backup, restore } from "@countersign/core/host"
import { quickestMsOf } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { storeRuns, testHistory } from "../history.fixture.ts"
import { DAY, readHorizon } from "../tiers.ts"
import { countRuns } from "../uptime.ts"
import { dropOldestDay, ensurePartitions, makePartitions } from "./partitions.ts"
import { queueHour, rollUpHours } from "./roll-up.ts"

const { tx, database, ask, check, now, forward } = await testHistory()
const target = await testHistory()

const partitions = async () =>
  (
    await ask(`SELECT relname FROM pg_inherits JOIN pg_class ON oid = inhrelid
      WHERE inhparent IN ('healthcheck.run'::regclass, 'healthcheck.result'::regclass) ORDER BY relname`)
  ).map((row) => row.relname as string)
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll("-", "")

/** Somebody else's transaction stays open while this happens, and never longer: the next test would wait for it. */
async function whileOpen<Done>(statements: string, happens: () => Promise<Done>): Promise<Done> {
  const other = await database.pool.connect()
  try {
    await other.query(`BEGIN; ${statements}`)
    return await happens()
  } finally {
    await other.query("ROLLBACK")
    other.release()
  }
}

/** Everything that is over is added up. */
async function addUpAll(): Promise<void> {
  while (await queueHour(tx));
  while (await rollUpHours(tx));
}

describe("partitions", () => {
  it("are there for the days that runs are stored for, once, and never a default one", async () => {
    const made = await makePartitions(tx)
    const today = (await now()).getTime()

    expect(made).toHaveLength(12)
    expect(await partitions()).toEqual(made)
    expect(made).toContain(`run_${dayOf(today + 3 * DAY)}`)
    expect(made).toContain(`result_${dayOf(today - 2 * DAY)}`)
    expect(await makePartitions(tx)).toEqual([])
  })

  it("that are missing are made by whoever stores a run, while others read and write, and by two at once", async () => {
    const { targetId } = await check()
    const far = new Date((await now()).getTime() + 20 * DAY)
    const store = () =>
      tx.transaction(async (t) => {
        const names = await ensurePartitions(t, [far])
        await storeRuns(t, [{ targetId, at: far, outcome: "ok", ms: 5 }])
        return names.length
      })
    // The other one's transaction is open meanwhile: waiting for it would never end.
    const made = await whileOpen(
      `SELECT count(*) FROM healthcheck.run;
       INSERT INTO healthcheck.run (at, target_id, outcome) VALUES (platform.now(), ${targetId}, 0)`,
      () => Promise.all([store(), store()]),
    )

    expect(made.sort()).toEqual([0, 2])
    expect(await ask("SELECT at FROM healthcheck.run WHERE target_id = $1", [targetId])).toEqual([{ at: far }])
  })

  it("are dropped when they are old and added up, and nobody who reads is kept waiting for that", async () => {
    const { targetId } = await check()
    const at = new Date((await now()).getTime() - 9 * DAY)
    await tx.transaction((t) => storeRuns(t, [{ targetId, at, outcome: "ok", ms: 5 }]))
    const before = (await now()).getTime() - 7 * DAY

    expect(await dropOldestDay(tx, before)).toBe(false)
    await addUpAll()
    await whileOpen("SELECT count(*) FROM healthcheck.run", async () => {
      const drop = () => expect(dropOldestDay(tx, before)).rejects.toMatchObject({ cause: { code: "55P03" } })
      expect(await quickestMsOf(2, drop)).toBeLessThan(2_000)
    })
    expect(await dropOldestDay(tx, before)).toBe(true)
    expect(await dropOldestDay(tx, before)).toBe(false)

    expect(await partitions()).not.toContain(`run_${dayOf(at.getTime())}`)
    const horizon = await readHorizon(tx)
    expect(horizon.rawFrom).toBe(Math.floor(at.getTime() / DAY) * DAY + DAY)
    const counts = await countRuns(tx, [targetId], { from: at.getTime() - DAY, to: horizon.now }, horizon)
    expect(counts.get(targetId)).toMatchObject({ ok: 1 })
    // Days without single runs get no partition again.
    await forward(DAY)
    expect(await makePartitions(tx)).toHaveLength(2)
  })

  it("come back with a backup, with their runs, under their parent's name", async () => {
    const { targetId } = await check()
    const at = new Date((await now()).getTime() - DAY)
    await tx.transaction((t) => storeRuns(t, [{ targetId, at, outcome: "failed" }]))
    await makePartitions(target.tx)

    const file = new PassThrough()
    const written = buffer(file)
    await backup({ connect: database.config, write: file })
    await restore({ connect: target.database.config, read: Readable.from([await written]), force: true })

    const all = "SELECT tableoid::regclass::text AS place, * FROM healthcheck.run ORDER BY target_id, at"
    expect(await target.ask(all)).toEqual(await ask(all))
    expect(await target.ask("SELECT * FROM healthcheck.history")).toEqual(
      await ask("SELECT * FROM healthcheck.history"),
    )
    // And go on: whoever stores there finds or makes what is missing.
    await target.tx.transaction((t) =>
      storeRuns(t, [{ targetId, at: new Date(at.getTime() + 1), outcome: "ok", ms: 1 }]),
    )
    await makePartitions(target.tx)
    expect(await makePartitions(target.tx)).toEqual([])
  })
})
