import { testPlatform } from "@countersign/testing"
import { describe, expect, inject, it } from "vitest"
import { DocumentRef } from "../contract/command.ts"
import { LIMITS as CONTRACT_LIMITS } from "../contract/limits.ts"
import { siteContract } from "../contract.ts"
import { DOCUMENT_TYPES, LIMITS } from "../document.ts"
import { sitePlugin } from "../server.ts"
import { loadStored } from "./load-part.ts"
import { pretendChanges } from "./many-changes.fixture.ts"
import { SNAPSHOT_EVERY } from "./part-store.ts"
import { lineOf, plain, startPage } from "./site.fixture.ts"
import { inverseAt } from "./site-store.ts"
import { HOME, openTab } from "./tab.fixture.ts"

const { platform, database, as, trail } = await testPlatform({ plugins: [sitePlugin] })
const ana = await as("ana")
const line = lineOf(platform, ana)
const many = inject("long") ? 100_000 : 10_000
const { createDocument, renameDocument, deleteDocument, listDocuments, restoreVersion } = siteContract

describe("documents", () => {
  it("are created, listed, renamed and deleted, and the audit log says by whom", async () => {
    const about = { type: "template", id: "about" } as const
    await platform.call(ana, createDocument, { document: about, title: "About" })
    await platform.call(ana, renameDocument, { document: about, title: "About us" })
    await expect(platform.call(ana, createDocument, { document: about, title: "Twice" })).rejects.toThrow(
      "There is a template about already. Choose another id.",
    )

    const { documents } = await platform.call(ana, listDocuments, { type: "template" })
    expect(documents).toMatchObject([{ ...about, title: "About us" }])

    await platform.call(ana, deleteDocument, { document: about })
    expect((await platform.call(ana, listDocuments, {})).documents).toEqual([])
    await expect(line.openDocument({ document: about })).rejects.toThrow(
      'The template "About us" was deleted. Restore a version of it from its history, or choose another document.',
    )
    expect((await trail()).map(({ action, thing_name }) => [action, thing_name])).toEqual([
      ["site.createDocument", "About"],
      ["site.renameDocument", "About us"],
      ["site.deleteDocument", "About us"],
    ])
  })

  it("cannot be changed by whoever may only look", async () => {
    const vera = await as("vera", "viewer")
    await expect(platform.call(vera, siteContract.joinTab, {})).rejects.toThrow(
      "Vera lacks the permission site.document.manage. An administrator can grant it.",
    )
  })

  it("take in nothing that could run", async () => {
    await platform.call(ana, createDocument, { document: { type: "page", id: "safe" }, title: "Safe" })
    const { tab } = await line.joinTab()
    const link = {
      kind: "element" as const,
      id: `${tab}1`,
      tag: "a",
      namespace: "html" as const,
      attributes: [["href", "javascript:alert(1)"]] as [string, string][],
      classes: [],
      style: null,
      children: [],
    }
    const insert = {
      type: "insert" as const,
      document: { type: "page" as const, id: "safe" },
      place: { parent: "body", after: null, before: null },
      fragment: { roots: [link.id], nodes: [link] },
    }
    const { answers } = await line.applyCommands({ tab, seen: 0, batches: [{ counter: 1, commands: [insert] }] })
    expect(answers).toMatchObject([{ accepted: false, reason: expect.stringContaining("could run something") }])
  })
})

it("the contract has the limits of the library", () => {
  expect(LIMITS).toMatchObject(CONTRACT_LIMITS)
  expect(DocumentRef.shape.type.options).toEqual([...DOCUMENT_TYPES])
})

describe("versions", () => {
  it("are listed, compared and restored from the log, and a restored one is undone by its inverse", async () => {
    const { tab } = await line.joinTab()
    const send = async (
      counter: number,
      ...commands: Parameters<typeof line.applyCommands>[0]["batches"][0]["commands"]
    ) => {
      const { answers, sequence } = await line.applyCommands({ tab, seen: 0, batches: [{ counter, commands }] })
      expect(answers).toMatchObject([{ accepted: true }])
      return sequence
    }
    const start = await send(1, startPage)
    await send(2, { type: "setText", document: HOME, node: "t1", text: "Good day", base: "Hello there" })
    const end = await send(
      3,
      { type: "remove", document: HOME, node: "u1" },
      { type: "rename", document: HOME, node: "p1", label: "Lead" },
    )

    const history = await platform.call(ana, siteContract.listHistory, { document: HOME, limit: 2 })
    expect(history.changes).toMatchObject([
      { sequence: end, by: "Ana", what: "Removed something, changed a label" },
      { sequence: end - 1, by: "Ana", what: "Changed text" },
    ])
    const rest = await platform.call(ana, siteContract.listHistory, { document: HOME, before: history.next! })
    expect(rest).toMatchObject({ changes: [{ sequence: start, what: "Created the document" }], next: null })

    const compared = await platform.call(ana, siteContract.compareVersions, { document: HOME, from: start, to: end })
    expect(compared).toEqual({
      title: null,
      left: 0,
      changes: [
        {
          node: "body",
          name: "the <body> body",
          change: "changed",
          fields: [{ field: "children", before: '["d1","p1","u1"]', after: '["d1","p1"]' }],
        },
        {
          node: "t1",
          name: "the text t1",
          change: "changed",
          fields: [{ field: "text", before: "Hello there", after: "Good day" }],
        },
        {
          node: "p1",
          name: "the <p> p1",
          change: "changed",
          fields: [{ field: "label", before: null, after: "Lead" }],
        },
        expect.objectContaining({ node: "u1", change: "removed" }),
        expect.objectContaining({ node: "l1", change: "removed" }),
      ],
    })

    const edited = plain((await openTab(line)).replica().confirmed)
    const { sequence } = await platform.call(ana, restoreVersion, { document: HOME, sequence: start })
    expect((await line.openDocument({ document: HOME })).content).toEqual(contentAtStart())
    await send(4, ...(await inverseAt(database.direct, sequence))!)
    expect(plain((await openTab(line)).replica().confirmed)).toEqual(edited)

    await platform.call(ana, deleteDocument, { document: HOME })
    await platform.call(ana, restoreVersion, { document: HOME, sequence: end })
    expect(plain((await openTab(line)).replica().confirmed)).toEqual(edited)
    await expect(platform.call(ana, restoreVersion, { document: HOME, sequence: end + 1_000 })).rejects.toThrow(
      `Nothing has happened at ${end + 1_000} yet`,
    )
  })

  function contentAtStart() {
    return startPage.type === "document.add" ? startPage.content : null
  }
})

describe(`after ${many} changes`, () => {
  it("opening a document reads one snapshot and a bounded tail", async () => {
    const { sequence } = await line.openDocument({ document: HOME })
    const count = many + SNAPSHOT_EVERY - 1
    await pretendChanges(database, { after: sequence, count, author: ana.principal.id })

    const loaded = await loadStored(database.direct, "page:home", sequence + count)
    // The row that the snapshot was made at tells whether it is still the same.
    expect(loaded.read).toBe(SNAPSHOT_EVERY)
    expect(loaded.notes).toEqual([])
    const opened = await line.openDocument({ document: HOME })
    expect(opened).toMatchObject({ sequence: sequence + count, content: { title: `Title ${sequence + count}` } })
  })

  it("every 200th of them leaves a snapshot", async () => {
    const { rows: before } = await database.pool.query("SELECT max(sequence) AS at FROM site.snapshot")
    const { tab } = await line.joinTab()
    const { sequence } = await line.openDocument({ document: HOME })
    await line.applyCommands({
      tab,
      seen: sequence,
      batches: [{ counter: 1, commands: [{ type: "document.set", document: HOME, title: "Home" }] }],
    })
    const { rows: after } = await database.pool.query("SELECT max(sequence) AS at FROM site.snapshot")
    expect(Number(after[0].at) - Number(before[0].at)).toBe(SNAPSHOT_EVERY)
    expect(await loadStored(database.direct, "page:home", sequence + 1)).toMatchObject({ read: 1 })
  })
})
