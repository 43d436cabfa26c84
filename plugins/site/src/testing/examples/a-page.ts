import { randomUUID } from "node:crypto"
import type { ExampleWorld } from "@countersign/testing"
import { siteContract } from "../../contract.ts"

/** A page with a few elements. */
export async function aPage(w: ExampleWorld) {
  const { pageId, rootNodeId } = await w.call(siteContract.addPage, { title: `Prices ${freeName(w)}` })
  const document = `page:${pageId}`
  const { nodeIds = [] } = await w.call(siteContract.insertHtml, { parentId: rootNodeId, html: HTML, document })
  const { nodes } = await w.call(siteContract.findNodes, { document, tag: "li" })
  return { pageId, rootNodeId, document, sectionId: nodeIds[0]!, listId: nodeIds[1]!, firstId: nodes[0]!.nodeId }
}

const HTML = `<section class="hero"><h1>What it costs</h1></section><ul><li>For one</li><li>For many</li></ul>`

/** The same numbers give the same name. */
export function freeName({ random }: ExampleWorld): string {
  return Math.floor(random() * 2 ** 48).toString(36)
}

/** What somebody called something; a letter comes first, as in the name of a class. */
export function wordOf(w: ExampleWorld): string {
  return w.word?.() ?? `w${freeName(w)}`
}

/** Whatever the numbers: no two things have the same. */
export function freeId(): string {
  return `p${randomUUID().slice(0, 13)}`
}

type OfPage = { pageId: string }

/** For what is about one page: it goes, or another one is made. */
export const boundToPage = {
  changeTarget: (w: ExampleWorld, { pageId }: OfPage) =>
    w.call(siteContract.deleteDocument, { document: { type: "page", id: pageId } }),
  changeUnrelated: (w: ExampleWorld) =>
    w.call(siteContract.createDocument, { document: { type: "page", id: freeId() }, title: "Unrelated" }),
}
