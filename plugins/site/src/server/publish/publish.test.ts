import { brotliDecompressSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { siteContract } from "../../contract.ts"
import { putFile } from "../files/file-store.ts"
import { adding, pageWith } from "./draft.fixture.ts"
import { testPublishing } from "./publish.fixture.ts"

const site = await testPublishing()
const { platform, ana, edit, publish, visit, database } = site
const { setPublicName, rollback, listPublications, listUnpublished } = siteContract
const FRAME = `<!doctype html><html><body><header><a href="/">{site.name}</a></header><main><cs-outlet></cs-outlet></main></body></html>`

const PARAGRAPH = {
  kind: "element" as const,
  tag: "p",
  namespace: "html" as const,
  attributes: [],
  classes: [],
  style: null,
}

async function text(path: string): Promise<string> {
  const response = await visit(path)
  return response.text()
}

describe("before anything was published", () => {
  it("the site's origin serves the status page, with systems that have a public name and no others", async () => {
    const shop = await site.system("shop-db-eu-1")
    await site.system("secret-ledger")
    const before = await visit("/")
    expect(before.status).toBe(200)
    expect(await before.text()).toContain("No systems are shown here yet.")

    await platform.call(ana, setPublicName, { systemId: shop, name: "Shop", heading: "For customers" })
    await expect.poll(() => text("/")).toContain("<h3>Shop</h3>")
    await site.status(shop, "unhealthy")
    await expect.poll(() => text("/")).toContain("Not working")
    const page = await text("/")
    expect(page).toContain("For customers")
    expect(page).not.toMatch(/shop-db-eu-1|secret-ledger/)
    expect(page).toContain("Some systems have problems")

    await platform.call(ana, setPublicName, { systemId: shop, name: null })
    await expect.poll(() => text("/")).not.toContain("Shop")
  })

  it("has a page for what is not there, styles that may be kept for ever, and runs nothing but what refreshes it", async () => {
    const missing = await visit("/nowhere")
    expect(missing.status).toBe(404)
    expect(missing.headers.get("cache-control")).toBe("no-store")
    expect(await missing.text()).toContain("There is nothing here")

    const home = await visit("/")
    const policy = home.headers.get("content-security-policy")!
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+'; connect-src 'self'; style-src 'self';/)
    expect(policy).not.toContain("unsafe")
    const html = await home.text()
    expect(html.length).toBeLessThan(50_000)
    const sheet = await visit(/href="(\/_site\/[0-9a-f]{64}\.css)"/.exec(html)![1]!)
    expect(sheet.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    expect(sheet.headers.get("content-type")).toBe("text/css; charset=utf-8")
    expect((await visit("/robots.txt")).status).toBe(200)
    expect((await visit(`/_site/${"0".repeat(64)}.css`)).status).toBe(404)
  })
})

describe("a published site", () => {
  it("is served as it was rendered, with what a head needs, a feed, a list of pages and a page for what is not there", async () => {
    await edit(
      adding({ type: "template", id: "frame" }, "Frame", FRAME),
      adding(
        { type: "template", id: "lost" },
        "Lost",
        "<!doctype html><html><body><h1>Lost your way?</h1></body></html>",
      ),
      { type: "template.set", template: "frame", facts: { target: { type: "everywhere" }, priority: 100 } },
      { type: "template.set", template: "lost", facts: { target: { type: "notFound" }, priority: 100 } },
      { type: "setting.set", set: { name: "Acme", description: "All about Acme" } },
      {
        type: "sheet.add",
        sheet: { id: "main", name: "main.css", media: "", pieces: [{ id: "p1", text: "h1 { color: red }" }] },
        after: null,
      },
      ...pageWith("home", "Welcome", "<h1>Hello</h1>", ""),
      ...pageWith("about", "About", "<h1>About us</h1>"),
      ...pageWith("hidden", "Draft only", "<h1>Not yet</h1>", null),
      { type: "page.set", page: "about", set: { description: "Who we are" } },
    )
    const { changed } = await platform.call(ana, listUnpublished, {})
    expect(changed.map(({ address }) => address)).toEqual(["about", "", null, null])
    expect(changed.map(({ id, change }) => `${id} ${change}`)).toEqual([
      "page:about added",
      "page:home added",
      "template:frame added",
      "template:lost added",
    ])
    const onlooker = await site.asHolderOf("odo", ["site.publication.read"])
    const { changed: told } = await platform.call(onlooker, listUnpublished, {})
    expect(told).toHaveLength(4)
    expect(new Set(told.map(({ title }) => title))).toEqual(new Set(["A draft you may not see"]))
    expect(await publish()).toMatchObject({ number: 1, problems: [] })

    await expect.poll(() => text("/")).toContain("<h1>Hello</h1>")
    const about = await text("/about")
    expect(about).toContain('<header><a href="/">Acme</a></header><main><h1>About us</h1></main>')
    expect(about).toContain("<title>About · Acme</title>")
    expect(about).toContain('<meta name="description" content="Who we are">')
    expect(about).not.toContain("<script")
    expect((await visit("/hidden")).status).toBe(404)
    expect(await text("/nowhere")).toContain("Lost your way?")
    expect(await text(/href="(\/_site\/[^"]+)"/.exec(about)![1]!)).toBe("h1 { color: red }")
    expect((await visit("/feed.xml")).headers.get("content-type")).toBe("application/atom+xml; charset=utf-8")
    expect((await visit("/sitemap.xml")).status).toBe(200)
    await expect(publish()).rejects.toThrow("The draft is what is published already. Change something first.")
  })

  it("is compared with the draft document by document, in words, and looks as it did while the draft goes on", async () => {
    const page = { type: "page", id: "told" } as const
    const look = async (at: { version: number } | { sequence: number }) =>
      (await platform.call(ana, siteContract.previewDocument, { document: page, ...at })).html
    await edit(...pageWith("told", "Told", "<h1>One</h1><p>Two</p>"))
    const { number } = await publish()
    expect(await platform.call(ana, listUnpublished, {})).toMatchObject({ version: number, changed: [], shared: [] })

    await edit({ type: "page.set", page: "told", set: { description: "Of two parts", address: "telling" } })
    const { changed } = await platform.call(ana, listUnpublished, {})
    expect(changed).toMatchObject([{ id: "page:told", change: "changed", what: ["the address", "the description"] }])

    const { content } = await platform.call(ana, siteContract.openDocument, { document: page })
    const said = content.fragment.nodes.find((node) => node.kind === "text" && node.text === "Two")!
    await edit(
      { type: "document.set", document: page, title: "Told anew" },
      { type: "setText", document: page, node: said.id, text: "Both", base: "Two" },
      {
        type: "insert",
        document: page,
        place: { parent: content.contentNodeId, after: null, before: null },
        fragment: {
          roots: ["w1"],
          nodes: [
            { ...PARAGRAPH, id: "w1", children: ["w2"] },
            { kind: "text", id: "w2", text: "Three" },
          ],
        },
      },
      { type: "setting.set", set: { description: "All of it" } },
    )
    const next = await platform.call(ana, listUnpublished, {})
    expect(next.changed).toMatchObject([
      { title: "Told anew", what: ["the title", "1 text", "1 part added", "the address", "the description"] },
    ])
    expect(next.shared).toEqual(["settings", "redirects"])
    expect(await look({ version: number })).not.toContain("Three")
    expect(await look({ sequence: next.sequence })).toContain("<p>Both</p><p>Three</p>")
    await expect(look({ version: 99 })).rejects.toThrow("There is no version 99.")
    await publish()
  })

  it("has no page without an address: nobody could find it, and nobody is told that it is published", async () => {
    const document = { type: "page" as const, id: "nowhere" }
    const state = async () => (await platform.call(ana, siteContract.getDocument, { document })).state
    const listed = async () =>
      (await platform.call(ana, listUnpublished, {})).changed
        .filter(({ id }) => id === "page:nowhere")
        .map(({ change }) => change)
    await edit(...pageWith("nowhere", "Nowhere", "<p>Hi</p>", null), ...pageWith("beside", "Beside", "<p>Hi</p>"))
    expect(await listed()).toEqual([])
    expect((await platform.call(ana, siteContract.previewDocument, { document })).html).toContain("<p>Hi</p>")
    await expect(platform.call(ana, siteContract.publish, { documents: [document] })).rejects.toThrow(
      '"Nowhere" has no address yet, so visitors could not find it. Give it one first.',
    )
    await publish()
    expect(await state()).toBe("draft")

    await edit({ type: "page.set", page: "nowhere", set: { address: "somewhere" } })
    expect(await listed()).toEqual(["added"])
    await publish()
    expect(await state()).toBe("published")
    await expect.poll(async () => (await visit("/somewhere")).status).toBe(200)

    await edit({ type: "page.set", page: "nowhere", set: { address: null } })
    expect(await listed()).toEqual(["removed"])
    await publish()
    expect(await state()).toBe("draft")
    await expect.poll(async () => (await visit("/somewhere")).status).toBe(404)
  })

  it("answers conditional requests, parts, compressed and without a body", async () => {
    await edit(...pageWith("long", "Long", `<p>${"Words and words. ".repeat(200)}</p>`))
    await publish()
    await expect.poll(async () => (await visit("/long")).status).toBe(200)
    const plain = await visit("/long")
    const body = Buffer.from(await plain.arrayBuffer())
    const etag = plain.headers.get("etag")!
    expect(plain.headers.get("cache-control")).toBe("public, no-cache")
    expect(plain.headers.get("content-length")).toBe(String(body.length))

    const same = await visit("/long", { "if-none-match": `"other", W/${etag}` })
    expect([same.status, await same.text(), same.headers.get("etag")]).toEqual([304, "", etag])
    expect((await visit("/long", { "if-none-match": '"other"' })).status).toBe(200)

    const packed = await visit("/long", { "accept-encoding": "gzip, br" })
    expect(packed.headers.get("content-encoding")).toBe("br")
    expect(packed.headers.get("vary")).toBe("accept-encoding")
    expect(packed.headers.get("etag")).not.toBe(etag)
    const bytes = Buffer.from(await packed.arrayBuffer())
    expect(bytes.length).toBeLessThan(body.length / 2)
    expect(brotliDecompressSync(bytes).equals(body)).toBe(true)
    expect((await visit("/long", { "accept-encoding": "br;q=0" })).headers.get("content-encoding")).toBeNull()

    const head = await visit("/long", {}, { method: "HEAD" })
    expect([head.status, await head.text()]).toEqual([200, ""])
    expect(head.headers.get("content-length")).toBe(String(body.length))

    const part = await visit("/long", { range: "bytes=10-19", "accept-encoding": "br" })
    expect(part.status).toBe(206)
    expect(part.headers.get("content-range")).toBe(`bytes 10-19/${body.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(body.subarray(10, 20))).toBe(true)
    expect(
      Buffer.from(await (await visit("/long", { range: "bytes=-5" })).arrayBuffer()).equals(body.subarray(-5)),
    ).toBe(true)
    expect((await visit("/long", { range: `bytes=${body.length}-` })).status).toBe(416)
    expect((await visit("/long", { range: "bytes=0-4", "if-range": '"other"' })).status).toBe(200)
    expect((await visit("/long", { range: "bytes=0-4, 8-9" })).status).toBe(200)
  })

  it("leads on from an address that a page had before, and from one with a slash too many", async () => {
    await edit({ type: "page.set", page: "about", set: { address: "company/about-us" } })
    await publish({ documents: [{ type: "page", id: "about" }] })
    await expect.poll(async () => (await visit("/about")).status).toBe(301)
    expect((await visit("/about")).headers.get("location")).toBe("/company/about-us")
    expect((await visit("/company/about-us")).status).toBe(200)
    expect((await visit("/company/about-us/")).headers.get("location")).toBe("/company/about-us")
  })

  it("takes no cookie, sets none, and knows no other way than to ask", async () => {
    const response = await visit("/", { cookie: "session=1" })
    expect(response.headers.get("set-cookie")).toBeNull()
    expect((await visit("/", {}, { method: "POST" })).status).toBe(404)
  })

  it("is brought back as it was by one call, and every server sends the same bytes", async () => {
    const was = await text("/")
    await edit(...pageWith("new", "New", "<h1>New</h1>"), { type: "setting.set", set: { name: "Acme 2" } })
    const { number } = await publish()
    await expect.poll(() => text("/")).toContain("Acme 2")
    const other = await site.secondPod()
    const [here, there] = [await visit("/new"), await visit("/new", {}, { pod: other })]
    expect(there.headers.get("etag")).toBe(here.headers.get("etag"))
    expect(await there.text()).toBe(await here.text())

    await platform.call(ana, rollback, { number: number - 1 })
    await expect.poll(() => text("/")).toBe(was)
    expect((await visit("/new")).status).toBe(404)
    await expect.poll(async () => (await visit("/new", {}, { pod: other })).status).toBe(404)
    const { publications, current } = await platform.call(ana, listPublications, {})
    expect(current).toBe(number + 1)
    expect(publications[0]).toMatchObject({ number: number + 1, restores: number - 1, by: "Ana" })
    await expect(platform.call(ana, rollback, { number: 99 })).rejects.toThrow("There is no version 99.")
  })
})

describe("a row that changes", () => {
  it("makes only those pages anew that show it", async () => {
    const loop = (filter: string) =>
      `<cs-loop data-source="systems" data-filter="${filter}"><p>{currentEntry.name}: {currentEntry.statusWords}</p></cs-loop>`
    await edit(...pageWith("all", "All", loop("")), ...pageWith("mail", "Mail", loop("name=Mail")))
    await publish()
    const [mail, chat] = [await site.system("mail-1"), await site.system("chat-1")]
    await platform.call(ana, setPublicName, { systemId: mail, name: "Mail" })
    await platform.call(ana, setPublicName, { systemId: chat, name: "Chat" })
    const before = await written()
    await site.status(chat, "degraded")
    const after = await written()

    expect(Object.keys(after).filter((path) => after[path] !== before[path])).toEqual(["/all"])
    await expect.poll(() => text("/all")).toContain("<p>Chat: Has problems</p>")
    expect((await visit("/all")).headers.get("content-security-policy")).toContain("script-src 'sha256-")
    expect(await site.status(chat, "degraded")).toMatchObject({ changed: true })
  })

  it("brings nothing of the draft along: a title that nobody has published stays unseen", async () => {
    const nav = '<cs-loop data-source="pages"><a href="{currentEntry.address}">{currentEntry.title}</a></cs-loop>'
    const states = '<cs-loop data-source="systems"><p>{currentEntry.name}: {currentEntry.statusWords}</p></cs-loop>'
    await edit(...pageWith("board", "Board", nav + states))
    const { number } = await publish()
    const till = await site.system("till-1")
    await platform.call(ana, setPublicName, { systemId: till, name: "Till" })
    await edit({ type: "document.set", document: { type: "page", id: "board" }, title: "We were bought" })
    await site.status(till, "unhealthy")

    await expect.poll(() => text("/board")).toContain("<p>Till: Not working</p>")
    expect(await text("/board")).toContain("<title>Board")
    expect(await text("/board")).not.toContain("We were bought")
    await publish()
    await expect.poll(() => text("/board")).toContain("We were bought")
    await platform.call(ana, rollback, { number })
    await expect.poll(() => text("/board")).not.toContain("We were bought")
    await platform.call(ana, setPublicName, { systemId: till, name: null })
  })

  async function written(): Promise<Record<string, string>> {
    const { rows } = await database.pool.query("SELECT path, xmin::text AS written FROM site.address")
    return Object.fromEntries(rows.map(({ path, written: by }) => [path, by]))
  }
})

describe("a preview", () => {
  it("shows the draft as it was to whoever has the link, until that is revoked", async () => {
    await edit(...pageWith("next", "Next", '<h1>Soon</h1><p><a href="/long">Long</a></p>'))
    const { id, link } = await platform.call(ana, siteContract.createPreview, {})
    await edit({ type: "document.remove", document: { type: "page", id: "next" } })

    const shown = await visit(`${link}next`)
    expect(shown.status).toBe(200)
    expect(shown.headers.get("x-robots-tag")).toBe("noindex, nofollow")
    expect(shown.headers.get("cache-control")).toBe("no-store")
    const html = await shown.text()
    expect(html).toContain(`<a href="${link}long">`)
    const sheet = await visit(/href="([^"]+\.css)"/.exec(html)![1]!)
    expect(await sheet.text()).toBe("h1 { color: red }")
    expect((await visit("/next")).status).toBe(404)
    expect((await visit(`${link}nowhere`)).status).toBe(404)

    await platform.call(ana, siteContract.revokePreview, { id })
    expect((await visit(`${link}next`)).status).toBe(404)
    expect((await visit("/_preview/guessed/")).status).toBe(404)
  })
})

describe("what strangers may ask", () => {
  it("is answered with public names, states and headings, and nothing of who keeps them", async () => {
    const stranger = await site.anonymous()
    const { rows } = await platform.call(stranger, siteContract.publicSystems, { orderBy: "name" })
    expect(rows.map((row) => Object.keys(row).toSorted())).toEqual(
      rows.map(() => ["heading", "id", "name", "since", "status", "statusWords"]),
    )
    expect(rows.map(({ name }) => name)).toEqual(["Chat", "Mail"])
    await expect(platform.call(stranger, setPublicName, { systemId: rows[0]!.id, name: "X" })).rejects.toThrow()
  })
})

describe("a file that is larger than an answer may be", () => {
  it("comes in pieces, and by ranges that end where a piece does", async () => {
    const bytes = Buffer.alloc(3_000_000, "0123456789")
    const { hash } = await putFile(database.direct, { type: "video/mp4", bytes })
    const whole = await visit(`/_site/${hash}.mp4`)
    expect(whole.status).toBe(200)
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
    const part = await visit(`/_site/${hash}.mp4`, { range: "bytes=1000000-" })
    expect(part.headers.get("content-range")).toBe(`bytes 1000000-${1_000_000 + 1024 * 1024 - 1}/3000000`)
    expect((await part.arrayBuffer()).byteLength).toBe(1024 * 1024)
  })
})
