import type { OutputOf } from "@countersign/core/contract"
import { testPlatform } from "@countersign/testing"
import sharp from "sharp"
import { afterAll, describe, expect, it } from "vitest"
import { serveOnLoopback } from "../../../../../packages/core/src/http/serve.fixture.ts"
import { setUpAna } from "../../../../../packages/core/src/reserved/session/session.fixture.ts"
import { siteContract } from "../../contract.ts"
import { HOSTILE } from "../../document/safety/corpus.fixture.ts"
import { sitePlugin } from "../../server.ts"
import { type Packed, zipOf } from "./archive.fixture.ts"

const testing = await testPlatform({ plugins: [sitePlugin] })
const ana = await setUpAna(testing)
const served = await serveOnLoopback(testing.platform)
afterAll(() => served.close())
const cookie = () => [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ")

type Plan = OutputOf<typeof siteContract.planImport>
type Imported = OutputOf<typeof siteContract.importSite>

async function post<T>(path: string, archive: Buffer): Promise<T & { message?: string }> {
  const response = await fetch(`${served.url}/api/v1/site/${path}`, {
    method: "POST",
    headers: { cookie: cookie(), origin: served.url, "content-type": "application/zip" },
    body: new Uint8Array(archive),
  })
  return (await response.json()) as T & { message?: string }
}
async function bring(files: readonly Packed[], conflicts = "ours"): Promise<Imported> {
  const archive = zipOf(files)
  const { digest, message } = await post<Plan>(`import/plan?conflicts=${conflicts}`, archive)
  if (message) throw new Error(message)
  const done = await post<Imported>(`import?conflicts=${conflicts}&digest=${digest}`, archive)
  if (done.message) throw new Error(done.message)
  return done
}

/** All that people see of the site. */
async function site() {
  const { body } = await ana.call(siteContract.listDocuments, {})
  const { body: facts } = await ana.call(siteContract.openFacts, {})
  const pages = await Promise.all(
    body.documents.map(async ({ type, id, title }) => {
      const { body: opened } = await ana.call(siteContract.openDocument, { document: { type, id } })
      return { id, title, address: facts.facts.pages[id]?.address, opened }
    }),
  )
  const { body: media } = await ana.call(siteContract.listMedia, { limit: 200 })
  return { pages, sheets: pages[0]?.opened.sheets ?? [], media: media.media }
}
const shape = (one: Awaited<ReturnType<typeof site>>) => ({
  pages: one.pages.map(({ title, address, opened }) => ({ title, address, content: opened.content })),
  sheets: one.sheets.map(({ pieces }) => pieces.map(({ text }) => text).join("")),
  media: one.media.map(({ address }) => address),
})

const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: "red" } })
  .png()
  .toBuffer()
const SITE: readonly Packed[] = [
  {
    name: "shop/index.html",
    bytes: `<!doctype html><title>Shop</title><link rel=stylesheet href="css/main.css"><link rel=icon href=favicon.png>
      <body><a href="about.html#team">About</a> <a href="blog/">Blog</a> <a href="https://example.com/x">Out</a>
      <img src="img/Photo%201.png" srcset="img/Photo%201.png 1x, /img/Photo%201.png 2x" alt="">
      <p style="background:url('img/Photo 1.png')" onclick="hit()">Hi</p><script>hit()</script><script src=js/app.js></script>`,
  },
  {
    name: "shop/about.html",
    bytes: `<!doctype html><title>About us</title><link rel=stylesheet href="/css/main.css"><body><a href="./">Home</a><h1 id=team>Team</h1>`,
  },
  {
    name: "shop/blog/index.html",
    bytes: `<!doctype html><title>Blog</title><link rel=stylesheet href="../css/main.css"><body><img src="../img/Photo%201.png">`,
  },
  {
    name: "shop/css/main.css",
    bytes: `@import "base.css";\n.hero { background: url(../img/Photo%201.png) }\n.far { background: url(//evil.test/x.png) }`,
  },
  {
    name: "shop/css/base.css",
    bytes: `@font-face { font-family: A; src: url("../fonts/missing.woff2") }\nbody { margin: 0 }`,
  },
  { name: "shop/img/Photo 1.png", bytes: picture },
  { name: "shop/favicon.png", bytes: picture },
  { name: "shop/js/app.js", bytes: "hit()" },
  { name: "shop/fake.png", bytes: "<script>hit()</script>" },
]

describe("a whole site", () => {
  it("is planned without a change, comes as planned with its links, and goes again as one", async () => {
    const before = shape(await site())
    const archive = zipOf(SITE)
    const { plan, digest } = await post<Plan>("import/plan", archive)
    expect(shape(await site())).toEqual(before)
    expect(plan.pages.map(({ path, title, address }) => [path, title, address])).toEqual([
      ["index.html", "Shop", "/"],
      ["about.html", "About us", "/about"],
      ["blog/index.html", "Blog", "/blog"],
    ])
    expect(plan.sheets.map(({ name }) => name)).toEqual(["css/main.css"])
    expect(plan.media.map(({ path, kind }) => [path, kind])).toEqual([
      ["img/Photo 1.png", "picture"],
      ["favicon.png", "picture"],
    ])
    expect(plan.dropped).toEqual([{ path: "fake.png", reason: expect.stringContaining("is a page, a script") }])
    expect(plan.notes.join("\n")).toContain("Scripts were left out (1 files)")

    const done = await post<Imported>(`import?digest=${digest}`, archive)

    const { pages, sheets, media } = await site()
    const home = pages.find(({ address }) => address === "")!
    const text = JSON.stringify(home.opened.content)
    for (const wanted of [
      "/about#team",
      "/blog",
      "https://example.com/x",
      "/_media/photo-1.png 1x, /_media/photo-1.png 2x",
      "/_media/favicon.png",
    ])
      expect(text).toContain(wanted)
    expect(text).toContain(`background:url(\\"/_media/photo-1.png\\")`)
    expect(text).not.toContain("hit()")
    expect(JSON.stringify(pages.find(({ address }) => address === "about")!.opened.content)).toContain('["href","/"]')
    expect(media.map(({ address }) => address).sort()).toEqual(["/_media/favicon.png", "/_media/photo-1.png"])
    const css = sheets[0]!.pieces.map((piece) => piece.text).join("")
    expect(css).toContain("body { margin: 0 }")
    expect(css).toContain('.hero { background: url("/_media/photo-1.png") }')
    expect(css).not.toContain("evil.test")
    // Who sends it again without a look at the new plan is told.
    expect((await post<Imported>(`import?digest=${digest}`, archive)).message).toContain(
      "is not what it was when the plan was made",
    )

    const { body: undone } = await ana.call(siteContract.undoImport, { import: done.import })
    expect(undone).toEqual({ removed: 6, kept: [] })
    expect(shape(await site())).toEqual(before)
    expect((await ana.call(siteContract.undoImport, { import: done.import })).body.message).toContain(
      "taken back already",
    )
  })

  it("keeps what somebody changed or used since, and says so", async () => {
    const done = await bring(SITE)
    const { pages } = await site()
    const about = pages.find(({ address }) => address === "about")!
    const blog = pages.find(({ address }) => address === "blog")!
    for (const { id } of [about, blog])
      await ana.call(siteContract.renameDocument, { document: { type: "page", id }, title: `Ours ${id}` })

    const { body } = await ana.call(siteContract.undoImport, { import: done.import })

    expect(body.kept).toEqual([
      `The page "Ours ${about.id}" was changed since it came, so it stays.`,
      `The page "Ours ${blog.id}" was changed since it came, so it stays.`,
      `The file "Photo 1.png" is used in "Ours ${blog.id}", so it stays.`,
    ])
    const left = await site()
    expect(left.pages.map(({ address }) => address).sort()).toEqual(["about", "blog"])
    for (const { id } of left.pages) await ana.call(siteContract.deleteDocument, { document: { type: "page", id } })
    for (const { id } of left.media) await ana.call(siteContract.deleteMedia, { id, evenIfUsed: true })
  })

  it("meets pages and styles that are there as it was chosen: ours, theirs, or theirs under another name", async () => {
    const one = (word: string): Packed[] => [
      {
        name: "index.html",
        bytes: `<!doctype html><title>${word}</title><style>.card{color:${word}} .only-${word}{top:0}</style><p class="card">${word}`,
      },
      {
        name: "b.html",
        bytes: `<!doctype html><title>B ${word}</title><style>.card{color:${word}} .only-${word}{top:0}</style><a href="index.html">x</a>`,
      },
    ]
    const mine = await bring(one("red"))
    const titles = async () => (await site()).pages.map(({ title, address }) => `${title} ${address}`).sort()
    const css = async () =>
      (await site()).sheets.map(({ pieces }) => pieces.map(({ text }) => text).join("")).join("\n")

    const kept = await bring([
      ...one("blue"),
      { name: "c.html", bytes: "<title>C</title><style>.card{color:blue} .new{top:0}</style><a href=index.html>x</a>" },
    ])
    expect(kept.dropped.map(({ path }) => path)).toEqual(["index.html", "b.html"])
    expect(await titles()).toEqual(["B red b", "C c", "red "])
    expect(await css()).not.toContain("blue")
    await ana.call(siteContract.undoImport, { import: kept.import })

    const renamed = await bring(one("blue"), "rename")
    expect(await titles()).toEqual(["B blue b-2", "B red b", "blue page-2", "red "])
    expect(await css()).toContain(".card-2{color:blue}")
    const blue = (await site()).pages.find(({ title }) => title === "blue")!
    expect(JSON.stringify(blue.opened.content)).toContain('"classes":["card-2"]')
    await ana.call(siteContract.undoImport, { import: renamed.import })

    const taken = await bring(one("blue"), "theirs")
    expect(await titles()).toEqual(["B blue b", "B red undefined", "blue ", "red undefined"])
    await ana.call(siteContract.undoImport, { import: taken.import })
    expect(await titles()).toEqual(["B red b", "red "])
    await ana.call(siteContract.undoImport, { import: mine.import })
  })

  it("brings nothing that runs, loads or leads away, whatever its pages hold", async () => {
    const files = HOSTILE.map((html, at) => ({ name: `p${at}.html`, bytes: `<!doctype html><title>x</title>${html}` }))
    const done = await bring(files)
    expect(done.plan.pages.length).toBeGreaterThan(HOSTILE.length * 0.9)
    const { rows } = await testing.database.pool.query(
      "SELECT commands FROM site.command WHERE sequence > 0 ORDER BY sequence DESC LIMIT $1",
      [3 * HOSTILE.length],
    )
    // The commands are judged by the guard again: what an import let in by mistake would be refused here.
    const { guardFor, OWN_ONLY, emptySite } = await import("../../document.ts")
    const guard = guardFor(OWN_ONLY)
    for (const { commands } of rows)
      for (const command of JSON.parse(commands)) expect(guard(command, emptySite())).toBeNull()
    await ana.call(siteContract.undoImport, { import: done.import })
  })

  it("calls nothing by a name that does not look as it is", async () => {
    const done = await bring([
      {
        name: "pri\u200bces.html",
        bytes: `<!doctype html><meta charset=utf-8><link rel=stylesheet href="a\u00adb.css"><p>Hi`,
      },
      { name: "team.html", bytes: "<!doctype html><meta charset=utf-8><title>Our\u00a0te\u202eam Cafe\u0301</title>" },
      { name: "a\u00adb.css", bytes: "p { top: 0 }" },
      { name: "pho\u2066to.png", bytes: picture },
    ])
    const { pages, sheets, media } = await site()
    expect(pages.map(({ title }) => title).sort()).toEqual(["Our team Caf\u00e9", "prices"])
    expect(sheets.map(({ name }) => name)).toEqual(["ab.css"])
    expect(media.map(({ name }) => name)).toEqual(["photo.png"])
    await ana.call(siteContract.undoImport, { import: done.import })
  })

  it("is refused in a sentence where it cannot be one", async () => {
    expect((await post<Plan>("import/plan", Buffer.from("nothing"))).message).toContain("no zip archive")
    expect((await post<Plan>("import/plan", zipOf([{ name: "x.js", bytes: "1" }]))).message).toContain(
      "nothing that could become part of a site",
    )
  })
})

describe("an archive of which nothing comes in", () => {
  it("is planned with the reasons, so that another choice can be made, and is not imported as it is", async () => {
    const home = [{ name: "index.html", bytes: "<!doctype html><title>Home</title><p>Hi" }]
    const first = await bring(home)
    const ours = await post<Plan>("import/plan?conflicts=ours", zipOf(home))
    expect(ours.plan.dropped).toEqual([{ path: "index.html", reason: "The site has a page at /, which was kept." }])
    expect((await post("import?conflicts=ours&digest=".concat(ours.digest), zipOf(home))).message).toContain(
      "Nothing of the archive would come in",
    )
    const theirs = await post<Plan>("import/plan?conflicts=rename", zipOf(home))
    expect(theirs.plan.pages.map(({ address }) => address)).toEqual(["/page-2"])
    await ana.call(siteContract.undoImport, { import: first.import })

    const large = zipOf([{ name: "a/long.html", bytes: "<p>Hello</p>".repeat(400_000) }])
    const { plan } = await post<Plan>("import/plan", large)
    expect(plan.dropped.map(({ reason }) => reason)).toEqual([
      "It would burst: it is packed more than two hundred times.",
    ])
  })

  it("says why a stylesheet is missing that is in it", async () => {
    const { plan } = await post<Plan>(
      "import/plan",
      zipOf([
        {
          name: "top/p.html",
          bytes: "<!doctype html><link rel=stylesheet href=a.css><link rel=stylesheet href=b.css>",
        },
        { name: "top/a.css", bytes: ".a{color:red}".repeat(400_000) },
      ]),
    )
    expect(plan.notes).toEqual([
      "The stylesheet a.css was left out. It would burst: it is packed more than two hundred times.",
      "The stylesheet b.css is not in the archive and was left out.",
    ])
  })

  it("is told of in an answer that can be sent, however much there is to say", async () => {
    const attributes = Array.from({ length: 100_000 }, (_, at) => `onx${at}=1`).join(" ")
    const { plan } = await post<Plan>(
      "import/plan",
      zipOf([
        { name: "p.html", bytes: `<!doctype html><p ${attributes}>Hi` },
        ...Array.from({ length: 3_000 }, (_, at) => ({ name: `${"x".repeat(250)}${at}.png`, bytes: "no picture" })),
      ]),
    )
    expect(plan.notes).toHaveLength(201)
    expect(plan.dropped).toHaveLength(1_001)
    expect(plan.dropped.at(-1)).toEqual({ path: "…", reason: "And 2000 more files stay out." })
  })
})

describe("the library of files", () => {
  it("is open to nobody by an archive who may not see, or change, it otherwise", async () => {
    const writer = await testing.asHolderOf("writer", ["site.document.read", "site.document.manage"])
    const call = (contract: Parameters<typeof testing.platform.call>[1], input: object) =>
      testing.platform.call(writer, contract, input as never).catch((error: Error) => error.message)

    expect(await call(siteContract.exportSite, { what: "draft" })).toContain("site.media.read")
    expect(await call(siteContract.planImport, {})).toContain("site.media.manage")
    expect(await call(siteContract.importSite, { digest: "x" })).toContain("site.media.manage")
    expect(await call(siteContract.undoImport, { import: 1 })).toContain("site.media.manage")
  })
})
