import { createHash, randomBytes } from "node:crypto"
import { once } from "node:events"
import { type IncomingMessage, request as send } from "node:http"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { spawnServer } from "@countersign/testing"
import { afterAll, describe, expect, it, vi } from "vitest"
import { platformPlugin } from "../../../../packages/core/src/reserved/platform-plugin.ts"
import { plugins } from "../plugins.ts"
import { startBuiltServer } from "./built-server.fixture.ts"
import { KNOWN_TOKEN, MOST_BYTES, visitedPlugins } from "./visited.fixture.ts"

const { server, variables, ana } = await startBuiltServer({ SITE_PORT: "0" }, "fixture:visited")
const site = server.siteUrl()!
const { port } = new URL(site)
const cookie = ana.cookie()

const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

describe("the site's origin", () => {
  it("serves a plugin's public page, which counts what was left in the app", async () => {
    await ana.call("hello.greet", { to: "Ben" })

    const response = await fetch(`${site}/hello`)

    expect(response.status).toBe(200)
    expect(await response.text()).toMatch(/<p>1 greeting was left here, the last one on <time/)
  })

  it("puts strict headers on every answer, and lets no other origin read it unless its route says so", async () => {
    for (const path of ["/hello", "/nowhere", "/visited/broken", "/visited/few"]) {
      const { headers } = await fetch(site + path, { headers: { origin: "https://elsewhere.example" } })
      expect(Object.fromEntries(headers), path).toMatchObject({
        "content-security-policy": expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
      })
      expect(headers.get("access-control-allow-origin"), path).toBeNull()
      expect(headers.get("x-correlation-id"), path).toBeNull()
    }
    const badge = await fetch(`${site}/visited/badge/shop`)
    expect(badge.headers.get("access-control-allow-origin")).toBe("*")
    expect(badge.headers.get("cross-origin-resource-policy")).toBe("cross-origin")
    const asked = await fetch(`${site}/visited/badge/shop`, { method: "OPTIONS" })
    expect([asked.status, asked.headers.get("access-control-allow-methods")]).toEqual([204, "GET, HEAD"])
  })

  it("sees no session and sets no cookie: whoever comes is nobody", async () => {
    const withCookie = await fetch(`${site}/visited/who`, { headers: { cookie } })
    const withKey = await fetch(`${site}/visited/who`, { headers: { authorization: "Bearer cs_not_a_key" } })

    expect(await withCookie.json()).toEqual({ kind: "anonymous" })
    expect(await withKey.json()).toEqual({ kind: "anonymous" })
    expect(withCookie.headers.get("set-cookie")).toBeNull()
  })

  it.each([
    "/",
    "/index.html",
    "/settings/people",
    "/api/docs",
    "/api/v1/openapi.json",
    "/api/v1/hello/tally",
    "/api/v1/platform/me",
    "/api/v1/platform/audit.csv",
    "/api/v1/events",
    "/api/ai/mcp",
    "/api/ai/chat",
    "/oauth/authorize",
    "/oauth/token",
    "/.well-known/oauth-authorization-server",
    "/healthz",
    "/readyz",
    "/metrics",
  ])("has nothing of the app at %s, for whoever is signed in there", async (path) => {
    const headers = { cookie, origin: server.url, "content-type": "application/json" }
    const looked = await fetch(site + path, { headers })
    // The site's own page, or its page for what is not found: what anybody gets.
    const anybody = await fetch(site + (path === "/" ? "/" : "/nowhere"))
    expect([looked.status, await looked.text()]).toEqual([path === "/" ? 200 : 404, await anybody.text()])
    const posted = await fetch(site + path, { method: "POST", headers, body: "{}" })
    expect(`${posted.status} ${await posted.text()}`).toBe("404 There is nothing at this address.\n")
  })

  it("answers none of the app's own routes, and the app none of the site's", async () => {
    const routes = [platformPlugin, ...visitedPlugins(plugins)].flatMap((plugin) => plugin.routes)
    expect(routes.length).toBeGreaterThan(12)
    for (const { method, path, origins } of routes) {
      const address = path.replaceAll(/:\w+/g, "x")
      const init = { method, redirect: "manual" } as const
      if (!origins.includes("site")) expect((await fetch(site + address, init)).status, path).toBe(404)
      if (origins.includes("app")) continue
      const text = await (await fetch(server.url + address, init)).text()
      // The app's own page, or that there is nothing.
      expect(text, path).toMatch(/<div id="root">|Nothing is served at this address/)
    }
  })

  it("says what is wrong in one sentence that names nothing inside, as a page to browsers", async () => {
    const broken = await fetch(`${site}/visited/broken`)
    const unknown = await fetch(`${site}/api/knock/guessed`)
    const page = await fetch(`${site}/api/knock/guessed`, { headers: { accept: "text/html,*/*" } })
    const posted = await fetch(`${site}/hello`, { method: "POST" })
    const nul = await fetch(`${site}/visited/badge/a%00b`)

    expect([broken.status, await broken.text()]).toEqual([
      500,
      "Something went wrong here. Try again in a few seconds.\n",
    ])
    expect([unknown.status, await unknown.text()]).toEqual([404, "There is nothing at this address.\n"])
    expect(await page.text()).toMatch(/^<!doctype html>.*<h1>There is nothing at this address\.<\/h1>/)
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"])
    expect(nul.status).toBe(400)
    expect(server.output()).toContain("the table visited.secret_plans has no such row")
  })

  it("shows the page that was made for what is not found, and hides no other plugin's address", async () => {
    const nowhere = await fetch(`${site}/nowhere`)
    expect([nowhere.status, nowhere.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"])
    expect(await nowhere.text()).toContain("<h1>There is nothing here</h1>")
    expect(await (await fetch(`${site}/visited/badge/shop`)).text()).toBe("<svg/>")
  })

  it("serves a route of both origins on both, as the plugin itself once the token is known", async () => {
    for (const base of [site, server.url])
      for (const method of ["GET", "POST"]) {
        const known = await fetch(`${base}/api/knock/${KNOWN_TOKEN}`, { method })
        expect([known.status, await known.json()]).toEqual([200, { by: "service:visited" }])
        expect((await fetch(`${base}/api/knock/guessed`, { method, headers: { cookie } })).status).toBe(404)
      }
    expect((await ana.call("visited.push", { token: KNOWN_TOKEN })).status).toBe(403)
  })

  it("answers loopback names only, as long as it knows no other", async () => {
    const { status, text } = await ask("/hello", { host: `rebound.example:${port}` })
    expect([status, text]).toEqual([421, "Nothing is served under this name.\n"])
  })

  it("is counted among the metrics", async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(text).toMatch(
      /countersign_http_requests_total\{origin="site",method="GET",route="\/hello",status="200"\} \d/,
    )
    expect(text).toContain("countersign_uploads 0")
  })
})

describe("an answer that may be kept", () => {
  it("says for how long, and is not sent again to whoever has it", async () => {
    const first = await fetch(`${site}/hello`)
    const etag = first.headers.get("etag")!

    const again = await ask("/hello", { "if-none-match": `W/${etag}, "other"` })
    const other = await ask("/hello", { "if-none-match": '"other"' })
    const head = await fetch(`${site}/hello`, { method: "HEAD" })

    expect(first.headers.get("cache-control")).toBe("public, max-age=10, stale-while-revalidate=60")
    expect([again.status, again.text, again.headers.etag]).toEqual([304, "", etag])
    expect(other.status).toBe(200)
    expect(head.headers.get("content-length")).toBe(String((await first.arrayBuffer()).byteLength))
    expect((await fetch(`${site}/nowhere`)).headers.get("cache-control")).toBe("no-store")
    expect((await fetch(`${site}/visited/who`)).headers.get("cache-control")).toBe("no-store")
  })
})

describe("a route's limit", () => {
  it("refuses what is too much from one network and nobody else, as a trusted proxy names them", async () => {
    const from = (address: string) => ask("/visited/few", { "x-forwarded-for": address })
    const answers = []
    for (let turn = 0; turn < 5; turn++) answers.push(await from("192.0.2.7"))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    expect(answers[4]!.text).toMatch(/^Too many requests came from your network\. Try again in \d+ seconds\.\n$/)
    const wait = Number(answers[4]!.headers["retry-after"])
    expect(wait).toBeGreaterThan(150)
    expect(wait).toBeLessThanOrEqual(200)
    expect((await from("192.0.2.8")).status).toBe(200)
    // One subscriber holds a whole /64.
    const six = []
    for (const tail of ["1", "2", "3", "4"]) six.push((await from(`2001:db8::${tail}`)).status)
    expect(six).toEqual([200, 200, 200, 429])
  })
})

describe("a file that is sent", () => {
  const upload = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(`${site}/visited/file`, {
      method: "POST",
      body,
      headers: { "content-type": "application/octet-stream", ...headers },
    })

  it("reaches the verb whole, whether it fits into memory or not", async () => {
    for (const size of [0, 10, 256 * 1024, MOST_BYTES]) {
      const bytes = new Uint8Array(randomBytes(size))
      const response = await upload(bytes)
      const digest = createHash("sha256").update(bytes).digest("hex")
      expect(await response.json()).toEqual({ size, digest })
    }
  })

  it("is refused by its type and encoding before it is read", async () => {
    for (const [name, value] of [
      ["content-type", "text/html"],
      ["content-encoding", "gzip"],
    ] as const) {
      const response = await upload(new Uint8Array(10), { [name]: value })
      expect([response.status, await response.text()]).toEqual([
        415,
        "This address takes application/octet-stream, image/* as it is, and nothing else.\n",
      ])
    }
    expect((await upload(new Uint8Array(10), { "content-type": "image/png; x=y" })).status).toBe(200)
  })

  it("is cut at its bound, said or not: the rest is not read", async () => {
    const said = openSocket()
    said.write(head({ "content-length": String(MOST_BYTES + 1) }))
    expect(await heard(said)).toMatch(/^HTTP\/1\.1 413 [\s\S]*larger than 585 KiB, the most this address takes/)

    const unsaid = openSocket()
    unsaid.write(head({ "transfer-encoding": "chunked" }))
    const piece = Buffer.concat([Buffer.from("10000\r\n"), randomBytes(0x10000), Buffer.from("\r\n")])
    const sendOn = () => {
      for (let room = true; room && unsaid.writable; ) room = unsaid.write(piece)
    }
    unsaid.on("drain", sendOn)
    sendOn()
    expect(await heard(unsaid)).toMatch(/^HTTP\/1\.1 413 /)
    expect(unsaid.bytesWritten).toBeGreaterThan(MOST_BYTES)
    // The answer is given at the bound; what comes after it is thrown away for half a second, or 64 MB.
    expect(unsaid.bytesWritten).toBeLessThan(80 * 1024 * 1024)
  })

  it("is given up when it comes too slowly, with a sentence, and leaves nothing behind", async () => {
    const slow = openSocket()
    slow.write(head({ "content-length": "1000" }))
    // A wait by time: a sender that is slow on purpose.
    const drip = setInterval(() => slow.writable && slow.write("x"), 50)
    const answer = await heard(slow)
    clearInterval(drip)

    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*did not arrive in time/)
    await vi.waitFor(async () => expect(await uploads()).toBe(0), { timeout: 10_000 })
  })

  it("counts for nothing when its sender is gone midway, and few may be sent at once from one network", async () => {
    const eager = Array.from({ length: 8 }, () => openSocket())
    for (const socket of eager) socket.write(`${head({ "content-length": "1000" }, "/visited/patient")}part`)
    await vi.waitFor(async () => expect(await uploads()).toBe(8), { timeout: 10_000, interval: 10 })

    const ninth = await upload(new Uint8Array(10))
    expect([ninth.status, ninth.headers.get("retry-after")]).toEqual([503, "2"])
    for (const socket of eager) socket.destroy()

    await vi.waitFor(async () => expect(await uploads()).toBe(0), { timeout: 10_000 })
    expect((await upload(new Uint8Array(10))).status).toBe(200)
  })

  async function uploads(): Promise<number> {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    return Number(/countersign_uploads (\d+)/.exec(text)![1])
  }
})

describe("a stream", () => {
  it("makes no more than its reader takes, and ends when the reader is gone", async () => {
    const socket = openSocket()
    socket.write(`GET /visited/flood HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    await once(socket, "readable")
    const made = await settled(async () => (await streams()).pieces)
    expect((await streams()).open).toBe(1)
    // What the kernel holds for both sides, and no more: some MB of 64 KB each.
    expect(made).toBeLessThan(400)

    socket.destroy()

    await vi.waitFor(async () => expect((await streams()).open).toBe(0), { timeout: 10_000 })
  })

  it("that has nothing to say is told that its reader is gone", async () => {
    const gone = openSocket()
    gone.write(`GET /visited/quiet HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    await once(gone, "readable")
    gone.destroy()
    await vi.waitFor(async () => expect((await streams()).open).toBe(0), { timeout: 10_000, interval: 10 })
  })

  it("is cut when its time is over or it fails, so that nobody takes a part for the whole", async () => {
    for (const path of ["/visited/silence", "/visited/breaks"]) {
      const response = await open(path)
      let text = ""
      response.on("data", (chunk) => {
        text += chunk
      })
      await new Promise((resolve) => response.once("error", resolve))
      expect(response.complete, path).toBe(false)
      expect(path.endsWith("breaks") ? "half of it" : "begins").toContain(text)
    }
    expect((await streams()).open).toBe(0)
    expect(server.output().match(/A stream was cut off\./g)).toHaveLength(2)
  })

  async function streams(): Promise<{ open: number; pieces: number }> {
    return (await fetch(`${site}/visited/streams`)).json()
  }
})

describe("a second server with an address for its site", () => {
  it("answers that name alone, and lets a running answer finish when it is told to stop", async () => {
    const sitePort = await freePort()
    const addresses = { PUBLIC_URL: "https://ops.example.org", SITE_URL: "https://status.example.org" }
    const named = await spawnServer({ ...variables, ...addresses, SITE_PORT: String(sitePort) }, "fixture:visited")
    const there = `http://127.0.0.1:${sitePort}`
    expect(named.siteUrl()).toBe("https://status.example.org")
    for (const [host, status] of [
      ["status.example.org", 200],
      ["STATUS.example.org:443", 200],
      ["status.example.org:8443", 421],
      ["ops.example.org", 421],
      [`localhost:${sitePort}`, 421],
    ] as const)
      expect((await ask("/hello", { host }, there)).status, host).toBe(status)
    const { headers } = await ask("/hello", { host: "status.example.org" }, there)
    expect(headers["strict-transport-security"]).toBe("max-age=31536000")

    const slow = await open("/visited/slow", { host: "status.example.org" }, there)
    let text = ""
    slow.on("data", (chunk) => {
      text += chunk
    })
    const finished = once(slow, "end")
    await once(slow, "data")
    named.child.kill("SIGTERM")
    const ended = once(named.child, "exit")
    await finished

    expect(text).toBe("1 2 3 4 5 6 7 8 9 10 ")
    expect((await ended)[0]).toBe(0)
    await expect(open("/hello", {}, there)).rejects.toThrow("ECONNREFUSED")
  })
})

/** A request with exactly these headers. */
async function ask(path: string, headers: Record<string, string>, base = site) {
  const response = await open(path, headers, base)
  let text = ""
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, text, headers: response.headers }
}

async function open(path: string, headers: Record<string, string> = {}, base = site): Promise<IncomingMessage> {
  const asked = send(base + path, { headers })
  asked.end()
  const [response] = (await once(asked, "response")) as [IncomingMessage]
  return response
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

function openSocket(): Socket {
  const socket = connect(Number(port), "127.0.0.1")
  socket.on("error", () => {})
  sockets.push(socket)
  return socket
}

function head(headers: Record<string, string>, path = "/visited/file"): string {
  const lines = Object.entries({ host: "localhost", "content-type": "application/octet-stream", ...headers })
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`
}

/** What a socket hears until it is closed. */
async function heard(socket: Socket): Promise<string> {
  let text = ""
  socket.on("data", (chunk) => {
    text += chunk
  })
  await new Promise((resolve) => socket.once("close", resolve))
  return text
}

/** A number once it is the same for a while. */
async function settled(read: () => Promise<number>): Promise<number> {
  let before = -1
  return vi.waitFor(
    async () => {
      const now = await read()
      const same = now === before
      before = now
      expect(same).toBe(true)
      return now
    },
    { timeout: 10_000, interval: 200 },
  )
}
