import { type ExampleWorld, type ToolExamples, toolExample } from "@countersign/testing"
import { siteContract } from "../../contract.ts"
import { aPage, boundToPage, freeName } from "./a-page.ts"

/** Beside another one: the last page stays a page. */
async function oneOfTwo(w: ExampleWorld) {
  await w.call(siteContract.addPage, { title: `Plans ${freeName(w)}` })
  return aPage(w)
}

async function aTemplate(w: ExampleWorld) {
  const page = await oneOfTwo(w)
  await w.call(siteContract.setPageTemplate, { pageId: page.pageId, target: { kind: "notFound" } })
  return page
}

const onPage = { world: oneOfTwo, ...boundToPage }

export const pageExamples: ToolExamples = {
  "site.addPage": toolExample({
    world: async () => ({}),
    input: (_, w) => ({ title: "Questions", slug: `questions-${freeName(w)}` }),
    meant: ["slug"],
  }),
  "site.deletePage": toolExample({
    shared: "A refusal names the pages that there are.",
    ...onPage,
    input: ({ pageId }) => ({ pageId }),
    meant: ["pageId"],
  }),
  "site.renamePage": toolExample({
    ...onPage,
    input: ({ pageId }, w) => ({ pageId, title: "What it costs", slug: `costs-${freeName(w)}` }),
    meant: ["pageId", "slug"],
  }),
  "site.setPageSeo": toolExample({
    ...onPage,
    input: ({ pageId }) => ({
      pageId,
      seoTitle: "Prices for one and for many",
      description: "What it costs.",
      language: "en",
      noindex: true,
    }),
    meant: ["pageId", "language", "image"],
  }),
  "site.duplicatePage": toolExample({
    ...onPage,
    input: ({ pageId }, w) => ({ pageId, title: "Prices of last year", slug: `prices-${freeName(w)}` }),
    meant: ["pageId", "slug"],
  }),
  "site.setPageTemplate": toolExample({
    ...onPage,
    input: ({ pageId }) => ({ pageId, target: { kind: "notFound" }, priority: 5 }),
    meant: ["pageId", "target"],
  }),
  "site.clearPageTemplate": toolExample({
    shared: "A warning may name anything of the site.",
    world: aTemplate,
    input: ({ pageId }) => ({ pageId }),
    meant: ["pageId"],
    changeTarget: (w, { pageId }) =>
      w.call(siteContract.deleteDocument, { document: { type: "template", id: pageId } }),
    changeUnrelated: boundToPage.changeUnrelated,
  }),
}
