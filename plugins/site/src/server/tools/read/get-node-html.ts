import { type Site, writeNode } from "../../../document.ts"
import { findNode, type Where } from "../run/find-node.ts"

export function getNodeHtml(site: Site, { nodeId, document: ref }: { nodeId: string; document?: Where | undefined }) {
  const { document, node } = findNode(site, nodeId, ref)
  return { document: { ...document.ref }, html: writeNode(document, node.id, { policy: null, withIds: "uid" }) }
}
