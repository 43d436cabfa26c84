import type { Site } from "../../../document.ts"
import { findNode, type Where } from "../run/find-node.ts"
import type { Ran } from "../run/runner.ts"

export function renameNode(
  site: Site,
  { nodeId, label, document: ref }: { nodeId: string; label: string; document?: Where | undefined },
): Ran<object> {
  const { document } = findNode(site, nodeId, ref)
  const name = label.trim()
  return {
    commands: [{ type: "rename", document: document.ref, node: nodeId, label: name === "" ? null : name }],
    data: {},
  }
}
