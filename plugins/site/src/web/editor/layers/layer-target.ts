import { placeAt, type SiteDocument } from "../../../document.ts"
import type { DropTarget } from "../drag/drag.ts"
import { placeAtEnd, placeBefore, placeBehind } from "../store/tree.ts"
import type { Row } from "./rows.ts"

export interface LayerTarget extends DropTarget {
  /** In rows from the top of the list. */
  readonly line: { readonly top: number; readonly level: number; readonly inside: boolean }
}

/** At the upper quarter of a row before it, at the lower one behind it, and in the middle into it. `at` is in rows. */
export function layerTargetAt(document: SiteDocument, rows: readonly Row[], at: number): LayerTarget | null {
  const index = Math.max(0, Math.min(rows.length - 1, Math.floor(at)))
  const row = rows[index]
  const node = row && document.nodes.get(row.id)
  if (!row || !node) return null
  const part = at - index
  const isRoot = node.id === document.contentNodeId
  const isElement = node.kind === "element"
  if (isElement && (isRoot || (part > 0.25 && part < 0.75)))
    return target({ place: placeAtEnd(node), line: { top: index, level: row.level, inside: true } })
  if (part < 0.5) {
    const place = placeBefore(document, row.id)
    return place && target({ place, line: { top: index, level: row.level, inside: false } })
  }
  // Behind an open element is before the first that it holds.
  if (isElement && row.isOpen)
    return target({ place: placeAt(node, 0), line: { top: index + 1, level: row.level + 1, inside: false } })
  const place = placeBehind(document, row.id)
  return place && target({ place, line: { top: index + 1, level: row.level, inside: false } })
}

function target({ place, line }: Omit<LayerTarget, "key">): LayerTarget {
  return { place, line, key: `${place.parent} ${place.after} ${place.before}` }
}
