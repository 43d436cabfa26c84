/** What a drag does, by keys: up, down, into what stands before it, and out of what it stands in. */
import type { NodeId, Place, SiteDocument } from "../../../document.ts"
import { hasNoSlot, NO_SLOT } from "../components/known-part.ts"
import { elementOf, layersIn, parentOf, placeAtEnd, placeBefore, placeBehind, topmost } from "../store/tree.ts"
import type { EditorGesture } from "./gesture.ts"

export const moveUp = moving("moveUp", "Move up", "Alt-ArrowUp", (document, id) => {
  const before = beside(document, id, -1)
  return before === null ? null : placeBefore(document, before)
})

export const moveDown = moving("moveDown", "Move down", "Alt-ArrowDown", (document, id) => {
  const behind = beside(document, id, 1)
  return behind === null ? null : placeBehind(document, behind)
})

export const moveIn = moving("moveIn", "Move into the one before", "Alt-ArrowRight", (document, id) => {
  const before = elementOf(document, beside(document, id, -1))
  return before && placeAtEnd(before)
})

export const moveOut = moving("moveOut", "Move out", "Alt-ArrowLeft", (document, id) => {
  const parent = parentOf(document, id)
  return parent && parent.id !== document.contentNodeId ? placeBehind(document, parent.id) : null
})

function moving(
  id: string,
  label: string,
  keys: string,
  placeFor: (document: SiteDocument, id: NodeId) => Place | null,
): EditorGesture {
  return {
    id,
    label,
    keys,
    plan({ state }) {
      const { document, selection } = state
      const [node, ...more] = document ? topmost(document, selection) : []
      if (!document || !node || more.length > 0) return null
      if (document.nodes.get(node)?.locked) return "It is locked. Unlock it before you move it."
      const place = placeFor(document, node)
      if (place && hasNoSlot(state, document.nodes.get(place.parent))) return NO_SLOT
      return place && { name: "Move", commands: [{ type: "move", document: document.ref, node, place }] }
    },
  }
}

function beside(document: SiteDocument, id: NodeId, step: 1 | -1): NodeId | null {
  const parent = parentOf(document, id)
  if (!parent) return null
  const layers = layersIn(document, parent).map((node) => node.id)
  return layers[layers.indexOf(id) + step] ?? null
}
