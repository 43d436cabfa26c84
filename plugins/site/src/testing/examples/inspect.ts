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
  "site.openDocument": toolExample({
    world: aPage,
    input: ({ document }) => ({ document }),
    inTab: async ({ document }: { document: string }) => {
      const [type = "", id = ""] = document.split(":")
      return { document: { type, id }, problem: null }
    },
  }),
  "site.renderSnapshot": toolExample({
    world: aPage,
    input: ({ document, sectionId }) => ({ document, nodeId: sectionId }),
    inTab: async ({ document = "page:home", nodeId = "s1" }: { document?: string; nodeId?: string }) => {
      const capturedAt = "2026-03-09T20:00:00.000Z"
      // As the tab does: what is no document is answered by a word of ours.
      if (!/^page:[\w-]{1,60}$/.test(document) || !/^[\w~-]{1,60}$/.test(nodeId))
        return { why: "no such document", document: null, capturedAt, snapshots: [] }
      const layout = {
        viewport: { width: 480, height: 800 },
        page: { width: 512, height: 900 },
        boxes: [{ uid: nodeId, tag: "section", box: [0, 0, 480, 120] }],
        warnings: [{ problem: "wider than the window", uid: nodeId, tag: "section", measured: 32 }],
        left: { boxes: 0, warnings: 0 },
      }
      return { why: null, document, capturedAt, snapshots: [{ breakpointId: "phone", width: 480, layout }] }
    },
  }),
  "site.previewLink": toolExample({
    world: aPage,
    input: () => ({}),
    shownAs: { sequence: "draft" },
    unshown: ["expiresAt"],
  }),
}
