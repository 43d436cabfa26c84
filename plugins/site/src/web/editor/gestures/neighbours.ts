import type { NodeId, SiteDocument } from "../../../document.ts"
import { parentOf } from "../store/tree.ts"

/** These nodes with what stands between them, in their order; null where they do not stand in one element. */
export function beside(document: SiteDocument, nodes: readonly NodeId[]): readonly NodeId[] | null {
  const parent = nodes[0] ? parentOf(document, nodes[0]) : null
  if (!parent || !nodes.every((id) => document.nodes.get(id)?.parent === parent.id)) return null
  const places = nodes.map((id) => parent.children.indexOf(id))
  return parent.children.slice(Math.min(...places), Math.max(...places) + 1)
}
