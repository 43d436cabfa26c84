import { afterAll, expect, inject, it } from "vitest"
import { createDatabase, dropDatabase } from "../../../testing/src/postgres-cluster.ts"
import { openDatabase } from "./database.ts"
import { migrate } from "./migrate.ts"

const name = "migrate_in_turn"
const connection = await createDatabase(inject("postgres"), name)
const database = openDatabase(connection, { onError: () => {} })
afterAll(async () => {
  await database.close()
  await dropDatabase(inject("postgres"), name)
})

it("tells whoever waits for another server's migrations that it waits, and applies each once", async () => {
  const { promise: waiting, resolve: onWait } = Promise.withResolvers<void>()
  const waits: string[] = []
  const table = (plugin: string) => [
    {
      plugin,
      migrations: [
        { name: "0001-create", sql: `SELECT pg_advisory_xact_lock(77); CREATE TABLE public.${plugin} (id int)` },
      ],
    },
  ]
  // The first holds its turn until the test lets go of this lock. It has changed nothing before, so it has no number
  // yet that would keep other databases of the cluster from sealing their logs.
  const holder = await database.connectPatiently()
  await holder.query("SELECT pg_advisory_lock(77)")
  const first = migrate(database, table("a"), () => waits.push("first"))
  const queued =
    "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  await expect.poll(async () => (await holder.query(queued)).rows[0].count).toBe(1)

  const second = migrate(database, [...table("a"), ...table("b")], () => {
    waits.push("second")
    onWait()
  })
  await waiting
  await holder.query("SELECT pg_advisory_unlock(77)")
  holder.release()

  expect(await first).toEqual(["a/0001-create"])
  expect(await second).toEqual(["b/0001-create"])
  expect(waits).toEqual(["second"])
})
