import type { Site } from "../../../document.ts"
import { demandUnlocked, findElement, type Where } from "../run/find-node.ts"
import type { Ran } from "../run/runner.ts"

export function unwrapNode(
  site: Site,
  { nodeId, document: ref }: { nodeId: string; document?: Where | undefined },
): Ran<object> {
  const { document } = findElement(site, nodeId, ref)
  demandUnlocked(document, nodeId)
  return { commands: [{ type: "unwrap", document: document.ref, node: nodeId }], data: {} }
}
