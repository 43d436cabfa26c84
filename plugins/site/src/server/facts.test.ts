import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import type { SiteCommand } from "../contract.ts"
import { siteContract } from "../contract.ts"
import { templatesOf } from "../render.ts"
import { sitePlugin } from "../server.ts"
import { loadStored } from "./load-part.ts"
import { addSnapshot } from "./part-store.ts"
import { FACTS, joinParts, SCRIPTS } from "./parts.ts"
import { lineOf } from "./site.fixture.ts"
import { inverseAt, sequenceOf } from "./site-store.ts"

const { platform, database, as, trail } = await testPlatform({ plugins: [sitePlugin] })
const ana = await as("ana")
const line = lineOf(platform, ana)
const { createDocument, deleteDocument, restoreVersion, openFacts, changeScript, removeScript, allowHosts } =
  siteContract
const page = (id: string) => ({ type: "page" as const, id })
const facts = async () => (await platform.call(ana, openFacts, {})).facts

async function send(...commands: SiteCommand[]) {
  const { tab } = await line.joinTab()
  const { answers } = await line.applyCommands({ tab, seen: 0, batches: [{ counter: 1, commands }] })
  return answers[0]!
}
const runtime = { documents: null, place: "bodyEnd" as const, module: true }

describe("the facts of a site", () => {
  it("are kept for pages that there are, and go and come back with them", async () => {
    await platform.call(ana, createDocument, { document: page("home"), title: "Home", address: "" })
    await platform.call(ana, createDocument, { document: page("about"), title: "About", address: "about" })
    await expect(
      platform.call(ana, createDocument, { document: page("twice"), title: "About", address: "about" }),
    ).rejects.toThrow('"About" is at /about already. Choose another address, or change that page first.')
    expect(await send({ type: "page.set", page: "gone", set: { address: "gone" } })).toMatchObject({
      accepted: false,
      reason: "There is no page gone. It may have been deleted; list the documents again.",
    })
    await send({ type: "page.set", page: "about", set: { description: "Who we are" } })
    const { sequence } = await line.openDocument({ document: page("about") })

    const deleted = await platform.call(ana, deleteDocument, { document: page("about") })
    expect((await facts()).pages).toEqual({ home: { address: "" } })
    await send(...(await inverseAt(database.direct, deleted.sequence))!)
    expect((await facts()).pages.about).toEqual({ address: "about", description: "Who we are" })

    await platform.call(ana, deleteDocument, { document: page("about") })
    await platform.call(ana, createDocument, { document: page("other"), title: "Other", address: "about" })
    await platform.call(ana, restoreVersion, { document: page("about"), sequence })
    expect((await facts()).pages).toMatchObject({ other: { address: "about" }, about: { description: "Who we are" } })
    expect((await facts()).pages.about).not.toHaveProperty("address")
  })

  it("have a history and are compared, and a page in a tab is told of them", async () => {
    const before = (await line.openDocument({ document: page("home") })).sequence
    await send(
      { type: "setting.set", set: { name: "Acme" } },
      { type: "setTokens", set: { colors: { ink: { value: "black" } } } },
    )
    await send({ type: "page.set", page: "home", set: { address: "start" } })

    const { changes } = await platform.call(ana, siteContract.listHistory, { limit: 2 })
    expect(changes).toMatchObject([
      { by: "Ana", what: "Changed what is known of a page" },
      { by: "Ana", what: "Changed the settings of the site, changed design tokens" },
    ])
    const compared = await platform.call(ana, siteContract.compareVersions, { from: before, to: changes[0]!.sequence })
    expect(compared.changes).toEqual([
      {
        node: "settings",
        name: "the settings",
        change: "changed",
        fields: [{ field: "name", before: null, after: "Acme" }],
      },
      {
        node: "page:home",
        name: "the page home",
        change: "changed",
        fields: [{ field: "address", before: "", after: "start" }],
      },
      {
        node: "color:ink",
        name: "the colour ink",
        change: "added",
        fields: [{ field: "value", before: null, after: "black" }],
      },
    ])
    const news = await line.readSince({ document: page("home"), after: before })
    expect(news.changes.flatMap(({ commands }) => commands.map(({ type }) => type))).toEqual([
      "setting.set",
      "setTokens",
      "page.set",
    ])
    expect((await line.openDocument({ document: page("home") })).facts).toEqual(await facts())
  })

  it("are brought back as one change, which can be undone, and leave what came since", async () => {
    const before = await facts()
    const { sequence: then } = await line.openDocument({ document: page("home") })
    await send(
      { type: "setting.set", set: { name: "Other" } },
      { type: "setTokens", set: { colors: { ink: null, paper: { value: "white" } } } },
      { type: "page.set", page: "home", set: { address: "moved" } },
    )
    await platform.call(ana, createDocument, { document: page("later"), title: "Later", address: "later" })
    const changed = await facts()

    const { sequence, notes } = await platform.call(ana, restoreVersion, { sequence: then })

    expect(notes).toBeUndefined()
    expect(await facts()).toEqual({ ...before, pages: { ...before.pages, later: { address: "later" } } })
    expect((await trail()).at(-1)).toMatchObject({ action: "site.restoreVersion", thing_id: "facts" })
    await expect(platform.call(ana, restoreVersion, { sequence: then })).rejects.toThrow(
      "Nothing of it is different now",
    )
    await send(...(await inverseAt(database.direct, sequence))!)
    expect(await facts()).toEqual(changed)
    await platform.call(ana, restoreVersion, { sequence: then })
    await platform.call(ana, deleteDocument, { document: page("later") })
  })

  it("say what a template is for, in the words of the renderer", async () => {
    const document = { type: "template" as const, id: "post" }
    await platform.call(ana, createDocument, { document, title: "Post" })
    await send({
      type: "template.set",
      template: "post",
      facts: { target: { type: "postTypes", slugs: ["posts"] }, priority: 100 },
    })
    const upTo = await sequenceOf(database.direct)
    const parts = new Map([
      [FACTS, (await loadStored(database.direct, FACTS, upTo)).part],
      ["template:post", (await loadStored(database.direct, "template:post", upTo)).part],
    ])
    expect(templatesOf(joinParts(parts))).toMatchObject([
      { target: { type: "entries", sources: ["posts"] }, priority: 100 },
    ])
    await platform.call(ana, deleteDocument, { document })
    expect((await facts()).templates).toEqual({})
  })

  it("come back from a snapshot as they were", async () => {
    const upTo = await sequenceOf(database.direct)
    for (const key of [FACTS, SCRIPTS]) {
      const { part, sequence } = await loadStored(database.direct, key, upTo)
      if (sequence === 0) continue
      await addSnapshot(database.direct, { key, part, sequence })
      expect((await loadStored(database.direct, key, upTo)).part).toEqual(part)
    }
  })
})

describe("what runs, and from where a page may load", () => {
  const script = { id: "menu", path: "menu.js", content: "document.title", runtime }

  it("is changed by verbs of its own, never by a page of the editor", async () => {
    expect(await send({ type: "asset.set", script })).toMatchObject({
      accepted: false,
      reason: expect.stringMatching(/^A script is not changed with the page/),
    })
    expect(await send({ type: "setting.set", set: { frameHosts: ["a.example"] } })).toMatchObject({
      accepted: false,
      reason: expect.stringMatching(/^The hosts/),
    })

    await platform.call(ana, changeScript, { script })
    await platform.call(ana, changeScript, { script: { ...script, content: "document.body" } })
    await expect(platform.call(ana, changeScript, { script: { ...script, id: "other" } })).rejects.toThrow(
      "There is a script menu.js already (menu).",
    )
    await platform.call(ana, removeScript, { script: "menu" })
    const actions = (await trail()).map(({ action, thing_name }) => `${action} ${thing_name}`)
    expect(actions.filter((action) => action.includes("menu.js"))).toEqual([
      "site.changeScript menu.js",
      "site.changeScript menu.js",
      "site.removeScript menu.js",
    ])
  })

  it("lets in what loads from an allowed host, and nothing once it is allowed no more", async () => {
    const picture = (name: string): SiteCommand => ({
      type: "setInlineStyle",
      document: page("home"),
      node: "body",
      style: `background: url(https://pictures.example/${name}.png)`,
    })
    expect(await send(picture("one"))).toMatchObject({ accepted: false })
    await platform.call(ana, allowHosts, { resourceHosts: ["pictures.example"], frameHosts: [] })
    expect(await send(picture("two"))).toMatchObject({ accepted: true })
    await platform.call(ana, allowHosts, { resourceHosts: [], frameHosts: [] })
    expect(await send(picture("three"))).toMatchObject({ accepted: false })
  })

  it("needs a permission of its own", async () => {
    const vera = await as("vera", "viewer")
    await expect(platform.call(vera, changeScript, { script })).rejects.toThrow(
      /lacks the permission site\.code\.manage/,
    )
  })
})
