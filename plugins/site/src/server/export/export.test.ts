import type { OutputOf } from "@countersign/core/contract"
import { testPlatform } from "@countersign/testing"
import sharp from "sharp"
import { afterAll, expect, it } from "vitest"
import { serveOnLoopback } from "../../../../../packages/core/src/http/serve.fixture.ts"
import { setUpAna } from "../../../../../packages/core/src/reserved/session/session.fixture.ts"
import { siteContract } from "../../contract.ts"
import { sitePlugin } from "../../server.ts"
import { zipOf } from "../import/archive.fixture.ts"
import { readArchive } from "../import/read-archive.ts"

const testing = await testPlatform({ plugins: [sitePlugin] })
const ana = await setUpAna(testing)
const served = await serveOnLoopback(testing.platform)
afterAll(() => served.close())
const headers = () => ({
  cookie: [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  origin: served.url,
  "content-type": "application/zip",
})

async function bring(archive: Buffer): Promise<OutputOf<typeof siteContract.importSite>> {
  const send = async (path: string) => {
    const body = new Uint8Array(archive)
    const response = await fetch(`${served.url}/api/v1/site/${path}`, { method: "POST", headers: headers(), body })
    return (await response.json()) as never
  }
  const { digest } = (await send("import/plan")) as { digest: string }
  return send(`import?digest=${digest}`)
}

async function take(what: string) {
  const response = await fetch(`${served.url}/api/v1/site/export/${what}.zip`, { headers: headers() })
  if (response.status !== 200) return { refused: ((await response.json()) as { message: string }).message }
  const bytes = Buffer.from(await response.arrayBuffer())
  const archive = await readArchive(bytes)
  if ("refused" in archive) throw new Error(archive.refused)
  return { bytes, files: new Map(archive.files.map((file) => [file.path, file.bytes])) }
}

/** All of the draft but when it was changed. */
async function draft() {
  const { body } = await ana.call(siteContract.listDocuments, {})
  const documents = await Promise.all(
    body.documents.map(
      async ({ type, id }) => (await ana.call(siteContract.openDocument, { document: { type, id } })).body,
    ),
  )
  const { body: library } = await ana.call(siteContract.listMedia, { limit: 200 })
  return {
    documents: documents.map(({ document, content }) => ({ document, content })),
    sheets: documents[0]?.sheets,
    facts: documents[0]?.facts,
    media: library.media
      .map(({ updatedAt: _, bytes: __, ...media }) => media)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  }
}

it("a draft that was exported and taken in again is the same site; what is published is an archive for any host", async () => {
  const picture = await sharp({ create: { width: 400, height: 20, channels: 3, background: "red" } })
    .png()
    .toBuffer()
  const first = await bring(
    zipOf([
      {
        name: "index.html",
        bytes:
          '<!doctype html><title>Home</title><link rel=stylesheet href=a.css><a href="b.html">B</a><img src="p.png">',
      },
      {
        name: "b.html",
        bytes: '<!doctype html><title>B</title><link rel=stylesheet href=a.css><p class="x">Text &amp; more',
      },
      { name: "a.css", bytes: "@layer a, b;\n.x { color: red; *zoom: 1 }\n/* end */" },
      { name: "p.png", bytes: picture },
      { name: "unused.png", bytes: picture },
    ]),
  )
  const { body: library } = await ana.call(siteContract.listMedia, {})
  const used = library.media.find(({ name }) => name === "p.png")!
  await ana.call(siteContract.updateMedia, { id: used.id, alt: "A red strip" })
  const before = await draft()
  expect((await take("pages")).refused).toContain("Nothing is published yet")

  const exported = await take("draft")
  expect((await ana.call(siteContract.undoImport, { import: first.import })).body.kept).toEqual([])
  expect((await draft()).documents).toEqual([])
  const again = await bring(exported.bytes!)

  expect(again.dropped).toEqual([])
  expect(await draft()).toEqual(before)
  expect((await take("draft")).files!.get("countersign-site.json")!.toString()).toBe(
    exported.files!.get("countersign-site.json")!.toString(),
  )

  expect((await ana.call(siteContract.publish, {})).status).toBe(200)
  const { files } = await take("pages")
  const names = [...files!.keys()]
  expect(names).toEqual(
    expect.arrayContaining([
      "index.html",
      "b/index.html",
      "404.html",
      "robots.txt",
      "_media/p.png",
      "_media/p-png-320w.webp",
    ]),
  )
  // What no page shows is nobody's to see.
  expect(names).not.toContain("_media/unused.png")
  const html = files!.get("index.html")!.toString()
  expect(html).toContain(
    '<img src="/_media/p.png" width="400" height="20" srcset="/_media/p-png-320w.webp 320w, /_media/p.png 400w" sizes="(max-width: 400px) 100vw, 400px" alt="A red strip">',
  )
  const sheet = /href="\/(_site\/[^"]+\.css)"/.exec(html)![1]!
  expect(files!.get(sheet)!.toString()).toContain(".x { color: red; *zoom: 1 }")
})
