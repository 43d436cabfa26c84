import { classOf, invokeTool } from "@countersign/core/assistant"
import type { Caller } from "@countersign/core/server"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { siteContract } from "../contract.ts"
import { sitePlugin } from "../server.ts"
import { lineOf } from "./site.fixture.ts"
import { ALL_STYLES, ANYWHERE, FACTS_OF_ALL, wordsOf, wordsOfCode } from "./whose-words.ts"

const { platform, database, as } = await testPlatform({ plugins: [sitePlugin] })
const [ana, ben] = [await as("ana", "administrator"), await as("ben", "administrator")]
const page = (id: string) => ({ type: "page" as const, id })
const add = async (who: Caller, title: string) => (await platform.call(who, siteContract.addPage, { title })).pageId
const classFor = async ({ principal }: Caller, ...things: { type: string; id: string }[]) =>
  (await classOf({ database, principal }, things)).class
/** What a call of a tool tells, and whose words the gate takes it for. */
async function told(who: Caller, toolName: string, input: object) {
  const outcome = await invokeTool({ caller: who, mode: "approve" }, { toolName: `site.${toolName}`, input })
  return outcome.source?.class ?? "own"
}

describe("whose words stand in the site", () => {
  it("is known of every page by itself, whether a tool, a tab or a form wrote them", async () => {
    const [mine, theirs] = [await add(ana, "Mine"), await add(ben, "Theirs")]
    expect(await told(ana, "readDocument", { document: page(mine) })).toBe("own")
    expect(await told(ana, "listBreakpoints", {})).toBe("own")
    await platform.call(ana, siteContract.setColorTokens, { tokens: [{ slug: "brand", lightValue: "red" }] })
    await platform.call(ana, siteContract.applyCss, { css: ".a { top: 0 }" })
    expect(await told(ana, "readDocument", { document: page(mine) })).toBe("own")
    expect(await told(ana, "readDocument", { document: page(theirs) })).toBe("colleague")
    expect(await told(ana, "listDocuments", {})).toBe("colleague")
    // It tells what was done and when, in our words.
    expect(await told(ana, "listChanges", {})).toBe("own")

    const line = lineOf(platform, ben)
    const { tab } = await line.joinTab()
    const { sequence: seen, content } = await line.openDocument({ document: page(mine) })
    const typed = { type: "rename" as const, document: page(mine), node: content.contentNodeId, label: "By Ben" }
    const { answers } = await line.applyCommands({ tab, seen, batches: [{ counter: 1, commands: [typed] }] })
    expect(answers).toMatchObject([{ accepted: true }])
    expect(await told(ana, "readDocument", { document: page(mine) })).toBe("colleague")
    expect(await told(ana, "addPage", { title: "Another" })).toBe("own")
  })

  it("stays what it was in a copy and in a template made of a page", async () => {
    const theirs = await add(ben, "To be copied")
    const { document } = await platform.call(ana, siteContract.duplicateDocument, {
      document: page(theirs),
      title: "Copy",
    })
    const { pageId } = await platform.call(ana, siteContract.duplicatePage, { pageId: theirs, title: "Copied" })
    await platform.call(ana, siteContract.setPageTemplate, { pageId: theirs, target: { kind: "everywhere" } })
    const copies = [document, page(pageId), { type: "template" as const, id: theirs }]
    expect(await Promise.all(copies.map((copy) => classFor(ana, wordsOf(copy))))).toEqual(copies.map(() => "colleague"))
  })

  it("is known of every file of code, of what all pages share, and of all of it together", async () => {
    const script = { path: "menu.js", type: "script" as const, content: "go()" }
    const style = { path: "more.css", type: "style" as const, content: ".b { top: 0 }" }
    const mine = await platform.call(ana, siteContract.writeCodeAsset, script)
    expect(await classFor(ana, wordsOfCode(mine))).toBe("own")
    expect(await classFor(ana, ALL_STYLES, FACTS_OF_ALL)).toBe("own")
    const theirs = await platform.call(ben, siteContract.writeCodeAsset, style)
    await platform.call(ben, siteContract.renameToken, { family: "colors", slug: "brand", to: "main" })
    expect(await classFor(ana, wordsOfCode(mine))).toBe("own")
    for (const place of [wordsOfCode(theirs), ALL_STYLES, FACTS_OF_ALL, ANYWHERE])
      expect(await classFor(ana, place), place.id).toBe("colleague")
  })
})
