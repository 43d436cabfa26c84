import { type ToolExamples, toolExample } from "@countersign/testing"
import { aPage, boundToPage } from "./a-page.ts"

// Which element it is, and in which document.
const MEANT = ["nodeId", "nodeIds", "parentId", "newParentId", "document"]
const onPage = { world: aPage, meant: MEANT, ...boundToPage }

export const structureExamples: ToolExamples = {
  "site.insertHtml": toolExample({
    ...onPage,
    input: ({ sectionId, document }) => ({ parentId: sectionId, index: 0, html: "<p>Pay once a year.</p>", document }),
  }),
  "site.replaceNodeHtml": toolExample({
    ...onPage,
    input: ({ sectionId, document }) => ({ nodeId: sectionId, html: "<h1>What it costs today</h1>", document }),
  }),
  "site.updateNodeProps": toolExample({
    ...onPage,
    input: ({ listId, document }) => ({ nodeId: listId, document, patch: { title: "Prices", role: "list" } }),
    meant: [...MEANT, "breakpointId", "patch"],
  }),
  "site.moveNode": toolExample({
    ...onPage,
    input: ({ firstId, sectionId, document }) => ({ nodeId: firstId, document, newParentId: sectionId, newIndex: 0 }),
  }),
  "site.deleteNode": toolExample({
    ...onPage,
    input: ({ listId, document }) => ({ nodeId: listId, document }),
  }),
  "site.duplicateNode": toolExample({
    ...onPage,
    input: ({ firstId, document }) => ({ nodeId: firstId, document, count: 2 }),
  }),
  "site.renameNode": toolExample({
    ...onPage,
    input: ({ sectionId, document }) => ({ nodeId: sectionId, document, label: "Opening" }),
  }),
  "site.wrapNodes": toolExample({
    ...onPage,
    input: ({ sectionId, listId, document }) => ({
      nodeIds: [sectionId, listId],
      tag: "main",
      classes: ["wide"],
      document,
    }),
    meant: [...MEANT, "tag", "classes"],
  }),
  "site.unwrapNode": toolExample({
    ...onPage,
    input: ({ sectionId, document }) => ({ nodeId: sectionId, document }),
  }),
  "site.replaceText": toolExample({
    ...onPage,
    input: ({ document }) => ({ document, oldText: "For many", newText: "For teams" }),
    meant: [...MEANT, "oldText"],
  }),
}
