import { type DocumentRef, type Site, writeNode } from "../../../document.ts"
import { findNode } from "../run/find-node.ts"

export function getNodeHtml(
  site: Site,
  { nodeId, document: ref }: { nodeId: string; document?: DocumentRef | undefined },
) {
  const { document, node } = findNode(site, nodeId, ref)
  return { html: writeNode(document, node.id, { policy: null, withIds: "uid" }) }
}
