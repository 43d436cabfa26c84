import { importPage } from "../../document/html/import-html.ts"
import { OWN_ONLY } from "../../document/safety/policy.ts"
import type { DocumentRef, NodeId, SiteDocument, SiteNode } from "../../document/tree/node.ts"
import { mapOf } from "../../document/tree/persistent-map.ts"

/** A page or a template that is kept in no log, out of its HTML. */
export function starterDocument(ref: DocumentRef, title: string, html: string): SiteDocument {
  let count = 0
  const page = importPage(html, { nextId: () => `n${count++}`, policy: OWN_ONLY })
  if (!page.ok) throw new Error(page.reason)
  const parents = new Map<NodeId, NodeId>()
  for (const node of page.fragment.nodes)
    if (node.kind === "element") for (const child of node.children) parents.set(child, node.id)
  const nodes = page.fragment.nodes.map((node): [NodeId, SiteNode] => [
    node.id,
    { ...node, parent: parents.get(node.id) ?? null },
  ])
  const { mode, contentNodeId } = page
  return { ref, title, mode, contentNodeId, rootNodeId: page.fragment.roots[0]!, nodes: mapOf(nodes) }
}
