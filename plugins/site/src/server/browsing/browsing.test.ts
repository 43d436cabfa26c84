import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { type DocumentSummary, siteContract } from "../../contract.ts"
import { sitePlugin } from "../../server.ts"

const { platform, as } = await testPlatform({ plugins: [sitePlugin] })
const ana = await as("ana", "administrator")
const about = { type: "page", id: "about" } as const

async function listed(input: object = {}): Promise<readonly DocumentSummary[]> {
  return (await platform.call(ana, siteContract.findDocuments, { type: "page", ...input })).items
}

describe("the list of pages", () => {
  it("tells of each where it is, who changed it last, and whether visitors see it as it is", async () => {
    await platform.call(ana, siteContract.createDocument, { document: about, title: "About us", address: "about" })
    expect(await listed()).toMatchObject([{ title: "About us", address: "about", state: "draft", changedBy: "Ana" }])

    await platform.call(ana, siteContract.publish, {})
    expect(await listed()).toMatchObject([{ state: "published" }])

    await platform.call(ana, siteContract.renameDocument, { document: about, title: "Who we are" })
    expect(await listed({ state: "changed" })).toMatchObject([{ title: "Who we are" }])
    expect(await listed({ state: "published" })).toEqual([])
  })

  it("says of a page of which visitors are told something else that it changed, though its content is the same", async () => {
    await platform.call(ana, siteContract.publish, {})
    expect(await listed({ state: "changed" })).toEqual([])

    await platform.call(ana, siteContract.changePage, { page: "about", description: "Who makes it." })

    expect(await listed({ state: "changed" })).toMatchObject([{ title: "Who we are" }])
    expect(await platform.call(ana, siteContract.getDocument, { document: about })).toMatchObject({ state: "changed" })
  })

  it("keeps what was deleted in a list of its own, from which it comes back", async () => {
    const document = { type: "page", id: "plans" } as const
    const { sequence } = await platform.call(ana, siteContract.createDocument, { document, title: "Plans" })
    await platform.call(ana, siteContract.deleteDocument, { document })

    expect((await listed()).map(({ title }) => title)).not.toContain("Plans")
    expect(await listed({ deleted: true })).toMatchObject([{ title: "Plans", deleted: true }])

    await platform.call(ana, siteContract.restoreVersion, { document, sequence })
    expect((await listed()).map(({ title }) => title)).toContain("Plans")
  })
})

describe("the settings of a page", () => {
  it("change what is said and leave the rest, and nothing said takes a field away", async () => {
    const change = (set: object) => platform.call(ana, siteContract.changePage, { page: "about", ...set })
    const read = () => platform.call(ana, siteContract.getDocument, { document: about })

    await change({ description: "Who makes it.", noindex: true })
    expect(await read()).toMatchObject({ page: { address: "about", description: "Who makes it.", noindex: true } })

    await change({ description: "", noindex: false, title: "Team" })
    expect(await read()).toMatchObject({ title: "Team", page: { address: "about" } })
    expect((await read()).page).not.toHaveProperty("description")
  })

  it("refuse an address that cannot be one at its field", async () => {
    const refused = platform.call(ana, siteContract.changePage, { page: "about", address: "Not An Address" })
    await expect(refused).rejects.toMatchObject({ code: "invalid_input", issues: [{ path: "address" }] })
  })

  it("call the page by its title that has the address already, and one that was deleted", async () => {
    const taken = { page: "about", title: "About", address: "taken-by-about" }
    await platform.call(ana, siteContract.changePage, taken)
    const other = { type: "page" as const, id: "other7" }
    const made = platform.call(ana, siteContract.createDocument, {
      document: other,
      title: "X",
      address: taken.address,
    })
    await expect(made).rejects.toThrow('"About" is at /taken-by-about already. Choose another address')
    await platform.call(ana, siteContract.createDocument, { document: other, title: "Other" })
    await expect(
      platform.call(ana, siteContract.changePage, { page: "other7", address: taken.address }),
    ).rejects.toThrow('"About" is at /taken-by-about already.')
    await platform.call(ana, siteContract.deleteDocument, { document: other })
    await expect(platform.call(ana, siteContract.openDocument, { document: other })).rejects.toThrow(
      'The page "Other" was deleted.',
    )
  })
})

describe("a copy", () => {
  it("has the content of the original and a history of its own", async () => {
    const { document } = await platform.call(ana, siteContract.duplicateDocument, { document: about, title: "Copy" })
    const [copy, original] = await Promise.all(
      [document, about].map((one) => platform.call(ana, siteContract.openDocument, { document: one })),
    )
    expect(copy!.content.fragment).toEqual(original!.content.fragment)
    expect((await platform.call(ana, siteContract.listHistory, { document })).changes).toHaveLength(1)
  })
})

describe("the rows of a loop", () => {
  it("are read as a page would show them, a few of all, or the reason is told", async () => {
    const read = (asked: { source: string; filter?: string; orderBy?: string; limit?: string }) =>
      platform.call(ana, siteContract.readLoop, asked)
    const all = await read({ source: "pages", orderBy: "title" })
    expect(all.problem).toBeNull()
    expect(all.instants).toContain("publishedAt")
    expect(all.total).toBeGreaterThanOrEqual(all.rows.length)
    const titles = all.rows.map(({ title }) => title)
    expect(titles.length).toBeGreaterThan(0)
    expect(titles).toEqual(titles.toSorted())
    expect((await read({ source: "pages", filter: "title=Nobody's" })).rows).toEqual([])
    const first = await read({ source: "pages", orderBy: "title", limit: "1" })
    expect(first.rows.map(({ title }) => title)).toEqual(titles.slice(0, 1))
    expect(await read({ source: "ships" })).toMatchObject({ rows: [], problem: expect.stringContaining('"ships"') })
    expect((await read({ source: "pages", filter: "colour=red" })).problem).toContain("The fields of pages are")
  })
})

describe("a starter", () => {
  it("is for a site without pages, and brings a page that looks like itself", async () => {
    await expect(platform.call(ana, siteContract.beginWithStarter, { starter: "product" })).rejects.toThrow(
      "The site has pages already.",
    )
    for (const { document } of await listed()) await platform.call(ana, siteContract.deleteDocument, { document })
    const accent = { slug: "accent", lightValue: "#b00020" }
    await platform.call(ana, siteContract.setColorTokens, { tokens: [accent] })

    const { home } = await platform.call(ana, siteContract.beginWithStarter, { starter: "product", name: "Northwind" })

    const { html, styles, problems } = await platform.call(ana, siteContract.previewDocument, { document: home })
    expect(problems).toEqual([])
    expect(html).toContain("Skip to content")
    expect(html).toContain("Northwind</a>")
    expect(html).toContain("Say what it does in one line")
    const css = styles.map((sheet) => sheet.css).join("")
    expect(css).toContain(".hero")
    // Its colours have names that people can change; one that the site had before stays as it was.
    expect(css).toContain("--color-ink: #1d1b17;")
    expect(css).toContain("--color-accent: #b00020;")
    expect(css).not.toContain("#1f4b99")
  })
})
