import { type ExampleWorld, type ToolExamples, toolExample } from "@countersign/testing"
import { siteContract } from "../../contract.ts"
import { boundToPage, freeId, wordOf } from "./a-page.ts"

export async function aSheet(w: ExampleWorld) {
  const path = `print-${freeId()}-${wordOf(w)}.css`
  const content = `.hero, .${wordOf(w)} { color: black }\n`
  const { fileId, hash } = await w.call(siteContract.writeCodeAsset, { path, type: "style", content })
  return { path, fileId, hash }
}

export const codeExamples: ToolExamples = {
  "site.listCodeAssets": toolExample({
    shared: "The site has one set of them, on which everybody writes.",
    world: aSheet,
    input: () => ({}),
  }),
  "site.readCodeAsset": toolExample({ world: aSheet, input: ({ path }) => ({ path }) }),
  "site.writeCodeAsset": toolExample({
    world: aSheet,
    input: ({ path, hash }) => ({ path, type: "style", content: ".hero { color: navy }\n", expectedHash: hash }),
    meant: ["path", "type", "runtime", "expectedHash"],
    changeUnrelated: boundToPage.changeUnrelated,
  }),
  "site.patchCodeAsset": toolExample({
    world: aSheet,
    input: ({ path, hash }) => ({
      path,
      expectedHash: hash,
      replacements: [{ oldText: "black", newText: "navy" }],
    }),
    meant: ["fileId", "path", "expectedHash", "replacements"],
    changeUnrelated: boundToPage.changeUnrelated,
  }),
}
