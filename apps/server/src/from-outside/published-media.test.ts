/** Files of the library as visitors get them: from the built server, on the site's own origin. */
import sharp from "sharp"
import { describe, expect, it, vi } from "vitest"
import { movie, woff } from "../../../../plugins/site/src/server/media/files.fixture.ts"
import { pageWith } from "../../../../plugins/site/src/server/publish/draft.fixture.ts"
import { headerOf, type RawAnswer, sendRaw } from "../../../../plugins/site/src/server/serve/raw-visit.fixture.ts"
import { startBuiltServer } from "./built-server.fixture.ts"

const { server, ana } = await startBuiltServer()
const { port } = new URL(server.siteUrl()!)
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"

const pixels = (background: string) =>
  sharp({ create: { width: 700, height: 350, channels: 3, background } })
    .png()
    .toBuffer()
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" onload="hit()"><script>hit()</script><circle r="9"/>${"<rect/>".repeat(60)}</svg>`
/** What is too large to be sent at once. */
const large = Buffer.alloc(2_500_000, "Countersign ")

interface Kept {
  media: { id: string; address: string; sizes: { address: string }[] }
}

async function upload(path: string, bytes: Buffer | string): Promise<Kept["media"]> {
  const response = await fetch(`${server.url}/api/v1/site/${path}`, {
    method: "POST",
    headers: { cookie: ana.cookie(), origin: server.url, "content-type": "application/octet-stream" },
    body: new Uint8Array(Buffer.from(bytes as Buffer)),
  })
  const body = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`)
  return (JSON.parse(body) as Kept).media
}

const ask = (address: string, ...headers: string[]) =>
  sendRaw(Number(port), [`GET ${address} HTTP/1.1`, "host: localhost", ...headers])

/** The files that a page shows or links, published once for all tests. */
const files = await publishFiles()

async function publishFiles(): Promise<Record<string, string>> {
  const given: [string, Buffer | string][] = [
    ["Sea View.png", await pixels("teal")],
    [
      "photo.jpg",
      await sharp(await pixels("navy"))
        .jpeg()
        .toBuffer(),
    ],
    [
      "small.webp",
      await sharp(await pixels("olive"))
        .webp()
        .toBuffer(),
    ],
    ["drawing.svg", drawing],
    ["film.mp4", movie()],
    ["letters.woff", woff()],
    ["paper.pdf", `%PDF-1.4\n${"words ".repeat(200)}`],
    ["notes.txt", "Words and words. ".repeat(100)],
    ["large.bin", large],
    ["secret.png", await pixels("red")],
  ]
  const kept: Record<string, string> = {}
  for (const [name, bytes] of given)
    kept[name] = (await upload(`media?name=${encodeURIComponent(name)}`, bytes)).address
  const { body } = await ana.call<{ tab: string }>("site.joinTab")
  const shown = Object.entries(kept).filter(([name]) => name !== "secret.png")
  const links = shown.map(([, address]) => `<a href="${address}">it</a>`)
  const page = pageWith("home", "Home", `<img src="${kept["Sea View.png"]}" alt="The sea">${links.join("")}`, "")
  const sheet = { id: "main", name: "main.css", media: "", pieces: [{ id: "p1", text: "a { color: red }" }] }
  const commands = [...page, { type: "sheet.add", sheet, after: null }]
  await ana.call("site.applyCommands", { tab: body.tab, seen: 0, batches: [{ counter: 1, commands }] })
  const { status, body: published } = await ana.call("site.publish")
  if (status !== 200) throw new Error(JSON.stringify(published))
  await vi.waitFor(async () => expect((await ask(kept["Sea View.png"]!)).status).toBe(200))
  return kept
}

describe("a published file", () => {
  it.each([
    ["Sea View.png", "/_media/sea-view.png", "image/png", true],
    ["photo.jpg", "/_media/photo.jpg", "image/jpeg", true],
    ["small.webp", "/_media/small.webp", "image/webp", true],
    ["drawing.svg", "/_media/drawing.svg", "image/svg+xml", true],
    ["film.mp4", "/_media/film.mp4", "video/mp4", true],
    ["letters.woff", "/_media/letters.woff", "font/woff", true],
    ["paper.pdf", "/_media/paper.pdf", "application/pdf", false],
    ["notes.txt", "/_media/notes.txt", "application/octet-stream", false],
    ["large.bin", "/_media/large.bin", "application/octet-stream", false],
  ])("%s is sent as what it is, can do nothing, and is asked for again", async (name, address, type, isShown) => {
    expect(files[name]).toBe(address)
    const answer = await ask(address)

    expect(answer.status).toBe(200)
    expect(headerOf(answer, "content-type")).toBe(type)
    expect(headerOf(answer, "content-security-policy")).toBe(SANDBOX)
    expect(headerOf(answer, "x-content-type-options")).toBe("nosniff")
    expect(headerOf(answer, "cross-origin-resource-policy")).toBe("same-origin")
    // Its address stays when it is replaced, so nobody may keep it unasked.
    expect(headerOf(answer, "cache-control")).toBe("public, no-cache")
    const named = `attachment; filename*=UTF-8''${address.slice("/_media/".length)}`
    expect(headerOf(answer, "content-disposition")).toBe(isShown ? null : named)
    expect(answer.head.filter((line) => /^set-cookie/i.test(line))).toEqual([])
  })

  it("has smaller ones beside it, which the page names, and nothing that only the library holds is there", async () => {
    const page = (await ask("/")).body.toString()
    const sizes = [...page.matchAll(/(\/_media\/[\w-]+\.webp) (\d+)w/g)]
    expect(sizes.map(([, , width]) => width)).toEqual(["320", "640"])
    for (const [, address, width] of sizes) {
      const { status, body } = await ask(address!)
      expect([status, (await sharp(body).metadata()).width]).toEqual([200, Number(width)])
    }
    for (const address of [files["secret.png"]!, "/_media/nothing.png", "/_media/", "/_media/..%2fsea-view.png"])
      expect((await ask(address)).status, address).toBe(404)
  })

  it("comes in parts, from memory and from disk, and as what it is called when it is whole", async () => {
    for (const [name, bytes] of [
      ["film.mp4", movie()],
      ["large.bin", large],
    ] as const) {
      const whole = await ask(files[name]!)
      expect(unchunked(whole).equals(bytes), name).toBe(true)
      const tag = headerOf(whole, "etag")!
      for (const [range, from, to] of [
        ["bytes=2-5", 2, 6],
        ["bytes=-7", bytes.length - 7, bytes.length],
        [`bytes=${bytes.length - 3}-`, bytes.length - 3, bytes.length],
      ] as const) {
        const part = await ask(files[name]!, `range: ${range}`, `if-range: ${tag}`)
        expect(part.status).toBe(206)
        expect(headerOf(part, "content-range")).toBe(`bytes ${from}-${to - 1}/${bytes.length}`)
        expect(headerOf(part, "content-length")).toBe(String(to - from))
        expect(part.body.equals(bytes.subarray(from, to))).toBe(true)
      }
      const outside = await ask(files[name]!, `range: bytes=${bytes.length}-`)
      expect([outside.status, headerOf(outside, "content-range")]).toEqual([416, `bytes */${bytes.length}`])
      expect((await ask(files[name]!, "range: bytes=0-1", 'if-range: "another"')).status).toBe(200)
    }
  })

  it("is looked at without a body, and not sent again to whoever has it", async () => {
    for (const name of ["Sea View.png", "drawing.svg", "notes.txt"]) {
      const whole = await ask(files[name]!)
      const looked = await sendRaw(Number(port), [`HEAD ${files[name]} HTTP/1.1`, "host: localhost"])
      expect(looked.head, name).toEqual(whole.head)
      expect(looked.body.length, name).toBe(0)
      expect(headerOf(whole, "content-length"), name).toBe(String(whole.body.length))

      const again = await ask(files[name]!, `if-none-match: ${headerOf(whole, "etag")}`)
      expect([again.status, again.body.length], name).toEqual([304, 0])
      expect(headerOf(again, "content-security-policy"), name).toBe(SANDBOX)
    }
  })

  it("that is a drawing is compressed, has lost what runs, and belongs to no origin where it is opened by itself", async () => {
    const plain = await ask(files["drawing.svg"]!)
    expect(plain.body.toString()).toContain("<circle")
    expect(plain.body.toString()).not.toMatch(/script|onload|hit/)
    const [br, gzip] = [
      await ask(files["drawing.svg"]!, "accept-encoding: br"),
      await ask(files["drawing.svg"]!, "accept-encoding: gzip"),
    ]
    expect([br, gzip].map((answer) => headerOf(answer, "content-encoding"))).toEqual(["br", "gzip"])
    for (const answer of [br, gzip]) {
      expect(headerOf(answer, "content-security-policy")).toBe(SANDBOX)
      expect(answer.body.length).toBeLessThan(plain.body.length)
    }
  })

  it("is another one under the same address as soon as it is replaced; what bears its hash may be kept for ever", async () => {
    const before = await ask(files["photo.jpg"]!)
    const { body } = await ana.call<{ media: { id: string; address: string }[] }>("site.listMedia", { limit: 50 })
    const { id } = body.media.find(({ address }) => address === files["photo.jpg"])!
    await upload(
      `media/${id}?name=photo.jpg`,
      await sharp(await pixels("white"))
        .jpeg()
        .toBuffer(),
    )

    await expect.poll(async () => headerOf(await ask(files["photo.jpg"]!), "etag")).not.toBe(headerOf(before, "etag"))
    expect((await ask(files["photo.jpg"]!, `if-none-match: ${headerOf(before, "etag")}`)).status).toBe(200)

    const home = (await ask("/")).body.toString()
    const [, style] = /href="(\/_site\/[0-9a-f]{64}\.css)"/.exec(home)!
    const kept = await ask(style!)
    expect(headerOf(kept, "cache-control")).toBe("public, max-age=31536000, immutable")
  })
})

/** What is sent piece by piece says how long each piece is. */
function unchunked(answer: RawAnswer): Buffer {
  if (headerOf(answer, "transfer-encoding") !== "chunked") return answer.body
  const pieces: Buffer[] = []
  for (let at = 0; at < answer.body.length; ) {
    const end = answer.body.indexOf("\r\n", at)
    const length = Number.parseInt(answer.body.toString("latin1", at, end), 16)
    pieces.push(answer.body.subarray(end + 2, end + 2 + length))
    at = end + 4 + length
  }
  return Buffer.concat(pieces)
}
