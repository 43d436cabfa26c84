import { type ToolExamples, toolExample } from "@countersign/testing"
import { aPage } from "./a-page.ts"

const nothing = async () => ({})

export const readExamples: ToolExamples = {
  "site.listDocuments": toolExample({ world: aPage, input: () => ({}) }),
  "site.listModules": toolExample({ world: nothing, input: () => ({}) }),
  "site.listBreakpoints": toolExample({ world: nothing, input: () => ({}) }),
  "site.listPostTypes": toolExample({ world: nothing, input: () => ({}) }),
  "site.listLoopSources": toolExample({ world: nothing, input: () => ({}) }),
  "site.readDocument": toolExample({
    world: aPage,
    input: ({ pageId }) => ({ document: { type: "page", id: pageId } }),
  }),
  "site.getNodeHtml": toolExample({ world: aPage, input: ({ sectionId }) => ({ nodeId: sectionId }) }),
  "site.findNodes": toolExample({
    world: aPage,
    input: ({ pageId }) => ({ document: { type: "page", id: pageId }, tag: "li" }),
  }),
  "site.checkPage": toolExample({
    world: aPage,
    input: ({ pageId }) => ({ document: { type: "page", id: pageId } }),
  }),
}
