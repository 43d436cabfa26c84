/** Where nodes are in the frame's window, and which of them is under a point. */
import type { NodeId, SiteDocument } from "../../../document.ts"
import type { Drawing } from "./drawing.ts"

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Null where nothing of it is to be seen. */
export function boxOf(drawing: Drawing, id: NodeId): Box | null {
  const node = drawing.nodeOf(id)
  return node?.isConnected ? boxOfNode(node, 0) : null
}

/** Frames have types of their own: only the number tells what a node is. */
const ELEMENT = 1
const TEXT = 3

function boxOfNode(node: Node, depth: number): Box | null {
  if (node.nodeType === TEXT) {
    const range = node.ownerDocument!.createRange()
    range.selectNodeContents(node)
    return visible(range.getBoundingClientRect())
  }
  if (node.nodeType !== ELEMENT) return null
  const own = visible((node as Element).getBoundingClientRect())
  // `display: contents` has no box, and what stands in it does.
  if (own || depth > 3) return own
  return around([...node.childNodes].slice(0, 50).flatMap((child) => boxOfNode(child, depth + 1) ?? []))
}

function visible({ left, top, width, height }: DOMRect): Box | null {
  return width === 0 && height === 0 ? null : { left, top, width, height }
}

function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null
  const left = Math.min(...boxes.map((box) => box.left))
  const top = Math.min(...boxes.map((box) => box.top))
  const right = Math.max(...boxes.map((box) => box.left + box.width))
  const bottom = Math.max(...boxes.map((box) => box.top + box.height))
  return { left, top, width: right - left, height: bottom - top }
}

/** The nodes under a point, the innermost first; what is locked is passed by. */
export function nodesAt(drawing: Drawing, document: SiteDocument, x: number, y: number): NodeId[] {
  const found: NodeId[] = []
  for (const element of drawing.page.elementsFromPoint(x, y)) {
    const id = drawing.idOf(element)
    if (id === null || found.includes(id) || isLocked(document, id)) continue
    found.push(id)
  }
  return found
}

export function isLocked(document: SiteDocument, id: NodeId): boolean {
  for (let at: NodeId | null = id; at !== null; ) {
    const node = document.nodes.get(at)
    if (!node) return false
    if (node.locked) return true
    at = node.parent
  }
  return false
}

/** Scrolls what lies under a point, as a wheel over it would. */
export function scrollAt(drawing: Drawing, x: number, y: number, by: { left: number; top: number }): void {
  const view = drawing.page.defaultView!
  let element: Element | null = drawing.page.elementFromPoint(x, y)
  for (; element && element !== drawing.page.documentElement; element = element.parentElement) {
    const { overflowX, overflowY } = view.getComputedStyle(element)
    const scrolls = (overflow: string) => overflow === "auto" || overflow === "scroll"
    const down = scrolls(overflowY) && element.scrollHeight > element.clientHeight && by.top !== 0
    const across = scrolls(overflowX) && element.scrollWidth > element.clientWidth && by.left !== 0
    if (element !== drawing.page.body && (down || across)) {
      element.scrollBy(by)
      return
    }
  }
  view.scrollBy(by)
}
