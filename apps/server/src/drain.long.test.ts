import { once } from "node:events"
import { databaseFromTemplate, signIn, spawnServer } from "@countersign/testing"
import pg from "pg"
import { afterAll, expect, inject, it } from "vitest"
import { plugins } from "./plugins.ts"

const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, plugins)
afterAll(drop)
const variables = {
  DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
  COUNTERSIGN_SECRET: "a secret for a server whose request never ends",
  COUNTERSIGN_ADMIN_EMAIL: "ana@example.test",
  COUNTERSIGN_ADMIN_PASSWORD: "correct horse battery",
}

it("ends within the 20 seconds the guide names, though a request hangs in the database", {
  timeout: 60_000,
}, async () => {
  const server = await spawnServer(variables)
  const holder = new pg.Client(config)
  await holder.connect()
  try {
    const ana = await signIn(server.url, variables.COUNTERSIGN_ADMIN_EMAIL, variables.COUNTERSIGN_ADMIN_PASSWORD)
    await holder.query("BEGIN")
    await holder.query("LOCK TABLE catalog.system_group IN EXCLUSIVE MODE")
    const hanging = ana.call("catalog.createGroup", { name: "Stuck", description: "" }).catch(() => "cut")
    const waiters =
      "SELECT count(*)::int FROM pg_locks WHERE NOT granted AND relation = 'catalog.system_group'::regclass"
    await expect.poll(async () => (await holder.query(waiters)).rows[0].count, { timeout: 15_000 }).toBe(1)

    const before = performance.now()
    server.child.kill("SIGTERM")
    const [code] = await once(server.child, "exit")

    expect(code).toBe(0)
    expect(await hanging).toBe("cut")
    expect(performance.now() - before).toBeGreaterThan(18_000)
    // Half a second for the process itself to go.
    expect(performance.now() - before).toBeLessThan(20_500)
  } finally {
    await holder.end()
    await server.kill()
  }
})
