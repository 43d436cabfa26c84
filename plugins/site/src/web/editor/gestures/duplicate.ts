import { subtreeOf } from "../../../document.ts"
import { topmost } from "../store/tree.ts"
import type { EditorGesture } from "./gesture.ts"

export const duplicateNodes: EditorGesture = {
  id: "duplicate",
  label: "Duplicate",
  keys: "Mod-d",
  plan({ state: { document, selection }, nextId }) {
    const nodes = document ? topmost(document, selection) : []
    if (!document || nodes.length === 0) return null
    const copies = nodes.map((node) => ({ node, ids: subtreeOf(document.nodes, node).map(nextId) }))
    return {
      name: "Duplicate",
      commands: copies.map(({ node, ids }) => ({ type: "duplicate", document: document.ref, node, ids })),
      select: copies.map(({ ids }) => ids[0]!),
    }
  },
}
