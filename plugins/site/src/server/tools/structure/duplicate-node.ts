import { type Command, type Site, subtreeOf } from "../../../document.ts"
import { findNode, type Where } from "../run/find-node.ts"
import type { Ran, RunContext } from "../run/runner.ts"

export function duplicateNode(
  site: Site,
  { nodeId, count = 1, document: ref }: { nodeId: string; count?: number | undefined; document?: Where | undefined },
  { nextId }: RunContext,
): Ran<{ nodeId: string; nodeIds: string[] }> {
  const { document } = findNode(site, nodeId, ref)
  const size = subtreeOf(document.nodes, nodeId).length
  const copies = Array.from({ length: count }, () => Array.from({ length: size }, nextId))
  // Each stands right behind the original, so the last one that is made stands first.
  const commands = copies
    .toReversed()
    .map((ids): Command => ({ type: "duplicate", document: document.ref, node: nodeId, ids }))
  const nodeIds = copies.map(([id]) => id!)
  return { commands, data: { nodeId: nodeIds[0]!, nodeIds } }
}
