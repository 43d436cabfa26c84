import { once } from "node:events"
import { createConnection } from "node:net"
import { databaseFromTemplate, signIn, spawnServer } from "@countersign/testing"
import { afterAll, expect, inject, it } from "vitest"
import { plugins } from "../plugins.ts"

const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, plugins)
afterAll(drop)
const variables = {
  DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
  COUNTERSIGN_SECRET: "a secret for a server whose request never ends",
  COUNTERSIGN_ADMIN_EMAIL: "ana@example.test",
  COUNTERSIGN_ADMIN_PASSWORD: "correct horse battery",
}

it("ends within the 20 seconds the guide names, though a request never ends", { timeout: 60_000 }, async () => {
  const server = await spawnServer(variables)
  const { host, port, origin } = new URL(server.url)
  const socket = createConnection({ host: "127.0.0.1", port: Number(port) }).setEncoding("utf8")
  try {
    await once(socket, "connect")
    const ana = await signIn(server.url, variables.COUNTERSIGN_ADMIN_EMAIL, variables.COUNTERSIGN_ADMIN_PASSWORD)
    const closed = once(socket, "close")
    // Nothing in the database is waited for as long as that; the rest of this body is.
    const headers = [`host: ${host}`, `origin: ${origin}`, `cookie: ${ana.cookie()}`, "content-type: application/json"]
    const request = `POST /api/v1/catalog/createGroup HTTP/1.1\r\n${headers.join("\r\n")}\r\nexpect: 100-continue\r\ncontent-length: 99\r\n\r\n{`
    socket.write(request)
    await once(socket, "data")

    const before = performance.now()
    server.child.kill("SIGTERM")
    const [code] = await once(server.child, "exit")

    expect(code).toBe(0)
    await closed
    expect(performance.now() - before).toBeGreaterThan(18_000)
    // Half a second for the process itself to go.
    expect(performance.now() - before).toBeLessThan(20_500)
  } finally {
    socket.destroy()
    await server.kill()
  }
})
