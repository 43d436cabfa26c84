import { testPlatform } from "@countersign/testing"
import { type Browser, chromium } from "playwright-core"
import sharp from "sharp"
import { afterAll, describe, expect, it } from "vitest"
import { serveOnLoopback } from "../../../../../packages/core/src/http/serve.fixture.ts"
import { setUpAna } from "../../../../../packages/core/src/reserved/session/session.fixture.ts"
import { findChromium } from "../../../../../scripts/chromium.mjs"
import { siteSettings } from "../../contract/settings.ts"
import { type Media, siteContract } from "../../contract.ts"
import { sitePlugin } from "../../server.ts"
import { mediaHeaders } from "./media-headers.ts"

const testing = await testPlatform({ plugins: [sitePlugin] })
const ana = await setUpAna(testing)
const served = await serveOnLoopback(testing.platform)
let browser: Browser | undefined
afterAll(async () => {
  await browser?.close()
  await served.close()
})
const cookie = () => [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ")

async function send(path: string, bytes: Buffer | string, type = "application/octet-stream", headers = {}) {
  const response = await fetch(`${served.url}/api/v1/site/${path}`, {
    method: "POST",
    headers: { cookie: cookie(), origin: served.url, "content-type": type, ...headers },
    body: new Uint8Array(Buffer.from(bytes as Buffer)),
  })
  return {
    status: response.status,
    body: (await response.json()) as { media: Media; notes: string[]; message?: string },
  }
}
const get = (address: string, headers: Record<string, string> = { cookie: cookie() }) =>
  fetch(`${served.url}${address}`, { headers })
const picture = (width = 700, height = 350, background = "teal") =>
  sharp({ create: { width, height, channels: 3, background } })

describe("the library", () => {
  it("takes a file, serves it and its smaller ones to who may see it, and to nobody else", async () => {
    const { status, body } = await send(
      "media?name=Grüße%20vom%20Meer.JPG&alt=The%20sea",
      await picture().jpeg().toBuffer(),
    )

    expect(status).toBe(201)
    expect(body.media).toMatchObject({
      address: "/_media/grusse-vom-meer.jpg",
      name: "Grüße vom Meer.JPG",
      alt: "The sea",
      kind: "picture",
      width: 700,
      height: 350,
      sizes: [
        { width: 320, height: 160, address: "/_media/grusse-vom-meer-jpg-320w.webp" },
        { width: 640, height: 320, address: "/_media/grusse-vom-meer-jpg-640w.webp" },
      ],
    })
    const whole = await get(body.media.address)
    expect(whole.status).toBe(200)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(/script-src 'self'.*, default-src 'none';.* sandbox$/),
    })
    expect((await sharp(Buffer.from(await whole.arrayBuffer())).metadata()).width).toBe(700)
    expect((await get(body.media.sizes[0]!.address)).headers.get("content-type")).toBe("image/webp")
    expect((await get(body.media.address, {})).status).toBe(401)
    expect(
      (await get(body.media.address, { cookie: cookie(), "if-none-match": whole.headers.get("etag")! })).status,
    ).toBe(304)
    expect((await get("/_media/nothing.png")).status).toBe(404)
  })

  it("sends large files piece by piece, whole, and to be kept", async () => {
    const bytes = Buffer.alloc(3 * 1024 * 1024 + 17, "Countersign ")
    const { body } = await send("media?name=notes.bin", bytes)
    const answer = await get(body.media.address)
    expect(answer.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''notes.bin")
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it("keeps the address of what is replaced, and refuses what pages could not show there", async () => {
    const { body } = await send("media?name=logo.png", await picture(40, 40).png().toBuffer())
    const { id, address } = body.media
    const replaced = await send(`media/${id}?name=new.jpg`, await picture(400, 200, "red").jpeg().toBuffer())
    expect(replaced.body.media).toMatchObject({ id, address, name: "new.jpg", type: "image/jpeg", width: 400 })
    expect((await get(address)).headers.get("content-type")).toBe("image/jpeg")
    expect((await send(`media/${id}?name=a.pdf`, "%PDF-1.7")).body.message).toContain('"new.jpg" is a picture')
  })

  it("says where a file is used, and deletes it only when that is known", async () => {
    const { body } = await send("media?name=used.png", await picture(500, 500).png().toBuffer())
    const { id, address, sizes } = body.media
    await usePage("home", "Home", [
      ["src", "/x.png"],
      ["srcset", `${sizes[0]!.address} 320w`],
    ])
    await usePage("other", "Other", [["src", "/x.png"]], `background: url("${address}")`)

    const { body: known } = await ana.call(siteContract.getMedia, { id })
    expect(known.usedIn).toEqual([
      { type: "page", id: "home", title: "Home" },
      { type: "page", id: "other", title: "Other" },
    ])
    const refused = await ana.call(siteContract.deleteMedia, { id })
    expect(refused.body.message).toBe(
      '"used.png" is used in "Home" and "Other". Take it out there first, or delete it nevertheless; nothing is shown in its place then.',
    )
    expect((await ana.call(siteContract.deleteMedia, { id, evenIfUsed: true })).status).toBe(200)
    expect((await get(address)).status).toBe(404)
    expect((await ana.call(siteContract.getMedia, { id })).status).toBe(404)
  })

  it("lists, finds and renames", async () => {
    const { body } = await send("media?name=100%25.txt", "all of it")
    const listed = await ana.call(siteContract.listMedia, { search: "100%", limit: 1 })
    expect(listed.body.media.map(({ id }) => id)).toEqual([body.media.id])
    const renamed = await ana.call(siteContract.updateMedia, { id: body.media.id, alt: "All of it" })
    expect(renamed.body).toMatchObject({ alt: "All of it", name: "100%.txt", address: body.media.address })
    const all = await ana.call(siteContract.listMedia, { limit: 2 })
    const more = await ana.call(siteContract.listMedia, { limit: 2, after: all.body.next! })
    expect(new Set([...all.body.media, ...more.body.media].map(({ id }) => id)).size).toBe(4)
    expect(all.body.usedBytes).toBeGreaterThan(3_000_000)
  })

  it("is full at its limit, and takes nothing from whoever may not, or from another page", async () => {
    expect((await send("media?name=x.txt", "x", "text/plain", { cookie: "" })).status).toBe(401)
    expect((await send("media?name=x.txt", "x", "text/plain", { origin: "http://evil.test" })).status).toBe(403)
    expect((await send("media?name=x.txt", Buffer.alloc(26 * 1024 * 1024))).status).toBe(413)
    const { body: settings } = await ana.call(siteSettings.procedures.getSettings, {})
    await ana.call(siteSettings.procedures.updateSettings, { version: settings.version, mediaMegabytes: 1 })
    expect((await send("media?name=x.txt", "x")).body.message).toContain("The library is full:")
    await ana.call(siteSettings.procedures.updateSettings, { version: settings.version + 1, mediaMegabytes: 2_000 })
  })
})

/** Files that are something else besides what they say, or bring a script along. */
const HOSTILE: readonly [name: string, bytes: () => Promise<Buffer> | Buffer][] = [
  ["svg-script.svg", () => svg("<script>hit()</script>")],
  ["svg-onload.svg", () => svg('<rect width="9" height="9" onload="hit()"/>', ' onload="hit()"')],
  [
    "svg-page.svg",
    () =>
      svg(
        '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script>parent.hit()&lt;/script>"/></foreignObject>',
      ),
  ],
  [
    "svg-loads.svg",
    () => svg('<image href="//evil.test/x.png" width="9" height="9"/><use href="//evil.test/x.svg#a"/>'),
  ],
  [
    "svg-style.svg",
    () =>
      svg("<style>@import '//evil.test/x.css'; rect { fill: url(//evil.test/x) }</style><rect width='9' height='9'/>"),
  ],
  ["svg-set.svg", () => svg('<a id="a"><set attributeName="href" to="javascript:hit()"/><text y="20">x</text></a>')],
  [
    "svg-entity.svg",
    () =>
      Buffer.from(
        '<!DOCTYPE svg [<!ENTITY x "<script>hit()</script>">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>',
      ),
  ],
  [
    "svg-sheet.svg",
    () =>
      Buffer.from(
        '<?xml version="1.0"?><?xml-stylesheet href="//evil.test/x.css"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      ),
  ],
  [
    "gif-script.gif",
    async () =>
      Buffer.concat([
        Buffer.from("GIF89a/*"),
        (await picture(9, 9).gif().toBuffer()).subarray(8),
        Buffer.from("*/=1;hit()"),
      ]),
  ],
  [
    "png-page.png",
    async () => Buffer.concat([await picture(9, 9).png().toBuffer(), Buffer.from("<html><script>hit()</script>")]),
  ],
  [
    "jpg-exif.jpg",
    () =>
      picture(9, 9)
        .withExif({ IFD0: { ImageDescription: '"><script>hit()</script>' } })
        .jpeg()
        .toBuffer(),
  ],
  ["text.txt", () => Buffer.from("hit()//<script>hit()</script>")],
  ["pdf.pdf", () => Buffer.from("%PDF-1.7\n<script>hit()</script>")],
  ["css.bin", () => Buffer.from("x{} @import '//evil.test/x.css';")],
]
function svg(inner: string, attributes = ""): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99"${attributes}>${inner}</svg>`)
}

describe("hostile files, opened, framed, drawn and taken for scripts and styles", () => {
  it.each([["nothing"], ["making them anew"], ["the headers"]] as const)(
    "do nothing, with this switched off: %s",
    async (off) => {
      // Words are kept as they are, so that only the headers keep a browser from taking them for a script. No page has such an element.
      expect(await happenedWith(off)).toEqual(off === "the headers" ? ["text.txt"] : [])
    },
  )

  it("and do harm with both switched off, so that it is they who prevent it", async () => {
    expect((await happenedWith("both")).length).toBeGreaterThan(4)
  })
})

/** What ran, was asked for elsewhere or led away, by name of the file. */
async function happenedWith(off: "nothing" | "making them anew" | "the headers" | "both"): Promise<string[]> {
  const given = new Map(await Promise.all(HOSTILE.map(async ([name, bytes]) => [name, await bytes()] as const)))
  const { makeMedia } = await import("./make-media.ts")
  const names = [...given.keys()]
  const made = await makeMedia(
    names.map((name) => ({ name, bytes: given.get(name)! })),
    { sizes: false },
  )
  const anew = off === "nothing" || off === "the headers"
  const files = new Map(
    names.flatMap((name, at) => {
      const one = made[at]!
      if (anew) return "refused" in one ? [] : [[name, { bytes: one.bytes, type: one.type }] as const]
      return [
        [name, { bytes: given.get(name)!, type: "refused" in one ? "application/octet-stream" : one.type }] as const,
      ]
    }),
  )
  browser ??= await chromium.launch(findChromium())
  const context = await browser.newContext()
  const happened = new Set<string>()
  let current = ""
  await context.exposeFunction("hit", () => void happened.add(current))
  await context.route("**", (route) => {
    const url = new URL(route.request().url())
    if (url.host !== "app.test") {
      if (url.protocol.startsWith("http")) happened.add(current)
      return route.abort()
    }
    const name = url.pathname.slice(1)
    const file = files.get(name)
    if (url.pathname.startsWith("/page-")) {
      const address = `/${name.slice("page-".length)}`
      return route.fulfill({
        contentType: "text/html",
        body: `<iframe src="${address}"></iframe><img src="${address}"><object data="${address}"></object><embed src="${address}">
          <script src="${address}"></script><link rel=stylesheet href="${address}"><div style="background:url(${address})">x</div>`,
      })
    }
    if (!file) return route.fulfill({ status: 404 })
    const headers =
      off === "the headers" || off === "both" ? { "content-type": file.type } : mediaHeaders({ ...file, name })
    return route.fulfill({ body: file.bytes, headers })
  })
  const page = await context.newPage()
  for (const name of files.keys()) {
    current = name
    await page.goto(`http://app.test/page-${name}`, { waitUntil: "load" })
    // A file that is to be kept is not opened at all.
    await page.goto(`http://app.test/${name}`, { waitUntil: "load" }).catch(() => {})
    await page.mouse.click(20, 20)
  }
  await context.close()
  return [...happened]
}

async function usePage(id: string, title: string, attributes: [string, string][], style: string | null = null) {
  const document = { type: "page", id } as const
  await ana.call(siteContract.createDocument, { document, title })
  const { body } = await ana.call(siteContract.joinTab, {})
  const node = {
    kind: "element" as const,
    id: "i",
    tag: "img",
    namespace: "html" as const,
    attributes,
    classes: [],
    style,
    children: [],
  }
  const command = {
    type: "insert" as const,
    document,
    place: { parent: "body", after: null, before: null },
    fragment: { roots: ["i"], nodes: [node] },
  }
  const done = await ana.call(siteContract.applyCommands, {
    tab: body.tab,
    seen: 0,
    batches: [{ counter: 1, commands: [command] }],
  })
  expect(done.body.answers).toMatchObject([{ accepted: true }])
}
