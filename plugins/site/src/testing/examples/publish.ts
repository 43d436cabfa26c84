import { catalogContract } from "@countersign/catalog/contract"
import { addSystem } from "@countersign/catalog/testing"
import { type ExampleWorld, type ToolExamples, toolExample } from "@countersign/testing"
import { siteContract } from "../../contract.ts"
import { freeId } from "./a-page.ts"

/** A page that nobody has published yet. */
async function draft(w: ExampleWorld): Promise<{ pageId: string; otherId: string }> {
  const [pageId, otherId] = [freeId(), freeId()]
  await addPage(w, pageId)
  return { pageId, otherId }
}

/** Two versions, of which the first can be brought back. */
async function published(w: ExampleWorld): Promise<{ number: string; otherId: string }> {
  await addPage(w, freeId())
  const { number } = await w.call(siteContract.publish, {})
  await addPage(w, freeId())
  await w.call(siteContract.publish, {})
  return { number: String(number), otherId: freeId() }
}

export const publishExamples: ToolExamples = {
  "site.listUnpublished": toolExample({ world: draft, input: () => ({}) }),
  "site.listPublications": toolExample({
    shared: "The site has one set of them, on which everybody writes.",
    world: published,
    input: () => ({ limit: 5 }),
  }),
  "site.publish": toolExample({
    world: draft,
    input: ({ pageId }) => ({ documents: [{ type: "page", id: pageId }] }),
    meant: ["documents", "sequence"],
    changeTarget: (w) => w.call(siteContract.publish, {}),
    unshown: ["restores", "changed"],
  }),
  "site.rollback": toolExample({
    world: published,
    input: ({ number }) => ({ number: Number(number) }),
    meant: ["number"],
    async changeTarget(w, { otherId }) {
      await addPage(w, otherId)
      await w.call(siteContract.publish, {})
    },
    unshown: ["restores", "changed"],
  }),
  "site.setPublicName": toolExample({
    world: async (w) => ({ systemId: await addSystem(w.call), otherId: await addSystem(w.call) }),
    input: ({ systemId }) => ({ systemId, name: "Shop", heading: "For customers" }),
    changeTarget: (w, { systemId }) => w.call(siteContract.setPublicName, { systemId, name: "Store" }),
    changeNamed: async (w, { systemId }) => {
      const { version } = await w.call(catalogContract.getSystem, { systemId })
      await w.call(catalogContract.updateSystem, { systemId, version, description: "Another one." })
    },
    changeUnrelated: (w, { otherId }) => w.call(siteContract.setPublicName, { systemId: otherId, name: "Till" }),
  }),
}

function addPage(w: ExampleWorld, id: string) {
  return w.call(siteContract.createDocument, { document: { type: "page", id }, title: "Prices", address: id })
}
