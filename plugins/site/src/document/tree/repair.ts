import { enter, type Surroundings, whyNotIn } from "./content-model.ts"
import { LIMITS } from "./limits.ts"
import { type ElementNode, type NodeId, nameOf, type SiteDocument, type SiteNode } from "./node.ts"
import { emptyMap } from "./persistent-map.ts"

/**
 * A stored document as it can be shown: what is broken is taken out and told, what it held takes its place. A page with a
 * gap is better than none.
 */
export function repair(document: SiteDocument): { document: SiteDocument; notes: readonly string[] } {
  const notes: string[] = []
  const kept = emptyMap<SiteNode>().edit()
  const used = new Set<NodeId>()
  let hasOutlet = false
  const quirks = document.mode === "quirks"

  /** The children that may stay, each with what surrounds it; those of one that may not stand in its place. */
  const settle = (node: ElementNode, parent: NodeId | null, around: Surroundings | null): void => {
    used.add(node.id)
    const inside = enter(around, node, quirks)
    const children: NodeId[] = []
    const waiting = node.children.toReversed()
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const child = document.nodes.get(id)
      if (!child) {
        notes.push(`The node ${id} in ${node.id} is missing and was left out.`)
        continue
      }
      if (used.has(id)) {
        notes.push(`The node ${id} stood in two places; in ${node.id} it was left out.`)
        continue
      }
      const second = child.kind === "element" && child.tag === "cs-outlet" && hasOutlet
      const why = second
        ? "there is another outlet"
        : inside.depth >= LIMITS.depth
          ? "it is nested too deep"
          : whyNotIn(inside, child)
      if (why) {
        notes.push(`In ${node.id} ${nameOf(child)} was taken out: ${why}.`)
        used.add(id)
        if (child.kind === "element") waiting.push(...child.children.toReversed())
        continue
      }
      children.push(id)
      if (child.parent !== node.id) notes.push(`The node ${id} stands in ${node.id} and named another parent.`)
      if (child.kind === "element") {
        hasOutlet ||= child.tag === "cs-outlet"
        settle(child, node.id, inside)
      } else {
        used.add(id)
        kept.set(id, { ...child, parent: node.id })
      }
    }
    kept.set(node.id, { ...node, parent, children })
  }

  const root = document.nodes.get(document.rootNodeId)
  if (root?.kind !== "element")
    return { document: blank(document), notes: [`${document.title} had no root and is empty now.`] }
  settle(root, null, null)
  if (kept.size < document.nodes.size) {
    const lost = document.nodes.size - kept.size
    notes.push(`${lost} ${lost === 1 ? "node" : "nodes"} could not be kept.`)
  }
  const mended = { ...document, nodes: kept.done() }
  const content = mended.nodes.get(mended.contentNodeId)
  if (content?.kind !== "element")
    return {
      document: blank(document),
      notes: [...notes, `${document.title} had no place for content and is empty now.`],
    }
  return { document: notes.length === 0 ? document : mended, notes }
}

/** The least that a document of its type can be. */
function blank(document: SiteDocument): SiteDocument {
  const element = (id: NodeId, tag: string, parent: NodeId | null, children: NodeId[]): ElementNode => ({
    kind: "element",
    id,
    tag,
    namespace: "html",
    attributes: [],
    classes: [],
    style: null,
    parent,
    children,
  })
  const nodes = emptyMap<SiteNode>().edit()
  const isPage = document.ref.type !== "visualComponent"
  const all = isPage
    ? [
        element("html", "html", null, ["head", "body"]),
        element("head", "head", "html", []),
        element("body", "body", "html", []),
      ]
    : [element("root", "template", null, [])]
  for (const node of all) nodes.set(node.id, node)
  return { ...document, rootNodeId: all[0]!.id, contentNodeId: all.at(-1)!.id, nodes: nodes.done() }
}
