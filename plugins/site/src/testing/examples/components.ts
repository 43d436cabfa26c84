import { type ExampleWorld, type ToolExamples, toolExample } from "@countersign/testing"
import { siteContract } from "../../contract.ts"
import { freeName } from "./a-page.ts"

/** One that no page shows yet. */
async function aComponent(w: ExampleWorld) {
  const html = "<article><h2>{params.title}</h2><slot></slot></article>"
  return w.call(siteContract.createComponent, { title: `Card ${freeName(w)}`, html })
}

export const componentExamples: ToolExamples = {
  "site.createComponent": toolExample({
    world: async () => ({}),
    input: () => ({ title: "Hero", html: "<section><h1>{params.title}</h1></section>", params: { title: "Hello" } }),
    meant: ["nodeId", "document", "params"],
  }),
  "site.updateComponent": toolExample({
    world: aComponent,
    input: ({ componentId }) => ({ componentId, html: "<article><h3>{params.title}</h3></article>" }),
    meant: ["componentId", "params"],
  }),
}
