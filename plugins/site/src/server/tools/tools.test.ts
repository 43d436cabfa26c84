import { randomUUID } from "node:crypto"
import { invokeTool, serializeTool } from "@countersign/core/assistant"
import { type Caller, ConflictError } from "@countersign/core/server"
import { cardOf, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
// By path: the platform asks plugins for their notes, and judges whose words are in them.
import { gatherNotes } from "../../../../../packages/core/src/chat/prompt/turn-notes.ts"
import { siteAssistant } from "../../assistant.ts"
import { siteContract } from "../../contract.ts"
import { sitePlugin } from "../../server.ts"
import { siteTools } from "./tools.ts"

const { platform, database, as, trail } = await testPlatform({ plugins: [sitePlugin] })
const ana = await as("ana")
const ben = await as("ben")

/** A call in a turn, in the mode in which everything else waits for a signature. */
async function call(caller: Caller, toolName: string, input: object, turn?: string): Promise<Record<string, unknown>> {
  const inTurn = turn === undefined ? caller : { ...caller, correlationId: turn }
  const outcome = await invokeTool({ caller: inTurn, mode: "approve" }, { toolName: `site.${toolName}`, input })
  if (outcome.status !== "executed") throw new Error(`It waits: ${outcome.status}`)
  return outcome.result as Record<string, unknown>
}
const read = async (pageId: string) =>
  (await call(ana, "readDocument", { document: { type: "page", id: pageId } })).html as string

describe("a model", () => {
  it("builds a page by drafts that nobody signs, and the next read sees them", async () => {
    await call(ana, "setColorTokens", { tokens: [{ slug: "brand", lightValue: "#1f4b99" }] })
    const { pageId, rootNodeId } = await call(ana, "addPage", { title: "Home", slug: "index" })
    const inserted = await call(ana, "insertHtml", {
      parentId: rootNodeId,
      html: "<style>.hero { color: var(--color-brand) }</style><section class=hero><h1>Hello</h1><script>go()</script></section>",
    })
    expect(inserted).toMatchObject({
      created: [{ tag: "section", classes: ["hero"] }, { tag: "h1" }],
      warnings: [expect.stringContaining("<script> was left out")],
    })
    expect(await read(pageId as string)).toContain(">Hello</h1></section>")
    const { documents } = (await call(ana, "listDocuments", {})) as { documents: object[] }
    expect(documents).toMatchObject([{ document: { type: "page", id: pageId }, summary: "Home page" }])
    const { sources } = (await call(ana, "listLoopSources", {})) as { sources: { id: string; html: string }[] }
    expect(sources.map(({ id }) => id)).toEqual(expect.arrayContaining(["pages", "incidents", "systems"]))
    expect(sources[0]!.html).toMatch(/^<cs-loop data-source="/)
    expect(await call(ana, "listPostTypes", {})).toMatchObject({
      postTypes: [],
      note: expect.stringContaining("No plugin"),
    })
  })

  it("finds tools by the names it knows from elsewhere, and names a document in short or as lists do", async () => {
    const listed = await invokeTool({ caller: ana, mode: "approve" }, { toolName: "list_documents", input: {} })
    const [first] = (listed as { result: { documents: { document: { type: string; id: string } }[] } }).result.documents
    const { document } = first!
    for (const named of [document, `${document.type}:${document.id}`]) {
      expect(await call(ana, "readDocument", { document: named })).toMatchObject({ document })
      expect(await call(ana, "findNodes", { document: named, tag: "h1" })).toMatchObject({ nodes: [{ document }] })
    }
    await expect(call(ana, "findNodes", { document: "home", tag: "h1" })).rejects.toThrow(
      'There is no document "home". List the documents to find the right one.',
    )
    const { rows } = await database.pool.query("SELECT tool FROM platform.tool_call ORDER BY at LIMIT 100")
    expect(rows.map(({ tool }) => tool)).not.toContain("list_documents")
  })

  it("is told in a sentence what it did wrong, and nothing is changed", async () => {
    const before = (await platform.call(ana, siteContract.openFacts, {})).sequence
    await expect(call(ana, "deleteNode", { nodeId: "zz" })).rejects.toThrow("There is no node zz in any document.")
    await expect(call(ana, "addPage", { title: "X", slug: "x".repeat(4_000) })).rejects.toThrow(
      "at most 200 characters",
    )
    expect((await platform.call(ana, siteContract.openFacts, {})).sequence).toBe(before)
  })

  it("waits for a signature to delete a page, and for every script, whose whole text is on the card", async () => {
    const { pageId } = await call(ana, "addPage", { title: "Old" })
    await expect(call(ana, "deletePage", { pageId })).rejects.toThrow("It waits: awaiting_signature")
    const source = "console.log('menu')\n".repeat(50)
    const script = { path: "menu.js", type: "script", content: source }
    await expect(call(ana, "writeCodeAsset", script)).rejects.toThrow("It waits: awaiting_signature")
    const card = JSON.stringify(await cardOf(ana, "site.writeCodeAsset", script))
    expect(card).toContain(JSON.stringify(source).slice(1, -1))
    expect(card).toContain("It runs in visitors' browsers on every page once the site is published.")
    await expect(
      call(ana, "patchCodeAsset", { fileId: "x", expectedHash: "0", replacements: [{ oldText: "a", newText: "b" }] }),
    ).rejects.toThrow("There is no file x")

    await platform.call(ana, siteContract.deletePage, { pageId: pageId as string })
    expect((await trail()).at(-1)).toMatchObject({ action: "site.deletePage", thing_name: "Old" })
    await platform.call(ana, siteContract.writeCodeAsset, { ...script, type: "script" as const })
    expect((await trail()).at(-1)).toMatchObject({ action: "site.writeCodeAsset", thing_name: "menu.js" })
    expect(await call(ana, "listCodeAssets", { type: "script" })).toMatchObject({
      assets: [{ path: "menu.js", chars: source.length }],
    })
    expect(
      await call(ana, "writeCodeAsset", { path: "more.css", type: "style", content: ".a { top: 0 }" }),
    ).toMatchObject({ action: "created" })
  })

  it("writes no script for somebody who may change pages only", async () => {
    const eve = {
      ...ben,
      principal: { ...ben.principal, rules: new Set(["site.document.read", "site.document.manage"]) },
    }
    await expect(
      platform.call(eve as typeof ben, siteContract.writeCodeAsset, {
        path: "evil.js",
        type: "script",
        content: "go()",
      }),
    ).rejects.toThrow("Scripts need the permission site.code.manage.")
    expect(JSON.stringify(await call(ana, "listCodeAssets", {}))).not.toContain("evil.js")
  })
})

describe("a turn", () => {
  it("is taken back as one, but for what others changed since, which is named", async () => {
    const { pageId, rootNodeId } = await call(ana, "addPage", { title: "Plan" })
    const turn = "turn-1"
    const one = await call(ana, "insertHtml", { parentId: rootNodeId, html: "<h2>One</h2>" }, turn)
    const two = await call(ana, "insertHtml", { parentId: rootNodeId, html: "<h2>Two</h2>" }, turn)
    await call(ana, "setColorTokens", { tokens: [{ slug: "brand", lightValue: "red" }] }, turn)
    await call(ana, "applyCss", { css: ".planned { top: 0 }" }, turn)
    const [first] = one.nodeIds as string[]
    const [second] = two.nodeIds as string[]
    await call(ben, "updateNodeProps", { nodeId: first, patch: { text: "One, by Ben" } }, "turn-of-ben")

    const { changes } = (await call(ana, "listChanges", { limit: 5 })) as {
      changes: { turnId: string; what: string }[]
    }
    expect(changes.map((change) => change.turnId)).toEqual(["turn-of-ben", turn, turn, turn, turn])
    await expect(call(ben, "revertTurn", { turnId: turn })).rejects.toThrow("That turn is somebody else's.")
    const reverted = await call(ana, "revertTurn", {}, "turn-2")

    expect(reverted).toMatchObject({
      reverted: 3,
      left: [`What was inserted of ${first} stays: Ben changed it since.`],
    })
    const html = await read(pageId as string)
    expect(html).toContain("One, by Ben")
    expect(html).not.toContain(second)
    expect((await platform.call(ana, siteContract.openFacts, {})).facts.tokens.colors.brand).toEqual({
      value: "#1f4b99",
    })
    expect(JSON.stringify(await call(ana, "whereUsed", { class: "planned" }))).not.toContain("planned")

    await call(ana, "revertTurn", { turnId: "turn-2" }, "turn-3")
    expect(await read(pageId as string)).toContain("Two")
    await expect(call(ana, "revertTurn", { turnId: "nothing" })).rejects.toThrow("There is no such turn")
  })

  it("is taken back once, by itself too, and again after that was taken back", async () => {
    const turn = "turn-4"
    const { pageId, rootNodeId } = await call(ana, "addPage", { title: "Offer" })
    const insert = (html: string) => call(ana, "insertHtml", { parentId: rootNodeId, html }, turn)
    const back = (by: string, turnId = turn) => call(ana, "revertTurn", { turnId }, by)
    await insert("<h2>Once</h2>")

    expect(await back(turn)).toMatchObject({ reverted: 1 })
    await expect(back(turn)).rejects.toThrow("That turn was taken back already.")
    await insert("<h2>Twice</h2>")
    expect(await back("turn-5")).toMatchObject({ reverted: 1 })
    await expect(back("turn-6")).rejects.toThrow("That turn was taken back already.")
    expect(await back("turn-7", "turn-5")).toMatchObject({ reverted: 1 })
    expect(await read(pageId as string)).toContain("Twice")
    expect(await back("turn-8")).toMatchObject({ reverted: 1 })
    expect(await read(pageId as string)).not.toMatch(/Once|Twice/)
  })

  it("of a conversation is known by its own id, whatever the request that began it was called", async () => {
    const conversation = { id: randomUUID(), taint: [], named: [], turnId: randomUUID() }
    const begun = { caller: { ...ana, correlationId: "asked-for" }, mode: "approve" as const, conversation }
    const outcome = await invokeTool(begun, { toolName: "site.addPage", input: { title: "Known" } })
    expect(outcome.status).toBe("executed")

    const { changes } = await platform.call(ana, siteContract.listChanges, { limit: 1 })
    expect(changes).toMatchObject([{ turnId: conversation.turnId }])
  })

  it("is told to its own person with what it changed, and taken back by their hand", async () => {
    const turn = "turn-9"
    const { pageId, rootNodeId } = await call(ana, "addPage", { title: "Boats" }, turn)
    const one = await call(ana, "insertHtml", { parentId: rootNodeId, html: "<h2>Sails</h2>" }, turn)
    await call(ana, "applyCss", { css: ".sails { top: 0 }" }, turn)
    const told = async (caller = ana) =>
      (await platform.call(caller, siteContract.describeTurns, { turnIds: [turn, "unheard-of"] })).turns
    const about = { turnId: turn, documents: ["Boats"], shared: ["styles", "settings"] }
    expect(await told()).toEqual([{ ...about, changes: 3, takenBack: 0, stayed: 0 }])
    expect(await told(ben)).toEqual([])

    const [heading] = one.nodeIds as string[]
    await call(ben, "updateNodeProps", { nodeId: heading, patch: { text: "Sails, by Ben" } }, "turn-of-ben-2")
    const { left } = await platform.call(ana, siteContract.revertTurn, { turnId: turn })
    expect(left).toEqual([
      'What was inserted of the h2 that begins "Sails, by Ben" stays: Ben changed it since.',
      "A new document stays: Ben changed it since.",
    ])
    expect(await read(pageId as string)).toContain("Sails, by Ben")
    expect(await told()).toEqual([{ ...about, changes: 0, takenBack: 3, stayed: 2 }])
    await expect(platform.call(ana, siteContract.revertTurn, { turnId: turn })).rejects.toThrow(
      "That turn was taken back already.",
    )
  })

  it("is begun with what is open in the editor: ids, and names of which the platform knows whose they are", async () => {
    const dora = await as("dora")
    const { pageId, rootNodeId } = await call(dora, "addPage", { title: "Dora’s page", slug: "dora" })
    const { nodeIds } = await call(dora, "insertHtml", { parentId: rootNodeId, html: "<h2>Plans</h2><x-y>Z</x-y>" })
    const [heading, made] = nodeIds as string[]
    const document = `page:${pageId}`
    const { sequence } = await platform.call(dora, siteContract.openFacts, {})
    const open = { document, selectedNodeIds: [heading!, made!, "gone"], breakpointId: "phone", sequence }
    const told = async (facts: object, caller: Caller = dora) => {
      const snapshot = { path: `/site/edit/${document}`, told: { id: "site.editor", json: JSON.stringify(facts) } }
      const ask = { conversationId: null, scope: "site" as const, skillId: null, snapshot, text: "" }
      return (await gatherNotes(caller, ask)).data.filter(({ title }) => title !== "What happened to the site")
    }

    const [about, names] = await told(open)
    expect(about!.text.split("\n").slice(0, 3)).toEqual([
      `${document} is open in the editor: root ${rootNodeId}, shown at phone (480 px).`,
      `Selected: ${heading} (h2), ${made} (element).`,
      "Breakpoints: base@1280px, tablet@820px, phone@480px.",
    ])
    expect(about).not.toHaveProperty("outside")
    expect(names!.text).toContain(`${document}="Dora’s page" (/dora)`)
    expect(names!.text).toMatch(/^Tokens: colours --color-brand=\w+/m)
    // Ana and Ben called the other pages what they are called.
    expect(names!.outside).toMatchObject({
      class: "colleague",
      toolName: "site.context",
      people: expect.arrayContaining([ana.principal.id]),
    })

    for (const malformed of [{ ...open, document: "the page" }, { ...open, words: "Obey" }, { document }])
      expect(await told(malformed)).toEqual([])
    expect(await told({ ...open, document: "page:never" })).toEqual([])
    const outsider = { ...dora, principal: { ...dora.principal, rules: new Set<string>() } }
    expect(await told(open, outsider as Caller)).toEqual([])
  })

  it("is known to tabs as what an assistant did, and to its own person as theirs", async () => {
    const { pageId, rootNodeId } = await call(ana, "addPage", { title: "Told" })
    const document = { type: "page" as const, id: pageId as string }
    const { sequence: after } = await platform.call(ana, siteContract.openDocument, { document })
    await call(ana, "insertHtml", { parentId: rootNodeId, html: "<p>By a model</p>" }, "turn-20")
    await platform.call(ben, siteContract.renameNode, { nodeId: rootNodeId as string, label: "By hand" })
    const told = async (caller: Caller) =>
      (await platform.call(caller, siteContract.readSince, { document, after })).changes.map(
        ({ by, byModel, own }) => `${by} ${byModel ? "by a model" : "by hand"}${own ? ", own" : ""}`,
      )
    expect(await told(ana)).toEqual(["Ana by a model, own", "Ben by hand"])
    expect(await told(ben)).toEqual(["Ana by a model", "Ben by hand, own"])
  })

  it("reads the document that is open in the editor where it names none", async () => {
    const { pageId } = await call(ana, "addPage", { title: "Open", slug: "open" })
    const document = { type: "page", id: pageId }
    const facts = { document: `page:${pageId}`, selectedNodeIds: [], breakpointId: null, sequence: 0 }
    const looksAt = { path: "/site/edit", told: { id: "site.editor", json: JSON.stringify(facts) } }
    const beside: Caller = { ...ana, looksAt }
    expect(await call(beside, "readDocument", {})).toMatchObject({ document })
    expect(await call(beside, "inspectCodeRuntime", {})).toMatchObject({ document })
    expect(await call(ana, "readDocument", {})).toMatchObject({ title: "Home" })
    const home = await call(ana, "readDocument", {})
    expect(await call(beside, "readDocument", { document: home.document })).toMatchObject({ title: "Home" })
  })

  it("waits for what the operator's tab has sent, as long as that is bearable", async () => {
    const { sequence } = await platform.call(ana, siteContract.openFacts, {})
    const { documents } = await platform.call(ana, siteContract.listDocuments, {})
    const { type, id } = documents[0]!
    const facts = { document: `${type}:${id}`, selectedNodeIds: [], breakpointId: null, sequence: sequence + 1 }
    const snapshot = { path: "/site/edit", told: { id: "site.editor", json: JSON.stringify(facts) } }
    const ask = { conversationId: null, scope: "site" as const, skillId: null, snapshot, text: "" }
    let isTold = false
    const waiting = gatherNotes(ana, ask).then(({ data }) => {
      isTold = true
      return data
    })
    await platform.call(ana, siteContract.openFacts, {})
    expect(isTold).toBe(false)
    const { pageId } = await call(ana, "addPage", { title: "Sent at last" })
    expect((await waiting).find(({ title }) => title.startsWith("What pages"))?.text).toContain(`page:${pageId}=`)

    const began = performance.now()
    const never = { ...facts, sequence: sequence + 1_000 }
    const late = { ...snapshot, told: { id: "site.editor", json: JSON.stringify(never) } }
    expect((await gatherNotes(ana, { ...ask, snapshot: late })).data.length).toBeGreaterThan(1)
    expect(performance.now() - began).toBeGreaterThan(4_500)
  })

  it("is begun with what happened since the one before, in numbers and without anybody's words", async () => {
    const ask = { conversationId: null, scope: "site" as const, skillId: null, snapshot: null, text: "" }
    const told = async (caller: Caller) => (await siteAssistant.context!(caller, ask)).data?.[0]?.text
    const cleo = await as("cleo")
    expect(await told(cleo)).toBeUndefined()
    const { rootNodeId } = await call(cleo, "addPage", { title: "Cleo’s page" }, "turn-10")
    expect(await told(cleo)).toBeUndefined()

    await call(ben, "insertHtml", { parentId: rootNodeId, html: "<p class=x>Obey</p><style>.x { top: 0 }</style>" })
    await call(ben, "setColorTokens", { tokens: [{ slug: "late", lightValue: "red" }] })
    await platform.call(cleo, siteContract.applyCss, { css: ".mine { top: 0 }" })
    expect(await told(cleo)).toBe(
      "Since your latest change of the site: Other people made 2 changes, in 1 document, in the styles, in the settings and tokens. " +
        "The operator made 1 change by hand, in the styles. What you read before may have moved on; listChanges tells more.",
    )
    await call(cleo, "applyCss", { css: ".again { top: 0 }" }, "turn-11")
    await platform.call(cleo, siteContract.revertTurn, { turnId: "turn-11" })
    expect(await told(cleo)).toBe(
      "Since your latest change of the site: The operator took back 1 turn of yours, 1 change in all: what they did does not stand any more. " +
        "What you read before may have moved on; listChanges tells more.",
    )
    const outsider = { ...cleo, principal: { ...cleo.principal, rules: new Set<string>() } }
    expect(await told(outsider as Caller)).toBeUndefined()
    expect(await siteAssistant.context!(cleo, { ...ask, scope: "operate" })).toEqual({})
  })

  it("that ended before its change was committed leaves nothing of it, and its call says so", async () => {
    const { sequence } = await platform.call(ana, siteContract.openFacts, {})
    const hold = async () => {
      throw new ConflictError("The turn has ended.")
    }
    const request = { toolName: "site.addPage", input: { title: "Too late" } }
    await expect(invokeTool({ caller: ana, mode: "approve", hold }, request)).rejects.toThrow("The turn has ended.")

    expect((await platform.call(ana, siteContract.openFacts, {})).sequence).toBe(sequence)
    const { rows } = await database.pool.query(
      "SELECT status FROM platform.tool_call WHERE tool = 'site.addPage' ORDER BY at DESC LIMIT 1",
    )
    expect(rows).toEqual([{ status: expect.stringMatching(/^(failed|refused)$/) }])
  })
})

it("all that a model is sent of the inputs of the site's tools fits into 16 KB", () => {
  const tools = ana.runtime.tools.tools.filter(({ plugin }) => plugin === "site")
  expect(tools.length).toBeGreaterThanOrEqual(siteTools.length)
  const size = tools.reduce((sum, tool) => sum + JSON.stringify(serializeTool(tool).inputSchema).length, 0)
  expect(size).toBeGreaterThan(1_000)
  expect(size).toBeLessThanOrEqual(16_384)
})
