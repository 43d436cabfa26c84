import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import { refuse, type Site } from "../../../document.ts"
import { demandUnlocked, findNode } from "../run/find-node.ts"
import type { Ran, RunContext } from "../run/runner.ts"

/** Texts between the neighbours go along: they are not seen by whoever names them. */
export function wrapNodes(
  site: Site,
  { nodeIds, tag, classes = [], document: ref }: ParsedInputOf<typeof siteContract.wrapNodes>,
  { nextId }: RunContext,
): Ran<{ nodeId: string }> {
  const { document, node } = findNode(site, nodeIds[0]!, ref)
  const parent = node.parent === null ? undefined : document.nodes.get(node.parent)
  if (parent?.kind !== "element") refuse(`The node ${node.id} is the frame of the document and cannot be wrapped.`)
  const indexes = nodeIds.map((id) => parent.children.indexOf(id))
  const lost = indexes.indexOf(-1)
  if (lost >= 0) refuse(`The node ${nodeIds[lost]} does not stand in ${parent.id} beside the others. Wrap neighbours.`)
  const nodes = parent.children.slice(Math.min(...indexes), Math.max(...indexes) + 1)
  const other = nodes.find((id) => !nodeIds.includes(id) && document.nodes.get(id)?.kind === "element")
  if (other) refuse(`The node ${other} stands between them. Name it too, or move it away first.`)
  for (const id of nodes) demandUnlocked(document, id)
  const wrapper = {
    kind: "element" as const,
    id: nextId(),
    tag,
    namespace: "html" as const,
    attributes: [],
    classes: [...new Set(classes.map((name) => name.replace(/^\./, "")))],
    style: null,
  }
  return { commands: [{ type: "wrap", document: document.ref, nodes, wrapper }], data: { nodeId: wrapper.id } }
}
