import type { ExampleWorld } from "@countersign/testing"
import { siteContract } from "../../contract.ts"

/** A page of its own with a few elements, and another one that no example is about. */
export async function aPage(w: ExampleWorld) {
  const { pageId, rootNodeId } = await w.call(siteContract.addPage, { title: `Prices ${freeName(w)}` })
  const { nodeIds = [] } = await w.call(siteContract.insertHtml, {
    parentId: rootNodeId,
    html: HTML,
    document: { type: "page", id: pageId },
  })
  const { pageId: otherId } = await w.call(siteContract.addPage, { title: `Plans ${freeName(w)}` })
  const [sectionId, listId] = nodeIds
  return { pageId, rootNodeId, sectionId: sectionId!, listId: listId!, otherId }
}

const HTML = `<section class="hero"><h1>What it costs</h1></section><ul><li>For one</li><li>For many</li></ul>`

/** The same numbers give the same name. */
export function freeName({ random }: ExampleWorld): string {
  return Math.floor(random() * 2 ** 48).toString(36)
}
