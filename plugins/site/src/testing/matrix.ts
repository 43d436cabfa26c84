import type { MatrixOptions, TestPlatform } from "@countersign/testing"
import { siteContract } from "../contract.ts"

/** There is one site, and whoever may enter it sees all of its documents. */
export const matrix: MatrixOptions = {
  open: [
    "site.*.document.id",
    "site.*.documents.id",
    "site.*.pageId",
    ...["componentId", "mediaId", "turnId", "turnIds", "tokens.familyId"].map((name) => `site.*.${name}`),
    // Of what a document is made of: whoever sees the document sees them.
    ...["nodeId", "nodeIds", "parentId", "newParentId", "classId", "breakpointId", "groupId", "fileId"].map(
      (name) => `site.*.${name}`,
    ),
    "site.changeScript.script.id",
    ...["*.id", "*.*.id", "*.*.*.id", "content.contentNodeId"].map(
      (place) => `site.applyCommands.batches.commands.${place}`,
    ),
    "site.*Media.id",
    "site.revokePreview.id",
  ],
  inputs: {
    "site.changePage": async (testing: TestPlatform) => ({
      page: (await aDocument(testing, "page")).id,
      title: "Plans",
    }),
    "site.changeTemplate": async (testing: TestPlatform) => ({
      template: (await aDocument(testing, "template")).id,
      target: "everywhere",
    }),
    ...Object.fromEntries(
      ["readDocument", "inspectCodeRuntime", "checkPage"].map((read) => [
        `site.${read}`,
        async (testing: TestPlatform) => ({ document: await theDocument(testing) }),
      ]),
    ),
    "site.findNodes": async (testing: TestPlatform) => ({ document: await theDocument(testing), tag: "p" }),
    "site.compareVersions": async (testing: TestPlatform) => ({ document: await theDocument(testing), from: 0, to: 1 }),
    "site.whereUsed": { class: "hero" },
  },
  neverTold: {
    "site.planImport": "It tells of the archive that comes with it, whose size it demands first.",
    "site.readCodeAsset": "It is asked for one file of the site, and there is none.",
  },
}

const made = new WeakMap<TestPlatform, ReturnType<typeof aDocument>>()

/** The same for every question: one made for each would change what the next is told. */
function theDocument(testing: TestPlatform) {
  const document = made.get(testing) ?? aDocument(testing, "page")
  made.set(testing, document)
  return document
}

async function aDocument({ platform, as }: TestPlatform, type: "page" | "template") {
  const document = { type, id: `d${Math.random().toString(36).slice(2, 12)}` }
  await platform.call(await as("root", "administrator"), siteContract.createDocument, { document, title: "Plans" })
  return document
}
