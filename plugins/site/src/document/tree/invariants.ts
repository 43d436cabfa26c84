import { enter, type Surroundings, whyNotIn } from "./content-model.ts"
import { LIMITS } from "./limits.ts"
import { type NodeId, nameOf, type SiteDocument, type SiteNode } from "./node.ts"

/** Everything that is wrong with a document, as sentences. A document that only commands have changed has none. */
export function problemsOf(document: SiteDocument): string[] {
  const { nodes, rootNodeId, contentNodeId } = document
  const root = nodes.get(rootNodeId)
  if (root?.kind !== "element" || root.parent !== null) return [`The root ${rootNodeId} is missing.`]
  const problems: string[] = []
  if (nodes.get(contentNodeId)?.kind !== "element") problems.push(`The node ${contentNodeId} for content is missing.`)
  if (nodes.size > LIMITS.nodes) problems.push(`There are ${nodes.size} nodes, more than ${LIMITS.nodes}.`)
  const reached = new Set<NodeId>()
  let outlets = 0
  const waiting: { node: SiteNode; around: Surroundings | null }[] = [{ node: root, around: null }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, around } = next
    reached.add(node.id)
    const why = around && whyNotIn(around, node)
    if (why) problems.push(`In ${around.element.id} stands ${nameOf(node)}: ${why}.`)
    if (node.kind !== "element") continue
    if (node.tag === "cs-outlet") outlets += 1
    const inside = enter(around, node, document.mode === "quirks")
    if (inside.depth > LIMITS.depth) problems.push(`${node.id} is nested deeper than ${LIMITS.depth}.`)
    for (const id of node.children) {
      const child = nodes.get(id)
      if (!child) problems.push(`${node.id} names a child ${id} that is missing.`)
      else if (child.parent !== node.id)
        problems.push(`${id} stands in ${node.id} and calls ${child.parent} its parent.`)
      else if (reached.has(id)) problems.push(`${id} occurs twice in ${node.id}, or holds itself.`)
      else waiting.push({ node: child, around: inside })
      if (child) reached.add(id)
    }
  }
  if (reached.size !== nodes.size) problems.push(`${nodes.size - reached.size} nodes hang on none of the others.`)
  if (outlets > 1) problems.push(`There are ${outlets} outlets, and one is the most.`)
  return problems
}
