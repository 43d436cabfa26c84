import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { testPlatform } from "@countersign/testing"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { createApiKey } from "../../../../../packages/core/src/identity/api-key.ts"
import { aiContract } from "../../contract.ts"
import { aiPlugin } from "../../server.ts"

/** The outside world: one server that every name leads to, as far as the guard lets anybody through. */
const seen: string[] = []
const crowd = { now: 0, most: 0 }
const server = createServer(async (request, response) => {
  seen.push(`${request.method} ${request.headers.host}${request.url}`)
  if (request.url === "/moved") return response.writeHead(301, { location: "http://169.254.169.254/latest" }).end()
  if (request.url === "/slow") {
    crowd.now += 1
    crowd.most = Math.max(crowd.most, crowd.now)
    // A wait by time: an answer that takes long enough that all that may run at once do.
    await new Promise((passed) => setTimeout(passed, 50))
    crowd.now -= 1
    return response.end("at last")
  }
  if (request.url === "/large")
    return response.writeHead(200, { "content-type": "text/plain" }).end("x".repeat(400 * 1024))
  if (request.url === "/picture")
    return response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([137, 80, 78, 71]))
  response
    .writeHead(503, "Resting for a while", {
      "content-type": "application/json",
      "set-cookie": "session=canary",
      "www-authenticate": "Basic",
      server: "nginx",
    })
    .end('{"state":"degraded"}')
})
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

let addresses: (() => string)[] = []
let resolved = 0
const { platform, database, as, asHolderOf } = await testPlatform({
  plugins: [aiPlugin],
  egress: {
    port: (server.address() as AddressInfo).port,
    refusalMs: 0,
    resolve: async () => [addresses[Math.min(resolved++, addresses.length - 1)]!()],
    // Stands for the public internet, which a test cannot reach.
    standsForPublic: (host, address) => host.endsWith(".example.test") && address === "127.0.0.1",
  },
})
const ana = await as("ana", "viewer")
const probe = (url: string, method?: "GET" | "HEAD") =>
  platform.call(ana, aiContract.probeUrl, { url, ...(method ? { method } : {}) })

beforeEach(() => {
  seen.length = 0
  resolved = 0
  addresses = [() => "127.0.0.1"]
})

describe("probeUrl", () => {
  it("tells what the address really answers, a failure included, and only headers that are safe to show", async () => {
    const answer = await probe("http://status.example.test/now")
    expect(answer).toMatchObject({
      status: 503,
      statusText: "Resting for a while",
      redirected: false,
      contentType: "application/json",
      bodySample: '{"state":"degraded"}',
      bodyTruncated: false,
    })
    expect(answer.headers).toMatchObject({ server: "nginx" })
    expect(JSON.stringify(answer)).not.toContain("canary")
    expect(seen).toEqual(["GET status.example.test/now"])
  })

  it("reports where a redirect points and goes nowhere", async () => {
    expect(await probe("http://status.example.test/moved")).toMatchObject({
      status: 301,
      redirected: true,
      location: "http://169.254.169.254/latest",
    })
    expect(seen).toHaveLength(1)
  })

  it("keeps the beginning of a long body, says nothing of a picture's, and asks for no body with HEAD", async () => {
    const large = await probe("http://status.example.test/large")
    expect(large).toMatchObject({ bodyTruncated: true, bytes: 256 * 1024 })
    expect(large.bodySample.length).toBe(8_000)
    expect(await probe("http://status.example.test/picture")).toMatchObject({ bodySample: "", bytes: 4 })
    expect(await probe("http://status.example.test/now", "HEAD")).toMatchObject({ status: 503, bodySample: "" })
  })

  it.each([
    ["an address of this machine", "http://127.0.0.1/"],
    ["the metadata service", "http://169.254.169.254/latest/meta-data"],
    ["a private address, spelled as a number", "http://2130706433/"],
    ["an IPv6 address that wraps a private one", "http://[::ffff:10.0.0.1]/"],
    ["a URL with credentials", "http://user:pass@status.example.test/"],
  ])("refuses %s in the one sentence for all refusals", async (_, url) => {
    await expect(probe(url)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("Nothing could be read"),
    })
    expect(seen).toEqual([])
  })

  it("refuses a name that leads inside", async () => {
    addresses = [() => "10.1.2.3"]
    await expect(probe("http://status.example.test/now")).rejects.toMatchObject({ status: 400 })
    expect(seen).toEqual([])
  })

  it("looks a name up once: an answer that changes afterwards leads nowhere else", async () => {
    addresses = [() => "127.0.0.1", () => "10.1.2.3"]
    expect(await probe("http://status.example.test/now")).toMatchObject({ status: 503 })
    expect(resolved).toBe(1)
  })

  it("is for those who may use the assistant, and refuses other schemes by name", async () => {
    const eve = await asHolderOf("eve", [])
    await expect(platform.call(eve, aiContract.probeUrl, { url: "http://status.example.test/" })).rejects.toMatchObject(
      { status: 403, message: expect.stringContaining("ai.chat.read") },
    )
    await expect(probe("file:///etc/passwd")).rejects.toMatchObject({ message: expect.stringContaining("http://") })
  })
})

describe("called by somebody themselves, over HTTP", () => {
  const ORIGIN = "http://localhost"
  async function keyOf(name: string): Promise<string> {
    const { rows } = await database.pool.query(
      "INSERT INTO platform.application (name, rules, confirm) VALUES ($1, '{ai.chat.read}', 'person') RETURNING id",
      [name],
    )
    return (await createApiKey(database.direct, rows[0].id)).key
  }
  const ask = (key: string, url: string, headers: Record<string, string> = {}) =>
    platform.fetch(
      new Request(`${ORIGIN}/api/v1/ai/probeUrl`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
        body: JSON.stringify({ url }),
      }),
      "192.0.2.7",
    )

  it("lets as many of 200 at once through as a minute has calls, a few at a time", async () => {
    const key = await keyOf("crowd")
    crowd.most = 0
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask(key, "http://status.example.test/slow")))

    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(140)
    expect(seen).toHaveLength(60)
    expect(crowd.most).toBeLessThanOrEqual(16)
    const { rows } = await database.pool.query(
      "SELECT status, count(*)::int FROM platform.tool_call WHERE principal_name = 'crowd' AND tool = 'ai.probeUrl' GROUP BY 1",
    )
    expect(rows).toEqual([{ status: "executed", count: 60 }])
  })

  it("counts within the same minute as the tool", async () => {
    const key = await keyOf("both")
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(key, "http://127.0.0.1/")))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
    const response = await platform.fetch(
      new Request(`${ORIGIN}/api/v1/ai/callTool`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ toolName: "ai.probeUrl", input: { url: "http://status.example.test/" } }),
      }),
      "192.0.2.7",
    )
    expect(response.status).toBe(429)
  })

  it("goes out neither by a link nor for a page elsewhere", async () => {
    const key = await keyOf("page")
    const address = `${ORIGIN}/api/v1/ai/probeUrl?url=${encodeURIComponent("http://status.example.test/now")}`
    const byLink = await platform.fetch(
      new Request(address, { headers: { authorization: `Bearer ${key}` } }),
      "192.0.2.7",
    )
    expect(byLink.status).toBe(405)
    expect(((await byLink.json()) as { message: string }).message).toContain("is called by POST, not by GET")
    expect((await ask(key, "http://status.example.test/now", { origin: "https://evil.example" })).status).toBe(403)
    expect(seen).toEqual([])
    expect((await ask(key, "http://status.example.test/now", { origin: ORIGIN })).status).toBe(200)
  })
})

describe("as a tool", () => {
  it("waits for a signature where nobody named the place, and the card says where it would go", async () => {
    const outcome = await platform.call(ana, aiContract.callTool, {
      toolName: "ai.probeUrl",
      input: { url: "http://status.example.test/?q=secret" },
    })
    expect(outcome).toMatchObject({
      status: "awaiting_signature",
      reasons: [expect.stringContaining("status.example.test")],
    })
    expect(seen).toEqual([])
    if (outcome.status !== "awaiting_signature") throw new Error("It ran.")
    const { result } = await platform.call(ana, aiContract.signProposal, {
      proposalId: outcome.proposalId,
      kind: "apply",
    })
    expect(result).toMatchObject({ status: 503 })
  })
})
