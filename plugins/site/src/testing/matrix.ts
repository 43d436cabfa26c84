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
  },
}

async function aDocument({ platform, as }: TestPlatform, type: "page" | "template") {
  const document = { type, id: `d${Math.random().toString(36).slice(2, 12)}` }
  await platform.call(await as("root", "administrator"), siteContract.createDocument, { document, title: "Plans" })
  return document
}
