/** A frame that is drawn around things to select them. */
import type { NodeId, SiteDocument } from "../../../document.ts"
import { followPointer } from "../drag/follow-pointer.ts"
import { layersIn } from "../store/tree.ts"
import type { Box } from "./geometry.ts"

/** What lies in it whole, the outermost of it alone; what it only cuts is looked into. */
export function nodesIn(document: SiteDocument, frame: Box, boxOf: (id: NodeId) => Box | null): NodeId[] {
  const found: NodeId[] = []
  const root = document.nodes.get(document.contentNodeId)
  const waiting = root ? layersIn(document, root).toReversed() : []
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const box = boxOf(node.id)
    if (!box || node.locked || node.hidden || !meet(box, frame)) continue
    if (holds(frame, box)) found.push(node.id)
    else waiting.push(...layersIn(document, node).toReversed())
  }
  return found
}

function meet(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  )
}

function holds(outer: Box, inner: Box): boolean {
  return (
    inner.left >= outer.left &&
    inner.top >= outer.top &&
    inner.left + inner.width <= outer.left + outer.width &&
    inner.top + inner.height <= outer.top + outer.height
  )
}

interface MarqueeOptions {
  /** Of the frame's window. */
  pointOf(event: PointerEvent): { x: number; y: number }
  show(frame: Box | null): void
  onDone(frame: Box): void
  onClick(): void
}

/** Less than that is a click with an unsteady hand. */
const BEGINS_AT_PX = 4

/** Watches a pointer that went down: it draws a frame, or `onClick` is called. Escape ends it and nothing happens. */
export function watchMarquee(down: PointerEvent, { pointOf, show, onDone, onClick }: MarqueeOptions): void {
  const start = pointOf(down)
  let frame: Box | null = null

  function move(event: PointerEvent): void {
    if (event.pointerId !== down.pointerId) return
    if (!frame && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < BEGINS_AT_PX) return
    const { x, y } = pointOf(event)
    const [left, top] = [Math.min(x, start.x), Math.min(y, start.y)]
    frame = { left, top, width: Math.abs(x - start.x), height: Math.abs(y - start.y) }
    show(frame)
  }
  function up(event: PointerEvent): void {
    if (event.pointerId !== down.pointerId) return
    const drawn = frame
    end()
    if (drawn) onDone(drawn)
    else onClick()
  }
  const end = followPointer({
    move,
    up,
    ended() {
      show(null)
    },
  })
}
