import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { helloPlugin } from "@countersign/hello/server"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { createPlatform, type Platform } from "../create-platform.ts"
import { type Database, openDatabase } from "../db/database.ts"
import { type EmbeddedPostgres, startEmbedded } from "../db/embedded/embedded.ts"
import { createLog } from "../log.ts"
import { serveOnLoopback } from "./serve.fixture.ts"

const dataDir = mkdtempSync(join(tmpdir(), "health-test-"))
const lines: string[] = []
let postgres: EmbeddedPostgres
let database: Database
let platform: Platform
let served: Awaited<ReturnType<typeof serveOnLoopback>>

beforeAll(async () => {
  postgres = await startEmbedded({ dataDir, log: () => {} })
  database = openDatabase(postgres.connection, { onError: () => {} })
  platform = createPlatform({
    plugins: [helloPlugin],
    database,
    secret: "a secret for tests only, thirty-two characters or more",
    log: createLog({ level: "debug", format: "json", write: (line) => lines.push(line) }),
    metricsToken: "a token for the collector",
    version: "1.2.3",
  })
  served = await serveOnLoopback(platform)
})
afterAll(async () => {
  await platform.stop(0)
  await served.close()
  await database.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe("/readyz", () => {
  it("is red until the database is brought up to date, while /healthz is green from the beginning", async () => {
    expect(await get("/healthz")).toMatchObject({ status: 200, body: { status: "ok" } })
    expect(await get("/readyz")).toMatchObject({
      status: 503,
      body: { message: "Countersign is starting: the database is being brought up to date." },
    })

    await platform.start()

    expect(await get("/readyz")).toMatchObject({ status: 200, body: { status: "ok" } })
  })

  it("turns red when the database goes, requests get 503 meanwhile, and both heal within 5 seconds of its return", async () => {
    process.kill(postgres.postmasterPid, "SIGKILL")
    await postgres.exited

    await vi.waitFor(async () => expect((await get("/readyz")).status).toBe(503), 15_000)
    const red = await get("/readyz")
    expect(red.body.message).toMatch(
      /^The database cannot be reached: .+ Requests are answered again as soon as it is back\.$/,
    )
    expect((await get("/healthz")).status).toBe(200)
    const request = await get("/api/v1/hello/list")
    expect(request).toMatchObject({ status: 503, body: { code: "unavailable" } })
    expect(request.body.message).toBe("The database cannot be reached right now. Try again in a few seconds.")
    expect(request.headers.get("retry-after")).toBe("2")

    const startedAt = performance.now()
    postgres = await startEmbedded({ dataDir, log: () => {} })
    const backAt = performance.now()
    // On a machine that other tests keep busy, what it makes of five seconds: a start takes it one or two.
    const mostMs = Math.max(5_000, 3 * (backAt - startedAt))

    await vi.waitFor(async () => expect((await get("/readyz")).status).toBe(200), { timeout: 15_000, interval: 50 })
    await vi.waitFor(async () => expect((await get("/api/v1/hello/list")).status).toBe(401), {
      timeout: 15_000,
      interval: 50,
    })
    await vi.waitFor(() => expect(platform.signals.listener.connected).toBe(true), { timeout: 15_000, interval: 50 })
    expect(performance.now() - backAt).toBeLessThan(mostMs)
  }, 60_000)
})

describe("/metrics", () => {
  it("counts requests by route and status, verbs by outcome, connections and jobs", async () => {
    await get("/api/v1/hello/list")
    await get("/made/up/address")

    const { text } = await get("/metrics")

    expect(text).toMatch(
      /^countersign_http_requests_total\{method="GET",route="\/api\/v1\/:plugin\/:verb",status="401"\} \d+$/m,
    )
    expect(text).toMatch(/^countersign_http_request_duration_seconds_bucket\{route="\/readyz",le="0.001"\} \d+$/m)
    expect(text).toMatch(/^countersign_verbs_total\{verb="hello.list",outcome="unauthenticated"\} \d+$/m)
    expect(text).toMatch(/^countersign_database_connections\{state="idle"\} \d+$/m)
    expect(text).toMatch(/^countersign_jobs\{state="ready"\} \d+$/m)
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(text).toMatch(/^countersign_info\{version="1.2.3",/m)
    expect(text).not.toContain("made/up")
  })

  it("is read from this machine or with the token, not through a proxy and not with another token", async () => {
    const statusWith = async (headers: Record<string, string>) => (await get("/metrics", headers)).status

    expect(await statusWith({})).toBe(200)
    expect(await statusWith({ "x-forwarded-for": "192.0.2.7" })).toBe(403)
    expect(
      await statusWith({ "x-forwarded-for": "192.0.2.7", authorization: "Bearer a token for the collector" }),
    ).toBe(200)
    expect(await statusWith({ authorization: "Bearer another" })).toBe(403)
    const elsewhere = await platform.fetch(new Request("http://localhost/metrics"), "192.0.2.7")
    expect(elsewhere.status).toBe(403)
  })
})

describe("the request log", () => {
  it("has a line for each request, with its route, verb, status, duration and correlation id", async () => {
    await get("/api/v1/hello/list?to=secret-in-the-address", { "x-correlation-id": "request-4711" })

    const line = lines.map((text) => JSON.parse(text)).find(({ correlationId }) => correlationId === "request-4711")
    expect(line).toMatchObject({
      level: "info",
      message: "Answered a request.",
      method: "GET",
      route: "/api/v1/:plugin/:verb",
      verb: "hello.list",
      status: 401,
      ms: expect.any(Number),
      principalId: "anonymous",
    })
    expect(lines.join("")).not.toContain("secret-in-the-address")
  })
})

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(served.url + path, { headers })
  const text = await response.text()
  const body = response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : {}
  return { status: response.status, headers: response.headers, text, body }
}
