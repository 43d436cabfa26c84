/** What keys do in the layers, as in any tree: right opens and does not move, left closes and then goes to what is around. */
import type { NodeId, SiteDocument } from "../../../document.ts"
import type { Row } from "./rows.ts"

export type LayerStep =
  | { readonly go: number }
  | { readonly open: NodeId }
  | { readonly close: NodeId }
  | { readonly rename: NodeId }
  | { readonly enter: NodeId }
  | { readonly leave: true }

/** Null for a key that has no meaning here. */
export function layerStep(document: SiteDocument, rows: readonly Row[], at: number, key: string): LayerStep | null {
  const row = rows[at]
  if (!row) return null
  switch (key) {
    case "ArrowDown":
      return { go: Math.min(rows.length - 1, at + 1) }
    case "ArrowUp":
      return { go: Math.max(0, at - 1) }
    case "Home":
      return { go: 0 }
    case "End":
      return { go: rows.length - 1 }
    case "ArrowRight":
      if (!row.hasChildren) return { go: at }
      return row.isOpen ? { go: at + 1 } : { open: row.id }
    case "ArrowLeft": {
      if (row.isOpen) return { close: row.id }
      const parent = document.nodes.get(row.id)?.parent
      const around = rows.findIndex(({ id }) => id === parent)
      return { go: around < 0 ? at : around }
    }
    case "F2":
      return { rename: row.id }
    case "Enter":
      return { enter: row.id }
    case "Escape":
      return { leave: true }
    default:
      return null
  }
}
