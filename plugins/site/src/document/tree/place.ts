import type { ElementNode, NodeId } from "./node.ts"

/**
 * Where something goes, told by its neighbours: an index would mean another place as soon as somebody else inserts
 * before it.
 */
export interface Place {
  readonly parent: NodeId
  readonly after: NodeId | null
  readonly before: NodeId | null
}

/** The index among the parent's children, `after` first, then `before`, else the end; a note where neither is left. */
export function indexOf(parent: ElementNode, place: Place): { index: number; note: string | null } {
  const { children } = parent
  if (place.after !== null) {
    const at = children.lastIndexOf(place.after)
    if (at >= 0) return { index: at + 1, note: null }
  }
  if (place.before !== null) {
    const at = children.lastIndexOf(place.before)
    if (at >= 0) return { index: at, note: null }
  }
  const named = place.after ?? place.before
  return {
    index: children.length,
    note: named && `Its neighbour ${named} is no longer in ${parent.id}, so it stands at the end of ${parent.id}.`,
  }
}

export function placeAt(parent: ElementNode, index: number): Place {
  const { children } = parent
  return { parent: parent.id, after: children[index - 1] ?? null, before: children[index] ?? null }
}

export function placeOf(parent: ElementNode, id: NodeId): Place {
  const at = parent.children.indexOf(id)
  return { parent: parent.id, after: parent.children[at - 1] ?? null, before: parent.children[at + 1] ?? null }
}
