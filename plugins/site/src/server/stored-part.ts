/** A part as a snapshot keeps it: JSON, compressed; a page of 2,000 nodes is about 20 KB of it. */
import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import {
  type DocumentContent,
  type DocumentRef,
  emptySite,
  fragmentOf,
  keyOf,
  mapOf,
  type NodeId,
  repair,
  type SiteDocument,
  type SiteNode,
} from "../document.ts"
import type { Part } from "./parts.ts"

const compress = promisify(gzip)
const expand = promisify(gunzip)

interface StoredPart {
  documents: { ref: DocumentRef; content: DocumentContent }[]
  sheets: Part["sheets"]
  /** Left out of snapshots that were made before there were any. */
  facts?: Part["facts"]
  scripts?: Part["scripts"]
}

export function contentOf({ title, mode, contentNodeId, rootNodeId, nodes }: SiteDocument): DocumentContent {
  return { title, mode, contentNodeId, fragment: fragmentOf(nodes, rootNodeId) }
}

export async function storePart(part: Part): Promise<Buffer> {
  const documents = [...part.documents.values()].map((document) => ({
    ref: document.ref,
    content: contentOf(document),
  }))
  const stored: StoredPart = { documents, sheets: part.sheets, facts: part.facts, scripts: part.scripts }
  return compress(JSON.stringify(stored))
}

/** What is broken is mended and told: a document with a gap is better than none. */
export async function readStoredPart(stored: Buffer): Promise<{ part: Part; notes: readonly string[] }> {
  const { documents, sheets, facts, scripts } = JSON.parse((await expand(stored)).toString()) as StoredPart
  const mended = documents.map(({ ref, content }) => repair(documentOf(ref, content)))
  const entries = mended.map(({ document }) => [keyOf(document.ref), document] as const)
  return {
    part: { ...emptySite(), documents: mapOf(entries), sheets, ...(facts && { facts }), ...(scripts && { scripts }) },
    notes: mended.flatMap(({ notes }) => notes),
  }
}

function documentOf(ref: DocumentRef, { title, mode, contentNodeId, fragment }: DocumentContent): SiteDocument {
  const parents = new Map<NodeId, NodeId>()
  for (const node of fragment.nodes)
    if (node.kind === "element") for (const child of node.children) parents.set(child, node.id)
  const nodes = fragment.nodes.map((node): [NodeId, SiteNode] => [
    node.id,
    { ...node, parent: parents.get(node.id) ?? null },
  ])
  return { ref, title, mode, contentNodeId, rootNodeId: fragment.roots[0] ?? "", nodes: mapOf(nodes) }
}
