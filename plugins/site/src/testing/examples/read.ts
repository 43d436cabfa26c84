import { type ExampleWorld, type ToolExamples, toolExample } from "@countersign/testing"
import { siteContract } from "../../contract.ts"
import { aPage, freeId, freeName, wordOf } from "./a-page.ts"

const nothing = async () => ({})

async function aComponent(w: ExampleWorld) {
  const document = { type: "visualComponent" as const, id: freeId() }
  await w.call(siteContract.createDocument, { document, title: "Card" })
  return {}
}

/** A breakpoint that people named: those that a site begins with are ours. */
async function aBreakpoint(w: ExampleWorld) {
  const { tab } = await w.call(siteContract.joinTab, {})
  const { sequence, facts } = await w.call(siteContract.openFacts, {})
  const known = facts.breakpoints.filter(({ id }) => id !== "wide")
  const breakpoints = [...known, { id: "wide", name: `Wide ${wordOf(w)}`, width: 1_700 }]
  const commands = [{ type: "breakpoints.set" as const, breakpoints }]
  await w.call(siteContract.applyCommands, { tab, seen: sequence, batches: [{ counter: 1, commands }] })
  return {}
}

export async function aRule(w: ExampleWorld) {
  const page = await aPage(w)
  await w.call(siteContract.applyCss, { css: `.hero, .${wordOf(w)} { color: red }` })
  return page
}

export const readExamples: ToolExamples = {
  "site.listDocuments": toolExample({ world: aPage, input: () => ({}) }),
  "site.listModules": toolExample({ world: aComponent, input: () => ({}) }),
  "site.listBreakpoints": toolExample({
    shared: "The site has one set of them, on which everybody writes.",
    world: aBreakpoint,
    input: () => ({}),
  }),
  "site.listPostTypes": toolExample({ world: nothing, input: () => ({}) }),
  "site.listLoopSources": toolExample({ world: nothing, input: () => ({}) }),
  "site.readDocument": toolExample({ world: aPage, input: ({ document }) => ({ document }) }),
  "site.getNodeHtml": toolExample({
    world: aPage,
    input: ({ rootNodeId, document }) => ({ nodeId: rootNodeId, document }),
  }),
  "site.findNodes": toolExample({
    world: aPage,
    input: ({ document }) => ({ document, selector: "body" }),
  }),
  "site.inspectStyles": toolExample({
    shared: "The site has one set of them, on which everybody writes.",
    world: aRule,
    input: ({ sectionId, document }) => ({ nodeId: sectionId, document, properties: ["color"] }),
  }),
  "site.checkPage": toolExample({
    shared: "The site has one set of them, on which everybody writes.",
    world: async (w) => {
      const { pageId, rootNodeId } = await w.call(siteContract.addPage, { title: `Links ${freeName(w)}` })
      const document = `page:${pageId}`
      await w.call(siteContract.insertHtml, {
        parentId: rootNodeId,
        html: `<h1>Links</h1><a href="/${wordOf(w)}">There</a>`,
        document,
      })
      return { document }
    },
    input: ({ document }) => ({ document }),
  }),
  "site.whereUsed": toolExample({
    shared: "The site has one set of them, on which everybody writes.",
    world: aRule,
    input: () => ({ class: "hero" }),
  }),
}
