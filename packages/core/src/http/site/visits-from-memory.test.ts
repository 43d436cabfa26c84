import { once } from "node:events"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { z } from "zod"
import { implement } from "../../access/implement.ts"
import { type FromMemory, type Route, route } from "../../access/points/route.ts"
import type { Runtime } from "../../access/runtime.ts"
import { defineContract, procedure } from "../../contract/procedure.ts"
import { createLog } from "../../log.ts"
import { createMetrics } from "../../metrics.ts"
import { createRateLimits } from "../routes/rate-limit.ts"
import { visitsFromMemory } from "./visits-from-memory.ts"

const contract = defineContract("shop", {
  look: procedure({
    summary: "Look.",
    effect: "read",
    access: "anyone",
    input: z.object({}),
    output: z.object({}),
  }),
})
const look = implement(contract.look, async () => ({}))
const open = { origin: "site", readInput: () => ({}), respond: () => new Response() } as const
const often = { requests: 1_000, perSeconds: 1 }
const beside = (address: `${"GET" | "POST"} /${string}`) => route(address, look, { ...open, limit: often })
const page = { status: 200, headers: { "content-type": "text/html" }, body: Buffer.from("<p>Here</p>") }

const ending: (() => void)[] = []
afterEach(() => {
  for (const end of ending.splice(0)) end()
})

/** A server that says 599 where memory does not answer. */
async function serve(
  fromMemory: FromMemory,
  { limit = often, others = [] as Route[], url = null as string | null, isLast = false } = {},
) {
  const lines: string[] = []
  const metrics = createMetrics()
  const log = createLog({ level: "debug", format: "json", write: (line) => lines.push(line) })
  const routes = [...others, route("GET /*", look, { ...open, limit, fromMemory })]
  const runtime = { log } as Runtime
  const visits = visitsFromMemory({ routes, url, runtime, metrics, limits: createRateLimits() })
  const server = createServer((incoming, outgoing) => {
    const address = () => String(incoming.headers["x-from"] ?? "192.0.2.1")
    if (!visits({ incoming, outgoing, address, isLast })) outgoing.writeHead(599).end()
  })
  ending.push(() => server.close().closeAllConnections())
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const sent = request({ port, host: "127.0.0.1", path, method, headers: { host: "localhost", ...headers } })
    sent.end()
    const [response] = await once(sent, "response")
    let text = ""
    for await (const piece of response) text += piece
    return { status: response.statusCode as number, headers: response.headers as Record<string, string>, text }
  }
  return { ask, metrics, lines }
}

describe("a visit that a route answers from memory", () => {
  it("gets the headers of the site's origin, but for the policy and the openness that the answer has of its own", async () => {
    const own = {
      "content-security-policy": "default-src 'none'; sandbox",
      "referrer-policy": "unsafe-url",
      "set-cookie": "a=b",
    }
    const { ask } = await serve(
      (_runtime, { path }) => (path === "/own" ? { ...page, headers: { ...page.headers, ...own } } : page),
      { url: "https://site.example" },
    )

    const plain = await ask("/", { host: "site.example" })
    const policed = await ask("/own", { host: "site.example:443" })

    expect(plain).toMatchObject({ status: 200, text: "<p>Here</p>" })
    expect(plain.headers).toMatchObject({
      "content-security-policy": expect.stringMatching(/^default-src 'none'; style-src 'self'/),
      "content-length": "11",
      "cross-origin-resource-policy": "same-origin",
      "strict-transport-security": "max-age=31536000",
    })
    expect(policed.headers).toMatchObject({
      "content-security-policy": "default-src 'none'; sandbox",
      "referrer-policy": "same-origin",
    })
    expect(policed.headers).not.toHaveProperty("set-cookie")
    expect((await ask("/", { host: "localhost" })).status).toBe(599)
  })

  it("is counted and told of under the same names as any other, without its address", async () => {
    const { ask, metrics, lines } = await serve(() => page)
    await ask("/what-somebody-looked-for")
    await ask("/what-somebody-looked-for", {}, "HEAD")

    const text = await metrics.render()
    for (const method of ["GET", "HEAD"])
      expect(text).toContain(
        `countersign_http_requests_total{origin="site",method="${method}",route="other",status="200"} 1`,
      )
    expect(text).toContain('countersign_http_request_duration_seconds_count{origin="site",route="other"} 2')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: "debug", message: "Answered a request.", origin: "site", method: "GET", route: "other", status: 200 },
      { method: "HEAD", correlationId: expect.stringMatching(/^[\w-]{36}$/) },
    ])
    expect(text + lines.join()).not.toContain("looked-for")
  })

  it("counts for the route's limit, and is left to the usual way beyond it", async () => {
    const { ask } = await serve(() => page, { limit: { requests: 2, perSeconds: 600 } })
    const statuses = []
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await ask("/")).status)

    expect(statuses).toEqual([200, 200, 599])
    expect((await ask("/", { "x-from": "198.51.100.1" })).status).toBe(200)
  })

  it("is the last on its connection where the server stops", async () => {
    const [going, staying] = [await serve(() => page, { isLast: true }), await serve(() => page)]
    expect((await going.ask("/")).headers.connection).toBe("close")
    expect((await staying.ask("/", { connection: "keep-alive" })).headers.connection).toBe("keep-alive")
  })
})

describe("left to the usual way", () => {
  it("is what memory has not, and what fails there", async () => {
    const { ask } = await serve((_runtime, { path }) => {
      if (path === "/broken") throw new Error("Broken.")
      return path === "/known" ? page : null
    })
    expect((await ask("/known")).status).toBe(200)
    expect((await ask("/unknown")).status).toBe(599)
    expect((await ask("/broken")).status).toBe(599)
  })

  it("is whatever another route may answer, and everything where one may answer at any address", async () => {
    const others = [beside("GET /feeds/:token"), beside("POST /forms")]
    const { ask } = await serve(() => page, { others })
    const [own, ...theirs] = await Promise.all(
      ["/feed", "/feeds", "/feeds/x", "/forms", "/forms/x"].map((path) => ask(path)),
    )
    expect(own!.status).toBe(200)
    expect(theirs.map(({ status }) => status)).toEqual([599, 599, 599, 599])

    const hidden = await serve(() => page, { others: [beside("GET /:any")] })
    expect((await hidden.ask("/feed")).status).toBe(599)
  })

  it("is every request that says more than which page it wants", async () => {
    const { ask } = await serve(() => page)
    expect((await ask("/")).status).toBe(200)
    for (const path of ["/%41", "/a/../b", "/.well-known/x", "/api/v1/x", "/a\\b", "/?a=%00", "/a|b"])
      expect((await ask(path)).status, path).toBe(599)
    for (const method of ["POST", "OPTIONS", "DELETE"]) expect((await ask("/", {}, method)).status, method).toBe(599)
    expect((await ask("/", { "content-length": "0" })).status).toBe(599)
    expect((await ask("/", { host: "evil.test" })).status).toBe(599)
  })

  it("sees no header of a visitor but those that name a form or a part", async () => {
    const seen: object[] = []
    const { ask } = await serve((_runtime, { headers }) => {
      seen.push(headers)
      return page
    })
    await ask("/", { cookie: "session=1", authorization: "Bearer x", range: "bytes=0-1", "accept-encoding": "br" })
    expect(seen).toEqual([
      { "accept-encoding": "br", range: "bytes=0-1", "if-none-match": undefined, "if-range": undefined },
    ])
  })
})
