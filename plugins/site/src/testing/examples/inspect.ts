import { type ToolExamples, toolExample } from "@countersign/testing"
import { aPage } from "./a-page.ts"

export const inspectExamples: ToolExamples = {
  "site.inspectCodeRuntime": toolExample({
    world: aPage,
    input: ({ pageId }) => ({ document: { type: "page", id: pageId } }),
  }),
  "site.previewLink": toolExample({ world: aPage, input: () => ({}) }),
}
