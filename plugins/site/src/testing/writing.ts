import { metaOf } from "@countersign/core/contract"
import type { PluginWriting } from "@countersign/testing"
import { siteContract } from "../contract.ts"

const verbs = Object.values(siteContract).map((procedure) => metaOf(procedure).id)

/** They say which one is meant, among those that are there. */
const WHICH = [
  ...[
    "document",
    "document.id",
    "documents.id",
    "nodeId",
    "nodeIds",
    "parentId",
    "newParentId",
    "page",
    "pageId",
    "template",
  ],
  ...["componentId", "mediaId", "fileId", "classId", "breakpointId", "groupId", "turnId", "slug", "id"],
  ...[
    "script.id",
    "script.runtime.documents",
    "runtime.documents",
    "target.tableSlugs",
    "expectedHash",
    "digest",
    "tab",
    "oldText",
    "replacements.oldText",
  ],
]
/** They have a grammar that no made-up text fits. */
const FORMS = ["language", "image", "tag", "path", "script.path"]

export const writing: PluginWriting = {
  async prepare(call) {
    const page = { type: "page", id: "written" }
    const document = "page:written"
    await call("site.createDocument", { document: page, title: "Written", address: "written" })
    const { documents } = (await call("site.describeDocuments", {})) as Described
    const parentId = documents.find((one) => one.document.id === page.id)!.rootNodeId
    const html = "<section><h1>What it costs</h1></section><ul><li>For one</li></ul><p>For many</p><hr>"
    const { nodeIds } = (await call("site.insertHtml", { parentId, html, document })) as { nodeIds: string[] }
    const [section, list, , line] = nodeIds
    await call("site.applyCss", { css: ".written { color: red }" })
    await call("site.setColorTokens", { tokens: [{ slug: "written", lightValue: "red" }] })
    const script = { path: "written.js", type: "script", content: "go()" }
    const { hash } = (await call("site.writeCodeAsset", script)) as { hash: string }
    const card = { title: "Written card", html: "<p>Card</p>" }
    const { componentId } = (await call("site.createComponent", card)) as { componentId: string }
    return {
      "site.insertHtml": { parentId, html: "<p>Pay once</p>", document },
      "site.replaceNodeHtml": { nodeId: section, html: "<h1>What it costs today</h1>", document },
      "site.renameNode": { nodeId: section, document },
      "site.wrapNodes": { nodeIds: [line], tag: "div", document },
      "site.replaceText": { document, oldText: "For many", newText: "For teams" },
      "site.updateNodeProps": { nodeId: list, document },
      "site.writeCodeAsset": { path: "more.js", type: "script", content: "go()", runtime: RUNTIME },
      "site.patchCodeAsset": {
        path: script.path,
        expectedHash: hash,
        replacements: [{ oldText: "go", newText: "stop" }],
      },
      "site.changeScript": { script: { id: "another", path: "another.js", content: "go()", runtime: RUNTIME } },
      "site.changePage": { page: page.id },
      "site.setPageSeo": { pageId: page.id },
      "site.renamePage": { pageId: page.id, title: "Written anew" },
      "site.duplicatePage": { pageId: page.id, title: "Written twice" },
      "site.duplicateDocument": { document: page, title: "Written thrice" },
      "site.renameDocument": { document: page, title: "Written at last" },
      "site.createComponent": { title: "Card", html: "<p>{params.label}</p>" },
      "site.updateComponent": { componentId, ...card },
      "site.renameClass": { classId: "written" },
      "site.renameToken": { family: "colors", slug: "written" },
    }
  },
  unwritten: [
    ...verbs.flatMap((verb) => [...WHICH, ...FORMS].map((field) => `${verb} ${field}`)),
    // Beside this suite, one of the site's own writes commands as a tab does, and as an upload.
    "site.applyCommands",
    ...["uploadMedia", "replaceMedia", "updateMedia", "useMedia"].map((verb) => `site.${verb}`),
    // A starter is for a site that has no page yet; its name is written by changeSettings as well.
    "site.beginWithStarter",
  ],
}

const RUNTIME = { documents: ["page:written"], place: "bodyEnd", module: false }

interface Described {
  documents: { document: { id: string }; rootNodeId: string }[]
}
