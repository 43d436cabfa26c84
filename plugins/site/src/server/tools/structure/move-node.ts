import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import { keyOf, refuse, type Site } from "../../../document.ts"
import { demandUnlocked, findElement, findNode, placeNumbered, told } from "../run/find-node.ts"
import type { Ran } from "../run/runner.ts"

export function moveNode(site: Site, input: ParsedInputOf<typeof siteContract.moveNode>): Ran<object> {
  const { document } = findNode(site, input.nodeId, input.document)
  const to = findElement(site, input.newParentId, input.document)
  if (keyOf(to.document.ref) !== keyOf(document.ref))
    refuse(
      `The node ${input.nodeId} is in ${told(document.ref)} and ${to.node.id} in ${told(to.document.ref)}. Insert its HTML there instead.`,
    )
  demandUnlocked(document, input.nodeId)
  demandUnlocked(document, to.node.id)
  const place = placeNumbered(document, to.node, input.newIndex, input.nodeId)
  return { commands: [{ type: "move", document: document.ref, node: input.nodeId, place }], data: {} }
}
