import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { databaseFromTemplate, moveClock, type SpawnedServer, signIn, spawnServer } from "@countersign/testing"
import pg from "pg"
import { afterAll, describe, expect, inject, it, vi } from "vitest"
import { plugins } from "../plugins.ts"

const ROUNDS = inject("long") ? 8 : 1
const SERVERS = 3
/** More than three servers send at once, so that some are under way and some wait when one of them dies. */
const MESSAGES = 30

const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, plugins)
const pool = new pg.Pool(config)
const variables = {
  DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
  COUNTERSIGN_SECRET: "the same secret on all servers, long enough",
  COUNTERSIGN_ADMIN_EMAIL: "ana@example.test",
  COUNTERSIGN_ADMIN_PASSWORD: "correct horse battery",
  COUNTERSIGN_ALLOW_PRIVATE: "127.0.0.0/8",
}

/** Keeps everybody waiting until it is told to answer. */
const received: { key: string; body: string }[] = []
let held: ServerResponse[] | null = []
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    received.push({ key: String(request.headers["idempotency-key"]), body: Buffer.concat(chunks).toString() })
    if (held) held.push(response)
    else response.end("ok")
  })
})
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

const servers: SpawnedServer[] = []
while (servers.length < SERVERS) servers.push(await spawnServer(variables))
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  receiver.closeAllConnections()
  receiver.close()
  await pool.end()
  await drop()
})

describe(`${SERVERS} servers, of which one is killed while it sends`, () => {
  it(`tell every cause once by its key, in ${ROUNDS} rounds`, { timeout: 30_000 + 60_000 * ROUNDS }, async () => {
    const ana = await signIn(servers[0]!.url, "ana@example.test", "correct horse battery")
    const made = await ana.call<{ id: string }>("notification.createChannel", {
      kind: "webhook",
      name: "Hook",
      address,
      secret: "a signing secret, long enough",
      shared: true,
    })
    await ana.call("notification.subscribe", { everything: true, about: ["status"], channelId: made.body.id })
    const systemIds: string[] = []
    for (let n = 0; n < MESSAGES; n++)
      systemIds.push((await ana.call<{ id: string }>("catalog.createSystem", { name: `System ${n}` })).body.id)

    for (let round = 0; round < ROUNDS; round++) {
      received.length = 0
      held = []
      const status = round % 2 === 0 ? "unhealthy" : "healthy"
      for (const systemId of systemIds) await ana.call("catalog.reportStatus", { systemId, status, source: "probe" })
      await until(() => received.length >= 6)
      const victim = 1 + (round % (SERVERS - 1))
      await servers[victim]!.kill()
      for (const response of held) response.end("ok")
      held = null
      // Whatever the others had begun is written down; what the dead one held waits for its lease.
      await until(async () => (await countSent()) >= (round + 1) * MESSAGES - 8)
      await moveClock({ pool } as never, `${round + 1} minutes`)
      await until(async () => (await countSent()) === (round + 1) * MESSAGES)

      expect(new Set(received.map(({ key }) => key)).size).toBe(MESSAGES)
      expect(new Set(received.map(({ key, body }) => `${key} ${body}`)).size).toBe(MESSAGES)
      // It was in the middle of something, which another one repeated under the same key.
      expect(received.length).toBeGreaterThan(MESSAGES)
      expect(received.length).toBeLessThanOrEqual(MESSAGES + 8)
      servers[victim] = await spawnServer(variables)
    }
  })
})

async function countSent(): Promise<number> {
  const { rows } = await pool.query("SELECT count(*)::int AS count FROM notification.delivery WHERE status = 'sent'")
  return rows[0].count
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: 20_000, interval: 50 })
}
