import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { gzipSync } from "node:zlib"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { siteContract } from "../contract.ts"
import { emptySite, keyOf, mapOf, type NodeRecord, type SiteNode } from "../document.ts"
import { sitePlugin } from "../server.ts"
import { loadStored } from "./load-part.ts"
import { addSnapshot } from "./part-store.ts"
import { lineOf } from "./site.fixture.ts"
import { contentOf, readStoredPart, storePart } from "./stored-part.ts"
import { HOME } from "./tab.fixture.ts"

const { platform, database, as } = await testPlatform({ plugins: [sitePlugin] })
const ana = await as("ana")
const line = lineOf(platform, ana)
const { createDocument, describeDocuments, renameDocument } = siteContract

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

describe("a document in the memory of a server", () => {
  it("is not believed where the log says something else by now", async () => {
    await platform.call(ana, createDocument, { document: HOME, title: "Home" })
    await platform.call(ana, renameDocument, { document: HOME, title: "As it was kept" })
    // A backup of before is put back under the running server, and somebody goes on from there.
    await database.pool.query("DELETE FROM site.command_part WHERE sequence = 2")
    await database.pool.query("DELETE FROM site.command WHERE sequence = 2")
    await database.pool.query("UPDATE site.site SET sequence = 1")
    expect((await line.openDocument({ document: HOME })).content.title).toBe("Home")
    await platform.call(ana, renameDocument, { document: HOME, title: "As it is" })

    expect(await line.openDocument({ document: HOME })).toMatchObject({ sequence: 2, content: { title: "As it is" } })
  })

  it("is not believed where the last row of the log is another one of the same number", async () => {
    const listed = async () => (await platform.call(ana, describeDocuments, {})).documents.map(({ title }) => title)
    await platform.call(ana, renameDocument, { document: HOME, title: "As it was kept" })
    expect(await listed()).toEqual(["As it was kept"])
    await database.pool.query(`CREATE TEMP TABLE replaced AS SELECT * FROM site.command ORDER BY sequence DESC LIMIT 1;
      CREATE TEMP TABLE parts AS SELECT * FROM site.command_part WHERE sequence = (SELECT sequence FROM replaced);
      DELETE FROM site.command_part WHERE sequence = (SELECT sequence FROM replaced);
      DELETE FROM site.command WHERE sequence = (SELECT sequence FROM replaced);
      UPDATE replaced SET mark = gen_random_uuid(), commands = replace(commands, 'As it was kept', 'As it is now');
      INSERT INTO site.command SELECT * FROM replaced; INSERT INTO site.command_part SELECT * FROM parts`)
    expect(await listed()).toEqual(["As it is now"])
  })

  it("takes at most 10 MB with 2,000 nodes", async () => {
    const stored = await storePart(pageOf(2_000))
    await readStoredPart(stored)
    collect()
    const before = process.memoryUsage().heapUsed
    const kept = [await readStoredPart(stored), await readStoredPart(stored), await readStoredPart(stored)]
    collect()
    const each = (process.memoryUsage().heapUsed - before) / kept.length
    expect(kept[0]!.part.documents.get(keyOf(HOME))!.nodes.size).toBe(2_003)
    expect(kept[0]!.notes).toEqual([])
    expect(each).toBeLessThan(10e6)
  })
})

describe("a stored document that is broken", () => {
  it("opens with what is left of it and a note", async () => {
    const { documents } = pageOf(2)
    const content = contentOf(documents.get(keyOf(HOME))!)
    const fragment = { ...content.fragment, nodes: content.fragment.nodes.filter(({ id }) => id !== "t1") }
    const { sequence } = await line.openDocument({ document: HOME })
    await addSnapshot(database.direct, { key: keyOf(HOME), part: emptySite(), sequence })
    const broken = gzipSync(
      JSON.stringify({ documents: [{ ref: HOME, content: { ...content, fragment } }], sheets: [] }),
    )
    await database.pool.query("UPDATE site.snapshot SET content = $1", [broken])

    const { part, notes } = await loadStored(database.direct, keyOf(HOME), sequence)

    expect(notes).toEqual(["The node t1 in body is missing and was left out."])
    expect([...part.documents.get(keyOf(HOME))!.nodes.keys()].sort()).toEqual(["body", "head", "html", "t0"])
  })
})

function pageOf(texts: number) {
  const element = (id: string, tag: string, children: string[]): NodeRecord => ({
    kind: "element",
    id,
    tag,
    namespace: "html",
    attributes: [["data-n", id]],
    classes: [`is-${tag}`],
    style: null,
    children,
  })
  const ids = Array.from({ length: texts }, (_, n) => `t${n}`)
  const text = (id: string): NodeRecord => ({ kind: "comment", id, text: `Words of ${id}, as long as usual` })
  const records = [
    element("html", "html", ["head", "body"]),
    element("head", "head", []),
    element("body", "body", ids),
    ...ids.map(text),
  ]
  const parents: Record<string, string | null> = { html: null, head: "html", body: "html" }
  const nodes = records.map((node): [string, SiteNode] => {
    const parent = parents[node.id]
    return [node.id, { ...node, parent: parent === undefined ? "body" : parent }]
  })
  const document = {
    ref: HOME,
    title: "Home",
    mode: "standards" as const,
    rootNodeId: "html",
    contentNodeId: "body",
    nodes: mapOf(nodes),
  }
  return { ...emptySite(), documents: mapOf([[keyOf(HOME), document]]) }
}
