import { type ExampleWorld, type ToolExamples, toolExample } from "@countersign/testing"
import { siteContract } from "../../contract.ts"
import { aPage, boundToPage, freeName, wordOf } from "./a-page.ts"

const DRAWING = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4H0z" fill="teal"/></svg>',
)

async function aPicture(w: ExampleWorld) {
  const name = `${wordOf(w)}-${freeName(w)}.svg`
  const { media } = await w.call(siteContract.uploadMedia, { name, alt: "A square" }, DRAWING)
  return { mediaId: media.id }
}

export const mediaExamples: ToolExamples = {
  "site.listMedia": toolExample({ world: aPicture, input: () => ({ kind: "drawing", limit: 5 }) }),
  "site.useMedia": toolExample({
    world: async (w) => ({ ...(await aPage(w)), ...(await aPicture(w)) }),
    input: ({ sectionId, document, mediaId }) => ({ nodeId: sectionId, document, mediaId, alt: "A teal square" }),
    meant: ["nodeId", "document", "mediaId"],
    ...boundToPage,
  }),
}
