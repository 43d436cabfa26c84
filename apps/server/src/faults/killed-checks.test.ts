import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import {
  databaseFromTemplate,
  openSession,
  type Session,
  type SpawnedServer,
  signIn,
  spawnServer,
} from "@countersign/testing"
import pg from "pg"
import { afterAll, describe, expect, inject, it } from "vitest"
import { plugins } from "../plugins.ts"

/**
 * kill -9 at moments that are chosen, not met by luck: a lock of the test holds the server at the statement that writes a table,
 * and it is let go when the server is dead.
 */

const LONG = inject("long")
/** What is written on the way, in this order. */
const AT_SIGNING = [
  ...(LONG ? ['healthcheck."check"', "healthcheck.schedule", "notification.subscription"] : ["healthcheck.schedule"]),
  "platform.audit",
]
const AT_ADDING_UP = LONG
  ? ["healthcheck.dirty_hour", "healthcheck.hourly", "healthcheck.dirty_day"]
  : ["healthcheck.hourly"]

const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, plugins)
const pool = new pg.Pool({ ...config, max: 3 })
const ask = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows
const page = createServer((_, response) => response.end("fine"))
await new Promise<void>((ready) => page.listen(0, "127.0.0.1", ready))
const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}/`
const servers: SpawnedServer[] = []
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  page.close()
  await pool.end()
  await drop()
})
const LOGIN = { email: "ana@example.test", password: "correct horse battery" }
async function start(): Promise<SpawnedServer> {
  const server = await spawnServer({
    DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
    COUNTERSIGN_SECRET: "the same secret on all servers, long enough",
    COUNTERSIGN_ADMIN_EMAIL: LOGIN.email,
    COUNTERSIGN_ADMIN_PASSWORD: LOGIN.password,
    COUNTERSIGN_ALLOW_PRIVATE: "127.0.0.0/8",
  })
  servers.push(server)
  return server
}

/** Nobody writes this table until the server that wanted to is dead. */
async function killAtWriting(table: string, server: () => Promise<SpawnedServer>, act: () => unknown): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`)
    const started = await server()
    act()
    await expect
      .poll(
        async () =>
          (
            await ask("SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = $1::regclass", [table])
          )[0].n,
        { timeout: 15_000, interval: 20 },
      )
      .toBeGreaterThan(0)
    await started.kill()
  } finally {
    await client.query("ROLLBACK")
    client.release()
  }
}

const stays = await start()
const ana = await signIn(stays.url, LOGIN.email, LOGIN.password)
const demand = async <T = { id: string }>(verb: string, input: object, session: Session = ana): Promise<T> => {
  const { status, body } = await session.call<T>(verb, input)
  expect(status, `${verb}: ${JSON.stringify(body)}`).toBe(200)
  return body
}
const settings = await demand<{ version: number }>("healthcheck.getSettings", {})
await demand("healthcheck.updateSettings", { version: settings.version, allowPrivate: "127.0.0.0/8" })

describe("kill -9 while a check is applied from its card", () => {
  it.each(AT_SIGNING)(
    "at %s leaves nothing behind, and signed again it is there once, with one person who is told and one first run",
    async (table) => {
      const name = `Signed while ${table} was written`
      const { id: systemId } = await demand("catalog.createSystem", { name: `Shop of ${table}` })
      const { proposalId } = await demand<{ proposalId: string }>("ai.proposeTool", {
        toolName: "healthcheck.propose",
        input: { name, strategyId: "http", config: { url }, assignToSystemId: systemId, tellMe: true },
      })
      const left = async () =>
        (
          await ask(
            `SELECT (SELECT count(*)::int FROM healthcheck."check" WHERE name = $1) AS checks,
              (SELECT count(*)::int FROM healthcheck.target WHERE system_id = $2) AS targets,
              (SELECT count(*)::int FROM healthcheck.schedule JOIN healthcheck.target ON id = target_id WHERE system_id = $2) AS scheduled,
              (SELECT count(*)::int FROM notification.subscription WHERE system_id = $2) AS told,
              (SELECT status FROM platform.tool_call WHERE id = $3) AS status`,
            [name, systemId, proposalId],
          )
        )[0]
      const sign = (session: Session) => session.call("ai.signProposal", { proposalId, kind: "apply" })

      const dying = await start()
      await killAtWriting(
        table,
        async () => dying,
        () => void sign(openSession(dying.url, ana.cookie())).catch(() => {}),
      )
      await expect.poll(left, { timeout: 10_000 }).toMatchObject({ checks: 0, targets: 0, scheduled: 0, told: 0 })

      await expect.poll(async () => (await sign(ana)).status, { timeout: 10_000 }).toBe(200)
      expect(await left()).toEqual({ checks: 1, targets: 1, scheduled: 1, told: 1, status: "applied" })
      // Whoever signs what was applied is told what came of it.
      expect((await sign(ana)).status).toBe(200)
      expect(await left()).toEqual({ checks: 1, targets: 1, scheduled: 1, told: 1, status: "applied" })
      const runs = () =>
        ask(
          "SELECT count(*)::int AS n FROM healthcheck.run JOIN healthcheck.target ON id = target_id WHERE system_id = $1",
          [systemId],
        )
      await expect.poll(runs, { timeout: 10_000 }).toEqual([{ n: 1 }])
      const [{ created }] = await ask(
        "SELECT count(*)::int AS created FROM platform.audit WHERE thing_name = $1 AND action LIKE 'healthcheck.%'",
        [name],
      )
      expect(created).toBe(1)
    },
  )
})

describe("kill -9 while an hour is added up", () => {
  it.each(AT_ADDING_UP)("at %s loses no run and counts none twice: the next server adds it up again", async (table) => {
    // Nobody else may do it meanwhile.
    for (const server of servers) await server.kill()
    const [{ id: targetId }] = await ask("SELECT min(id) AS id FROM healthcheck.target")
    await ask("UPDATE healthcheck.history SET rolled_until = date_trunc('hour', platform.now()) - interval '2 hours'")
    await ask("DELETE FROM healthcheck.hourly")
    await ask(
      `INSERT INTO healthcheck.run (at, target_id, ms, outcome)
         SELECT date_trunc('hour', platform.now()) - interval '2 hours' + n * interval '20 seconds', $1, n, n % 3 FROM generate_series(0, 179) n
         ON CONFLICT DO NOTHING`,
      [targetId],
    )
    await killAtWriting(table, start, () => {})
    expect(await ask("SELECT count(*)::int AS n FROM healthcheck.hourly")).toEqual([{ n: 0 }])

    await start()
    const hour = () =>
      ask(
        `SELECT ok, degraded, failed FROM healthcheck.hourly WHERE target_id = $1 AND at = date_trunc('hour', platform.now()) - interval '2 hours'`,
        [targetId],
      )
    await expect.poll(hour, { timeout: 15_000 }).toEqual([{ ok: 60, degraded: 60, failed: 60 }])
    expect(await ask("SELECT count(*)::int AS n FROM healthcheck.dirty_hour WHERE target_id = $1", [targetId])).toEqual(
      [{ n: 0 }],
    )
  })
})
