import { type NodeId, type SiteDocument, subtreeOf } from "../../../document.ts"
import { layersIn, parentOf, topmost } from "../store/tree.ts"
import type { EditorGesture } from "./gesture.ts"

export const deleteNodes: EditorGesture = {
  id: "delete",
  label: "Delete",
  keys: "Delete",
  danger: true,
  plan({ state: { document, selection } }) {
    const nodes = document ? topmost(document, selection) : []
    if (!document || nodes.length === 0) return null
    if (nodes.some((id) => document.nodes.get(id)?.locked)) return "It is locked. Unlock it before you delete it."
    if (nodes.some((id) => subtreeOf(document.nodes, id).some(({ locked }) => locked)))
      return "Something in it is locked. Unlock that before you delete it."
    return {
      name: "Delete",
      commands: nodes.map((node) => ({ type: "remove", document: document.ref, node })),
      select: selectedAfter(document, nodes),
    }
  },
}

/** The next one beside it, or the one before, or what it stood in. */
function selectedAfter(document: SiteDocument, gone: readonly NodeId[]): readonly NodeId[] {
  const parent = parentOf(document, gone[0]!)
  if (!parent) return []
  const beside = layersIn(document, parent).map(({ id }) => id)
  const at = beside.indexOf(gone[0]!)
  const left = beside.filter((id) => !gone.includes(id))
  return [left[Math.min(at, left.length - 1)] ?? parent.id]
}
