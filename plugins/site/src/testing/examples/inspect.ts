import { type ToolExamples, toolExample } from "@countersign/testing"
import { aPage } from "./a-page.ts"
import { aSheet } from "./code.ts"

export const inspectExamples: ToolExamples = {
  "site.inspectCodeRuntime": toolExample({
    shared: "The site has one set of them, on which everybody writes.",
    world: async (w) => {
      await aSheet(w)
      return aPage(w)
    },
    input: ({ pageId }) => ({ document: { type: "page", id: pageId } }),
  }),
  "site.previewLink": toolExample({
    world: aPage,
    input: () => ({}),
    shownAs: { sequence: "draft" },
    unshown: ["expiresAt"],
  }),
}
