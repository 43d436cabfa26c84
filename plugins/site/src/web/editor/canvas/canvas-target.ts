/** Where something lands that is dropped at a point of the canvas. */
import { type ElementNode, type NodeId, placeAt, type SiteDocument } from "../../../document.ts"
import type { DropTarget } from "../drag/drag.ts"
import type { Dragged } from "../drag/dropping.ts"
import { isWithin, layersIn, parentOf } from "../store/tree.ts"
import { hostOf } from "../text/phrasing.ts"
import type { Drawing } from "./drawing.ts"
import { type Box, boxOf, nodesAt } from "./geometry.ts"

export interface CanvasTarget extends DropTarget {
  /** In the frame's window. */
  readonly line: Box
}

/** Boxes of what an element holds: measured once, and forgotten with the drag or whatever changes them. */
export type BoxCache = Map<NodeId, readonly { readonly id: NodeId; readonly box: Box }[]>

interface Pointed {
  readonly x: number
  readonly y: number
  readonly dragged: Dragged
  readonly boxes: BoxCache
  /** Whether an element takes nothing into it. */
  takesNothing(node: ElementNode): boolean
}

export function canvasTargetAt(
  drawing: Drawing,
  document: SiteDocument,
  { x, y, dragged, boxes, takesNothing }: Pointed,
): CanvasTarget | null {
  const moving = new Set(dragged.kind === "nodes" ? dragged.nodes : [])
  const under = nodesAt(drawing, document, x, y).find((id) => !isWithin(document, id, moving))
  const hit = document.nodes.get(under ?? document.contentNodeId)
  if (!hit) return null
  const box = boxOf(drawing, hit.id)
  const isContainer = hit.kind === "element" && !isLeaf(document, hit) && !takesNothing(hit)
  const isRoot = hit.id === document.contentNodeId
  const nearEdge = box !== null && !isRoot && Math.min(y - box.top, box.top + box.height - y) < EDGE_PX
  const parent = isContainer && !nearEdge ? hit : parentOf(document, hit.id)
  return parent ? within(drawing, document, parent, { x, y, boxes }) : null
}

const EDGE_PX = 5

/** A picture or a paragraph takes nothing into it; one drops beside it. */
function isLeaf(document: SiteDocument, node: ElementNode): boolean {
  return VOID.has(node.tag) || (node.children.length > 0 && hostOf(document, node.id) !== null) || WORDS.test(node.tag)
}

const VOID: ReadonlySet<string> = new Set(["img", "input", "br", "hr", "video", "audio", "iframe", "svg", "picture"])
const WORDS = /^(?:h[1-6]|p|a|button|label|span)$/

function within(
  drawing: Drawing,
  document: SiteDocument,
  parent: ElementNode,
  { x, y, boxes }: { x: number; y: number; boxes: BoxCache },
): CanvasTarget {
  let children = boxes.get(parent.id)
  if (!children) {
    children = layersIn(document, parent).flatMap(({ id }) => {
      const box = boxOf(drawing, id)
      return box ? [{ id, box }] : []
    })
    boxes.set(parent.id, children)
  }
  const around = boxOf(drawing, parent.id) ?? { left: 0, top: 0, width: 0, height: 0 }
  const isRow = runsAcross(children.map(({ box }) => box))
  const next = children.find(({ box }) =>
    isRow ? y < box.top + box.height && x < box.left + box.width / 2 : y < box.top + box.height / 2,
  )
  const before = next ? children[children.indexOf(next) - 1] : children.at(-1)
  const index = next
    ? parent.children.indexOf(next.id)
    : before
      ? parent.children.indexOf(before.id) + 1
      : parent.children.length
  const place = placeAt(parent, index)
  return {
    place,
    key: `${place.parent} ${place.after} ${place.before}`,
    line: lineBetween(before?.box, next?.box, around, isRow),
  }
}

/** Whether things stand beside each other rather than below each other. */
function runsAcross(boxes: readonly Box[]): boolean {
  const [first, second] = boxes
  return first !== undefined && second !== undefined && second.left >= first.left + first.width - 1
}

function lineBetween(before: Box | undefined, next: Box | undefined, around: Box, isRow: boolean): Box {
  if (isRow) {
    const beside = next ?? before ?? around
    const left = next ? (before ? (before.left + before.width + next.left) / 2 : next.left) : beside.left + beside.width
    return { left: left - 1, top: beside.top, width: 2, height: beside.height }
  }
  const top = next
    ? before
      ? (before.top + before.height + next.top) / 2
      : next.top
    : before
      ? before.top + before.height
      : around.top + Math.min(around.height / 2, 24)
  return { left: around.left, top: top - 1, width: around.width, height: 2 }
}
