import { randomUUID } from "node:crypto"
import { defineTesting, FOLLOWS } from "@countersign/testing"
import { siteContract } from "./contract.ts"
import { examples } from "./testing/examples.ts"
import { matrix } from "./testing/matrix.ts"
import { dialogs, forms, pages, seed } from "./testing/pages.ts"
import { writing } from "./testing/writing.ts"

export const testing = defineTesting({
  examples,
  seed,
  pages,
  dialogs,
  forms,
  access: matrix,
  writing,
  silentOutside: {
    "site.setFontTokens":
      "Of Google's list it takes addresses, weights and ranges, and keeps files; what it answers is what was asked, in our words.",
  },
  sampleReferences: {
    told: { "site.public_name.system_id": "system" },
    silent: { "site.public_row.system_ids": FOLLOWS },
    async name(call, { system }) {
      await call(siteContract.setPublicName, { systemId: system, name: "Shop" })
      return [["system", 'the public name "Shop"']]
    },
  },
  unmarkedInPalette: {
    "Pages of the site": "Titles of pages repeat by nature, and the page that opens shows its address.",
  },
  ranked: {
    "site.findDocuments": {
      name: "title",
      namesAlone: true,
      async make({ platform, as }, { name: title }) {
        const document = { type: "page", id: `p${randomUUID().slice(0, 8)}` } as const
        await platform.call(await as("root", "administrator"), siteContract.createDocument, { document, title })
      },
    },
  },
  unmarked: {
    "site.author": "Who wrote something, as it stood then: people themselves are marked.",
    "site.media": "Names of files repeat by nature, and each is shown with its picture.",
    "site.part": "Titles of pages repeat by nature, and each is shown with its address.",
    "site.published_document": "Titles of pages as they were published: each is shown with its address.",
    "site.public_name": "What everybody sees of a system, which is marked under its own name.",
  },
})
