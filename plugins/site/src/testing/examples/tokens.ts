import { type ExampleWorld, type ToolExamples, toolExample } from "@countersign/testing"
import { siteContract } from "../../contract.ts"
import { boundToPage, freeName } from "./a-page.ts"

async function aColour(w: ExampleWorld) {
  const { tokens } = await w.call(siteContract.setColorTokens, { tokens: [{ slug: "example", lightValue: "#1f4b99" }] })
  return { slug: tokens[0]!.slug }
}

const { changeUnrelated } = boundToPage

export const tokenExamples: ToolExamples = {
  "site.listTokens": toolExample({
    shared: "The site has one set of them, on which everybody writes.",
    world: aColour,
    input: () => ({}),
  }),
  "site.setColorTokens": toolExample({
    shared: "The site has one set of them, on which everybody writes.",
    world: aColour,
    input: ({ slug }) => ({ tokens: [{ slug, lightValue: "#1f4b99", category: "Brand", darkValue: "#9fc1ff" }] }),
    meant: ["tokens"],
    changeUnrelated,
  }),
  "site.setFontTokens": toolExample({
    world: async () => ({}),
    input: () => ({ tokens: [{ name: "Heading", variable: "--font-heading", fallback: "Georgia, serif" }] }),
    meant: ["tokens"],
    changeUnrelated,
  }),
  "site.setTypeScale": toolExample({
    shared: "The site has one set of them, on which everybody writes.",
    world: async () => ({}),
    input: () => ({ steps: ["s", "m", "l"], baseScaleIndex: 1, min: { fontSize: 16 }, max: { fontSize: 18 } }),
    meant: ["groupId", "namingConvention", "steps", "baseScaleIndex", "min", "max"],
    changeUnrelated,
  }),
  "site.setSpacingScale": toolExample({
    shared: "The site has one set of them, on which everybody writes.",
    world: async () => ({}),
    input: () => ({ steps: ["s", "m", "l"], baseScaleIndex: 1, min: { size: 8 }, max: { size: 12 } }),
    meant: ["groupId", "namingConvention", "steps", "baseScaleIndex", "min", "max"],
    changeUnrelated,
  }),
  "site.renameToken": toolExample({
    world: async (w) => ({ ...(await aColour(w)), to: `c${freeName(w)}` }),
    input: ({ slug, to }) => ({ family: "colors", slug, to }),
    meant: ["family", "slug", "to"],
    changeUnrelated,
  }),
}
