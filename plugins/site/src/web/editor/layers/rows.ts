/** The tree of a page as a list: what is open, in the order of the page, each with what a screen reader says of it. */
import type { NodeId, SiteDocument } from "../../../document.ts"
import { kindOf, nameOfNode } from "../store/node-words.ts"
import { hasLayers, isSpace, layersIn } from "../store/tree.ts"

export interface Row {
  readonly id: NodeId
  readonly level: number
  readonly position: number
  readonly size: number
  readonly isOpen: boolean
  readonly hasChildren: boolean
}

/** What is closed by hand stays closed; everything else is open. */
export function rowsOf(document: SiteDocument, closed: ReadonlySet<NodeId>): Row[] {
  const rows: Row[] = []
  const root = document.nodes.get(document.contentNodeId)
  if (!root) return rows
  const waiting: Row[] = [rowFor(root.id, 1, 1, 1)]
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    rows.push(row)
    if (!row.isOpen) continue
    const layers = layersIn(document, document.nodes.get(row.id)!)
    for (let at = layers.length - 1; at >= 0; at -= 1)
      waiting.push(rowFor(layers[at]!.id, row.level + 1, at + 1, layers.length))
  }
  return rows

  function rowFor(id: NodeId, level: number, position: number, size: number): Row {
    const node = document.nodes.get(id)!
    const hasChildren = hasLayers(document, node)
    return { id, level, position, size, hasChildren, isOpen: hasChildren && !closed.has(id) }
  }
}

/** Whether the rows of both are the same, because only texts that are no rows say something else. */
export function onlyWordsDiffer(one: SiteDocument, other: SiteDocument): boolean {
  return one.nodes.differences(other.nodes).every((id) => {
    const [was, is] = [one.nodes.get(id), other.nodes.get(id)]
    return was?.kind === "text" && is?.kind === "text" && isSpace(was) === isSpace(is) && was.parent === is.parent
  })
}

/** One sentence for the live region: "Heading 2: Pricing, 3 of 7 in Section .hero, locked." */
export function sentenceOf(document: SiteDocument, id: NodeId): string {
  const node = document.nodes.get(id)
  if (!node) return ""
  const parent = node.parent === null ? undefined : document.nodes.get(node.parent)
  const beside = parent ? layersIn(document, parent).map((one) => one.id) : []
  const at = beside.indexOf(id)
  const name = node.label ? `${node.label}, ${kindOf(node)}` : nameOfNode(document, node)
  const place = parent && at >= 0 ? `, ${at + 1} of ${beside.length} in ${nameOfNode(document, parent)}` : ""
  return `${name}${place}${node.hidden ? ", hidden" : ""}${node.locked ? ", locked" : ""}.`
}
