import { once } from "node:events"
import { createConnection } from "node:net"
import { databaseFromTemplate, type Session, type SpawnedServer, signIn, spawnServer } from "@countersign/testing"
import pg from "pg"
import { afterAll, afterEach, describe, expect, inject, it } from "vitest"
import { plugins } from "../plugins.ts"

const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, plugins)
afterAll(drop)
const variables = {
  DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
  COUNTERSIGN_SECRET: "a secret for servers that are told to stop",
  COUNTERSIGN_ADMIN_EMAIL: "ana@example.test",
  COUNTERSIGN_ADMIN_PASSWORD: "correct horse battery",
}
// A busy machine takes its time.
const PATIENCE = { timeout: 15_000 }
const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

describe("SIGTERM while a request is under way", { timeout: 90_000 }, () => {
  it("lets it finish with its answer, takes no new connection, ends open pages' streams and exits with 0", async () => {
    const { server, answer, release, stream } = await serverWithHeldRequest("Payments")
    const ended = once(server.child, "exit")

    server.child.kill("SIGTERM")
    await expect.poll(() => connectionTo(server), PATIENCE).toBe("ECONNREFUSED")
    await stream.ended
    expect(server.child.exitCode).toBeNull()
    await release()

    expect(await answer).toMatchObject({ status: 200, body: { name: "Payments" } })
    expect((await ended)[0]).toBe(0)
    expect(await groupsNamed("Payments")).toBe(1)
  })

  // Within which second of its own clock the server does so is listen.test.ts.
  it("closes idle connections while a request goes on, and leaves none open behind its answer", async () => {
    const { server, ana, release } = await serverWithHeldRequest("Billing")
    const idle = await keptOpen(server, "GET /healthz")
    await idle.answered
    const busy = await keptOpen(server, "POST /api/v1/catalog/createGroup", { name: "Ledger", description: "" }, ana)
    await expect.poll(() => waitersFor("catalog.system_group"), PATIENCE).toBe(2)

    server.child.kill("SIGTERM")
    await idle.closed
    await release()

    expect(await busy.answered).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*^connection: close\r$/im)
    await busy.closed
    expect((await once(server.child, "exit"))[0]).toBe(0)
  })

  it("ends at once at the second signal, and the unfinished change is gone", async () => {
    const { server, answer, release } = await serverWithHeldRequest("Orders")
    const refused = expect(answer).rejects.toThrow()
    const ended = once(server.child, "exit")

    server.child.kill("SIGTERM")
    await expect.poll(server.output, PATIENCE).toContain("Stopping: what is running gets 20 seconds.")
    const before = performance.now()
    server.child.kill("SIGTERM")

    expect((await ended)[0]).toBe(1)
    // Well within the 20 s that a single signal grants.
    expect(performance.now() - before).toBeLessThan(10_000)
    await refused
    await release()
    await expect.poll(() => waitersFor("catalog.system_group"), PATIENCE).toBe(0)
    expect(await groupsNamed("Orders")).toBe(0)
  })
})

/** A server whose verb waits in the database, behind a lock of this test's own, until it is released. */
async function serverWithHeldRequest(name: string) {
  const server = await spawnServer(variables)
  cleanUp.push(server.kill)
  const ana = await signIn(server.url, variables.COUNTERSIGN_ADMIN_EMAIL, variables.COUNTERSIGN_ADMIN_PASSWORD)
  const page = await ana.get("/api/v1/events", { headers: { accept: "text/event-stream" } })
  const ended = page.text().catch(() => {})

  const holder = await connect()
  await holder.query("BEGIN")
  await holder.query("LOCK TABLE catalog.system_group IN EXCLUSIVE MODE")
  const answer = ana.call("catalog.createGroup", { name, description: "" })
  answer.catch(() => {})
  await expect.poll(() => waitersFor("catalog.system_group"), PATIENCE).toBe(1)
  return { server, ana, answer, stream: { ended }, release: () => holder.query("ROLLBACK") }
}

/** One request on a connection that its client would use again. */
async function keptOpen({ url }: SpawnedServer, line: string, body?: object, as?: Session) {
  const { host, port, origin } = new URL(url)
  const socket = createConnection({ host: "127.0.0.1", port: Number(port) }).setEncoding("utf8")
  cleanUp.push(async () => socket.destroy())
  await once(socket, "connect")
  const sent = body ? JSON.stringify(body) : ""
  const headers = [`host: ${host}`, `origin: ${origin}`, `content-length: ${sent.length}`]
  if (as) headers.push("content-type: application/json", `cookie: ${as.cookie()}`)
  socket.write(`${line} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${sent}`)
  return {
    answered: once(socket, "data").then(([text]: string[]) => text),
    closed: once(socket, "close"),
  }
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(config)
  await client.connect()
  cleanUp.push(() => client.end())
  return client
}

async function waitersFor(table: string): Promise<number> {
  // Databases copied from one template share the numbers of their tables.
  return count(
    `SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database AND d.datname = current_database()
     WHERE NOT granted AND relation = $1::regclass`,
    table,
  )
}

async function groupsNamed(name: string): Promise<number> {
  return count("SELECT count(*) FROM catalog.system_group WHERE name = $1", name)
}

async function count(statement: string, value: string): Promise<number> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return Number((await client.query(statement, [value])).rows[0].count)
  } finally {
    await client.end()
  }
}

/** How a newcomer fares: "open", or the code of the error. */
async function connectionTo({ url }: SpawnedServer): Promise<string> {
  const socket = createConnection({ host: "127.0.0.1", port: Number(new URL(url).port) })
  try {
    await once(socket, "connect")
    return "open"
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  } finally {
    socket.destroy()
  }
}
