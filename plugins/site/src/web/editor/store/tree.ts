/** Questions about the tree that gestures, layers and the canvas all ask. */
import {
  type ElementNode,
  type NodeId,
  type Place,
  placeAt,
  type SiteDocument,
  type SiteNode,
  subtreeOf,
} from "../../../document.ts"

export function elementOf(document: SiteDocument, id: NodeId | null | undefined): ElementNode | null {
  const node = id ? document.nodes.get(id) : undefined
  return node?.kind === "element" ? node : null
}

export function parentOf(document: SiteDocument, id: NodeId): ElementNode | null {
  return elementOf(document, document.nodes.get(id)?.parent)
}

/** `html`, `head` and `body` of a page and the root of a component stay where they are. */
export function isFixed(document: SiteDocument, id: NodeId): boolean {
  const parent = document.nodes.get(id)?.parent
  if (!parent) return true
  return parent === document.rootNodeId && document.rootNodeId !== document.contentNodeId
}

/** Space between two tags: it is kept, and nobody selects it. */
export function isSpace(node: SiteNode): boolean {
  return node.kind === "text" && node.text.trim() === ""
}

/** What people see in the layers of this node. Words that stand alone in it are in its name. */
export function layersIn(document: SiteDocument, node: SiteNode): SiteNode[] {
  if (node.kind !== "element") return []
  const children = node.children.flatMap((id) => document.nodes.get(id) ?? [])
  if (children.every(({ kind }) => kind === "text")) return []
  return children.filter((child) => !isSpace(child))
}

export function hasLayers(document: SiteDocument, node: SiteNode): boolean {
  return node.kind === "element" && node.children.some((id) => document.nodes.get(id)?.kind !== "text")
}

/** Of several that are selected those that stand in none of the others, in the order of the page. */
export function topmost(document: SiteDocument, selection: readonly NodeId[]): NodeId[] {
  const chosen = new Set(selection.filter((id) => !isFixed(document, id)))
  const top = [...chosen].filter((id) => {
    for (let at = document.nodes.get(id)?.parent; at; at = document.nodes.get(at)?.parent)
      if (chosen.has(at)) return false
    return true
  })
  if (top.length < 2) return top
  const order = new Map(subtreeOf(document.nodes, document.contentNodeId).map(({ id }, at) => [id, at]))
  return top.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
}

/** Right behind a node. */
export function placeBehind(document: SiteDocument, id: NodeId): Place | null {
  const parent = parentOf(document, id)
  return parent && placeAt(parent, parent.children.indexOf(id) + 1)
}

export function placeBefore(document: SiteDocument, id: NodeId): Place | null {
  const parent = parentOf(document, id)
  return parent && placeAt(parent, parent.children.indexOf(id))
}

export function placeAtEnd(parent: ElementNode): Place {
  return placeAt(parent, parent.children.length)
}

/** From the node up to the content of the page, the node last. */
export function wayTo(document: SiteDocument, id: NodeId): SiteNode[] {
  const way: SiteNode[] = []
  for (let node = document.nodes.get(id); node; node = node.parent ? document.nodes.get(node.parent) : undefined) {
    way.unshift(node)
    if (node.id === document.contentNodeId) break
  }
  return way
}

/** Which part of an element somebody means. */
export type Where = "before" | "into" | "behind"

/** Null where nothing can stand there. */
export function placeIn(document: SiteDocument, id: NodeId, where: Where): Place | null {
  if (where === "into") {
    const element = elementOf(document, id)
    return element && placeAtEnd(element)
  }
  if (id === document.contentNodeId) return null
  return where === "before" ? placeBefore(document, id) : placeBehind(document, id)
}

/** Whether a node is one of these, or stands in one. */
export function isWithin(document: SiteDocument, id: NodeId, nodes: ReadonlySet<NodeId>): boolean {
  if (nodes.size === 0) return false
  for (let at: NodeId | null | undefined = id; at; at = document.nodes.get(at)?.parent) if (nodes.has(at)) return true
  return false
}
