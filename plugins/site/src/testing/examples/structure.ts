import { type ToolExamples, toolExample } from "@countersign/testing"
import { aPage } from "./a-page.ts"

export const structureExamples: ToolExamples = {
  "site.insertHtml": toolExample({
    world: aPage,
    input: ({ sectionId }) => ({ parentId: sectionId, html: "<p>Pay once a year.</p>" }),
  }),
  "site.deleteNode": toolExample({ world: aPage, input: ({ listId }) => ({ nodeId: listId }) }),
}
