import { type Site, subtreeOf } from "../../../document.ts"
import { demandUnlocked, findNode, type Where } from "../run/find-node.ts"
import type { Ran } from "../run/runner.ts"

export function deleteNode(
  site: Site,
  { nodeId, document: ref }: { nodeId: string; document?: Where | undefined },
): Ran<object> {
  const { document } = findNode(site, nodeId, ref)
  demandUnlocked(document, nodeId)
  for (const node of subtreeOf(document.nodes, nodeId)) if (node.locked) demandUnlocked(document, node.id)
  return { commands: [{ type: "remove", document: document.ref, node: nodeId }], data: {} }
}
