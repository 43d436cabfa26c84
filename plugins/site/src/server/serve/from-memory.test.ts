import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterAll, describe, expect, it } from "vitest"
import { listen } from "../../../../../apps/server/src/listen.ts"
import { putFile } from "../files/file-store.ts"
import { adding, pageWith } from "../publish/draft.fixture.ts"
import { testPublishing } from "../publish/publish.fixture.ts"
import { headerOf, type RawAnswer, sendRaw } from "./raw-visit.fixture.ts"

const site = await testPublishing()
const { platform, edit, publish, database } = site
const own = platform.site!
let usual = 0
const place = { host: "127.0.0.1", port: 0, peerAddress: (address: string) => address }
const quick = await listen(
  {
    fetch(...asked) {
      usual += 1
      return own.fetch(...asked)
    },
    fromMemory: own.fromMemory,
  },
  place,
)
const slow = await listen({ fetch: own.fetch }, place)
afterAll(() => Promise.all([quick.close(0), slow.close(0)]))

/** From memory: the first visit, and one in an eighth of a second, go the usual way. */
async function recalled(lines: readonly string[]): Promise<RawAnswer> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const before = usual
    const answer = await sendRaw(quick.port, lines)
    if (usual === before) return answer
  }
  throw new Error(`Never answered from memory: ${lines[0]}`)
}

const get = (path: string, ...headers: string[]) => [`GET ${path} HTTP/1.1`, "host: localhost", ...headers]
const head = (path: string, ...headers: string[]) => [`HEAD ${path} HTTP/1.1`, "host: localhost", ...headers]

async function same(lines: readonly string[]): Promise<RawAnswer> {
  const [here, there] = [await recalled(lines), await sendRaw(slow.port, lines)]
  const name = lines.join(" | ")
  expect(here.head, name).toEqual(there.head)
  expect(here.body.equals(there.body), name).toBe(true)
  return here
}

describe("before anything was published", () => {
  it("the page that stands in is answered from memory as it is the usual way, in each of its forms", async () => {
    const plain = await same(get("/"))
    expect(plain.status).toBe(200)
    const style = /href="(\/_site\/[0-9a-f]{64}\.css)"/.exec(plain.body.toString())![1]!
    for (const path of ["/", style])
      for (const forms of ["br", "gzip"]) expect((await same(get(path, `accept-encoding: ${forms}`))).status).toBe(200)
    expect((await same(get("/nowhere"))).status).toBe(404)
    expect((await same(get("/robots.txt"))).status).toBe(200)
  })
})

describe("a visit that memory answers", () => {
  const words = `<p>${"Words and words. ".repeat(200)}</p>`
  let plain: RawAnswer
  let etag = ""
  let style = ""
  let film = ""

  it("has the same head and body as one that goes the usual way, for every kind of answer", async () => {
    await edit(
      adding({ type: "template", id: "lost" }, "Lost", "<!doctype html><html><body><h1>Lost?</h1></body></html>"),
      { type: "template.set", template: "lost", facts: { target: { type: "notFound" }, priority: 100 } },
      {
        type: "sheet.add",
        sheet: {
          id: "main",
          name: "main.css",
          media: "",
          pieces: [{ id: "p1", text: "h1 { color: red }".repeat(40) }],
        },
        after: null,
      },
      ...pageWith("home", "Welcome", "<h1>Hello</h1>", ""),
      ...pageWith("long", "Long", words),
      ...pageWith("moved", "Moved", "<h1>Here</h1>", "before"),
    )
    await publish()
    await edit({ type: "page.set", page: "moved", set: { address: "after" } })
    await publish()
    const kept = await putFile(database.direct, { type: "video/mp4", bytes: Buffer.alloc(300_000, "0123456789") })
    film = `/_site/${kept.hash}.mp4`
    await expect.poll(async () => (await sendRaw(quick.port, get("/after"))).status).toBe(200)

    plain = await same(get("/long"))
    etag = headerOf(plain, "etag")!
    style = /href="(\/_site\/[0-9a-f]{64}\.css)"/.exec(plain.body.toString())![1]!
    const kinds: readonly (readonly [number, readonly string[]])[] = [
      [200, get("/")],
      [200, get("/long?utm=1&x=%20")],
      [200, get("/long", "accept-encoding: gzip, deflate, br, zstd", "cookie: session=1", "accept: text/html")],
      [200, get("/long", "accept-encoding: gzip")],
      [200, get("/long", "accept-encoding: br;q=0, gzip;q=0.000")],
      [200, get("/long", "accept-encoding: BR;q=0.1")],
      [200, head("/long")],
      [200, head("/long", "accept-encoding: br")],
      [200, head("/long", "accept-encoding: gzip")],
      [304, get("/long", `if-none-match: ${etag}`)],
      [304, head("/long", `if-none-match: ${etag}`)],
      [304, get("/long", `if-none-match: "other", W/${etag}`)],
      [304, get("/long", 'if-none-match: "other"', `if-none-match: ${etag}`)],
      [304, get("/long", "if-none-match: *", "accept-encoding: br")],
      [200, get("/long", `if-none-match: ${etag}`, "accept-encoding: br")],
      [200, get("/long", 'if-none-match: "other"')],
      [206, get("/long", "range: bytes=10-19", "accept-encoding: br")],
      [206, get("/long", "range: bytes=-5")],
      [206, get("/long", "range: bytes=0-0", `if-range: ${etag}`)],
      [206, head("/long", "range: bytes=100-")],
      [206, get(film, "range: bytes=299990-")],
      [304, get("/long", "range: bytes=10-19", `if-none-match: ${etag}`)],
      [416, get("/long", `range: bytes=${plain.body.length}-`)],
      [200, get("/long", "range: bytes=0-4", 'if-range: "other"')],
      [200, get("/long", "range: bytes=0-4, 8-9", "accept-encoding: br")],
      [404, get("/nowhere")],
      [404, get("/nowhere", "accept-encoding: br", "range: bytes=0-1", "if-none-match: *")],
      [404, head("/nowhere-else")],
      [404, get("//evil.test/")],
      [301, get("/before")],
      [301, head("/before")],
      [301, get("/long/")],
      [301, get("/long///?x")],
      [200, get("/robots.txt")],
      [200, get("/sitemap.xml", "accept-encoding: gzip")],
      [200, get("/feed.xml")],
      [200, get(style)],
      [200, get(style, "accept-encoding: br")],
      [304, get(style, "if-none-match: *")],
      [200, get(film)],
      [200, head(film)],
    ]
    for (const [status, lines] of kinds) expect((await same(lines)).status, lines.join(" | ")).toBe(status)
    expect(kinds).toHaveLength(41)
  })

  it("says how long it may be kept, which form it has, and what may run in it", async () => {
    expect(headerOf(plain, "cache-control")).toBe("public, no-cache")
    expect(headerOf(plain, "content-security-policy")).toMatch(/^default-src 'none'/)
    expect(headerOf(plain, "x-content-type-options")).toBe("nosniff")
    expect(headerOf(await recalled(get(style)), "cache-control")).toBe("public, max-age=31536000, immutable")
    expect(headerOf(await recalled(get("/before")), "location")).toBe("/after")

    const [br, gzip] = [
      await recalled(get("/long", "accept-encoding: gzip, br")),
      await recalled(get("/long", "accept-encoding: deflate, gzip")),
    ]
    expect([headerOf(br, "content-encoding"), headerOf(gzip, "content-encoding")]).toEqual(["br", "gzip"])
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true)
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
    expect(new Set([etag, headerOf(br, "etag"), headerOf(gzip, "etag")]).size).toBe(3)
    expect(headerOf(gzip, "vary")).toBe("accept-encoding")
  })

  it("is never older than a quarter of a second, whatever is published", async () => {
    for (const edition of ["second", "third"]) {
      await edit({ type: "setting.set", set: { name: `The ${edition}` } })
      await publish()
      const published = performance.now()
      let answer = ""
      while (performance.now() - published < 250 || !answer)
        answer = (await sendRaw(quick.port, get("/"))).body.toString()
      answer = (await sendRaw(quick.port, get("/"))).body.toString()
      expect(answer).toContain(`The ${edition}`)
    }
    expect((await same(get("/"))).status).toBe(200)
  })

  it("keeps its connection, and answers what was sent ahead in its order", async () => {
    await recalled(get("/long"))
    const before = usual
    const two = [...get("/long", "range: bytes=0-2"), "", ...get("/long", "range: bytes=3-5")]
    const { head: first, body } = await sendRaw(quick.port, two)
    expect(first).toContain("Connection: keep-alive")
    const rest = body.toString()
    const whole = plain.body.toString()
    expect(rest.startsWith(whole.slice(0, 3))).toBe(true)
    expect(rest.endsWith(`\r\n\r\n${whole.slice(3, 6)}`)).toBe(true)
    expect(usual - before).toBeLessThan(2)
  })

  it("is counted and told of as any other", async () => {
    const counted = async () => {
      const text = await (await platform.fetch(new Request("http://localhost/metrics"), "127.0.0.1")).text()
      const line = /countersign_http_requests_total\{origin="site",method="GET",route="other",status="304"\} (\d+)/
      return Number(line.exec(text)?.[1] ?? 0)
    }
    const before = await counted()
    await recalled(get("/long", "if-none-match: *"))
    expect(await counted()).toBeGreaterThan(before)
  })
})

describe("a hostile visit", () => {
  it.each<[string, number, readonly string[]]>([
    ["dots that lead upwards", 404, get("/../../etc/passwd")],
    ["dots that lead to a page", 200, get("/nowhere/../long")],
    ["the same in escapes", 200, get("/nowhere/%2e%2e/long")],
    ["dots behind an escaped slash", 404, get("/nowhere%2f..%2flong")],
    ["escaped twice", 404, get("/%252e%252e/long")],
    ["a page in escapes", 200, get("/%6Cong")],
    ["an escaped NUL", 400, get("/long%00")],
    ["an escaped NUL behind the question mark", 400, get("/long?x=%00")],
    ["a NUL", 400, get("/long\0")],
    ["no UTF-8", 400, get("/%E0%A4%A")],
    ["half an escape", 400, get("/long%")],
    ["a backslash", 400, get("/..\\long")],
    ["a space", 400, get("/lo ng")],
    ["bytes that are no letters", 400, get("/l\xf6ng")],
    ["a fragment", 200, get("/long#top")],
    ["an address of 5,000 characters", 400, get(`/${"a".repeat(5_000)}`)],
    ["headers of 20,000 bytes", 431, get("/long", `x-large: ${"a".repeat(20_000)}`)],
    ["a tag of 5,000 characters", 400, get("/long", `if-none-match: "${"a".repeat(5_000)}"`)],
    ["a range of 300 characters", 400, get("/long", `range: bytes=${"0".repeat(300)}-`)],
    ["a range that ends before it begins", 200, get("/long", "range: bytes=9-3")],
    ["the last none bytes", 416, get("/long", "range: bytes=-0")],
    ["a range beyond every number", 200, get("/long", "range: bytes=99999999999999999999-")],
    ["a range beyond the end", 416, get("/long", "range: bytes=999999999-")],
    ["a range of words", 200, get("/long", "range: bytes=a-b")],
    ["a range of another unit", 200, get("/long", "range: items=0-1")],
    ["two ranges", 200, get("/long", "range: bytes=0-1", "range: bytes=3-4")],
    ["no range at all", 200, get("/long", "range: bytes=-")],
    ["our whole address", 200, get("http://localhost/long")],
    ["another's whole address", 421, get("http://evil.test/long")],
    ["a whole address that is none", 400, get("http://[/long")],
    ["another protocol's address", 400, get("ftp://localhost/long")],
    ["no address", 400, get("*")],
    ["another name", 421, ["GET /long HTTP/1.1", "host: evil.test"]],
    ["our name and another", 421, ["GET /long HTTP/1.1", "host: localhost", "host: evil.test"]],
    ["our name before another's", 400, ["GET /long HTTP/1.1", "host: localhost@evil.test"]],
    ["a name with a path", 400, ["GET /long HTTP/1.1", "host: localhost/x"]],
    ["no name", 400, ["GET /long HTTP/1.1"]],
    ["an empty name", 400, ["GET /long HTTP/1.1", "host:"]],
    ["an older protocol without a name", 400, ["GET /long HTTP/1.0"]],
    ["an older protocol", 200, ["GET /long HTTP/1.0", "host: localhost"]],
    ["a body of a kind", 200, get("/long", "content-length: 0")],
    ["two ways to say how long a body is", 400, get("/long", "content-length: 3", "transfer-encoding: chunked")],
    ["a method in small letters", 400, ["get /long HTTP/1.1", "host: localhost"]],
    ["another method", 404, ["POST /long HTTP/1.1", "host: localhost", "content-length: 0"]],
    ["a method to look around", 404, ["OPTIONS /long HTTP/1.1", "host: localhost"]],
    ["a header without a name", 400, get("/long", ": x")],
    ["a header over two lines", 400, get("/long", "x-folded: a", " b")],
  ])("with %s is answered %i, as the usual way does", async (_what, status, lines) => {
    // What is plain is in memory by now, so that whatever is mistaken for it would be found.
    await recalled(get("/long"))
    const [here, there] = [await sendRaw(quick.port, lines), await sendRaw(slow.port, lines)]

    expect(here.status).toBe(status)
    expect(here.head).toEqual(there.head)
    expect(here.body.equals(there.body)).toBe(true)
    expect(here.body.toString()).not.toMatch(/evil\.test|root:/)
  })
})
