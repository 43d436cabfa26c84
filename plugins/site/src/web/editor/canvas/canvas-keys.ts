/** Where a key leads on the canvas: left to what is around, right into it, up and down among what is beside it. */
import type { NodeId, SiteDocument } from "../../../document.ts"
import { layersIn, parentOf } from "../store/tree.ts"

export type CanvasStep =
  | { readonly to: NodeId | null }
  | { readonly rename: NodeId }
  /** Its words, or where it has none, the first that it holds. */
  | { readonly enter: NodeId; readonly first: NodeId | null }

/** Null for a key that has no meaning here. `to: null` selects nothing. */
export function canvasStep(document: SiteDocument, current: NodeId | undefined, key: string): CanvasStep | null {
  const root = document.contentNodeId
  const parent = current && current !== root ? parentOf(document, current) : null
  const beside = parent ? layersIn(document, parent).map(({ id }) => id) : []
  const node = document.nodes.get(current ?? root)
  const [first] = node ? layersIn(document, node) : []
  const at = current ? beside.indexOf(current) : -1
  const stay = current ?? first?.id ?? null
  switch (key) {
    case "ArrowLeft":
      return { to: parent?.id ?? stay }
    case "ArrowRight":
      return { to: first?.id ?? stay }
    case "ArrowDown":
      return { to: beside[at + 1] ?? stay }
    case "ArrowUp":
      return { to: (at > 0 ? beside[at - 1] : undefined) ?? stay }
    case "Enter":
      return current ? { enter: current, first: first?.id ?? null } : { to: stay }
    case "F2":
      return current ? { rename: current } : null
    case "Escape":
      return { to: parent?.id ?? null }
    default:
      return null
  }
}
