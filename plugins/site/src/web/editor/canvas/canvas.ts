/** The canvas at work: it draws the document into the frame, marks what is selected, and lets people point, drag and type. */
import type { ElementNode, NodeId, Place } from "../../../document.ts"
import { capital } from "../../words.ts"
import { hasNoSlot } from "../components/known-part.ts"
import { addDropZone, watchPointer } from "../drag/drag.ts"
import type { Dragged } from "../drag/dropping.ts"
import { createPose } from "../states/pose.ts"
import { type ElementState, NO_STATE } from "../states/states.ts"
import type { EditorStore } from "../store/editor-store.ts"
import { nameOfNode } from "../store/node-words.ts"
import { isFixed, topmost } from "../store/tree.ts"
import { hostOf } from "../text/phrasing.ts"
import { openTextSession, type TextSession } from "../text/text-session.ts"
import { type BoxCache, type CanvasTarget, canvasTargetAt } from "./canvas-target.ts"
import { createDrawing, type Drawing } from "./drawing.ts"
import { takeFiles } from "./drop-files.ts"
import { boxOf, nodesAt, scrollAt } from "./geometry.ts"
import { createMarks, type Mark } from "./marks.ts"
import { nodesIn, watchMarquee } from "./marquee.ts"
import { nextZoom, type Zoom } from "./zoom.ts"

export interface Canvas {
  /** Edits the words of a node in place; false where it has none, or where the frame does not let us. */
  editText(id: NodeId, point?: { x: number; y: number }): boolean
  setFonts: Drawing["setFonts"]
  setSiteUrl: Drawing["setSiteUrl"]
  setPart: Drawing["setPart"]
  onPart: Drawing["onPart"]
  setRows: Drawing["setRows"]
  onRows: Drawing["onRows"]
  /** Shows what is selected as if it was in a state. */
  setState(state: ElementState): void
  /** What the browser makes of these properties of an element; empty where it is not drawn. */
  computed(id: NodeId, properties: readonly string[]): ReadonlyMap<string, string>
  close(): void
}

export interface CanvasOptions {
  readonly store: EditorStore
  readonly view: Window & typeof globalThis
  readonly listens: boolean
  /** Lies over the frame and takes the pointer. */
  readonly overlay: HTMLElement
  /** Scrolls across where the page is shown larger than there is room. */
  readonly room: HTMLElement
  scale(): number
  onZoom(zoom: Zoom): void
  /** Whether files of this machine may be dropped here. */
  takesFiles(): boolean
  onFiles(files: readonly File[], place: Place): void
  /** Words that cannot be edited here. */
  onNoText(id: NodeId): void
}

export function openCanvas(options: CanvasOptions): Canvas {
  const { store, view, listens, overlay, room, scale, onZoom, onNoText } = options
  const drawing = createDrawing(view)
  const marks = createMarks(overlay, scale)
  const boxes: BoxCache = new Map()
  const pose = createPose()
  let state = NO_STATE
  let hover: NodeId | null = null
  let session: TextSession | null = null
  let selected: readonly NodeId[] = []
  let frame = 0
  let timer = 0
  let zoomedAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  function draw(): void {
    const { site, document, selection } = store.get()
    if (!document) return
    drawing.show(site, document)
    boxes.clear()
    session?.check()
    if (selection !== selected) {
      selected = selection
      drawing.reveal(selection)
      const [id] = selection
      if (id && !session) bringIntoSight(id)
    }
    posed()
    mark()
  }

  function posed(): void {
    const node = drawing.nodeOf(store.get().selection.at(-1) ?? "")
    pose(node?.nodeType === ELEMENT ? (node as Element) : null, state)
  }

  /** At once, and then again while something is marked: pictures load, and what moves does not say so. */
  function mark(): void {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    if (isClosed) return
    const { document, selection, others } = store.get()
    if (!document) return
    const markOf = (id: NodeId): Mark[] => {
      const node = document.nodes.get(id)
      const box = node && boxOf(drawing, id)
      return node && box ? [{ id, box, name: nameOfNode(document, node) }] : []
    }
    const here = others.flatMap(({ by, at, node }) =>
      node !== null && Date.now() - at < SHOWN_FOR_MS ? [{ by, node }] : [],
    )
    marks.place({
      hover: hover && !selection.includes(hover) ? (markOf(hover)[0] ?? null) : null,
      selected: selection.slice(0, MOST_MARKS).flatMap(markOf),
      others: here.flatMap(({ by, node }) => markOf(node).map((one) => ({ ...one, name: capital(by) }))),
    })
    if (hover === null && selection.length === 0 && here.length === 0) return
    // A frame that cannot be listened to does not say when it scrolls.
    if (listens) timer = window.setTimeout(markSoon, LOOKS_AGAIN_MS)
    else markSoon()
  }

  function markSoon(): void {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(mark)
  }

  function bringIntoSight(id: NodeId): void {
    for (let at = drawing.nodeOf(id); at; at = at.parentNode) {
      // What is closed shows nothing of what is selected in it.
      if ((at as Element).localName === "details") (at as Element).setAttribute("open", "")
    }
    const box = boxOf(drawing, id)
    if (!box) return
    const { innerHeight } = view
    const below = box.top + Math.min(box.height, innerHeight) - innerHeight
    if (box.top < 0) view.scrollBy(0, box.top - MARGIN_PX)
    else if (below > 0) view.scrollBy(0, below + MARGIN_PX)
    const [left, right] = [box.left * scale(), (box.left + box.width) * scale()]
    if (left < room.scrollLeft) room.scrollLeft = left - MARGIN_PX
    else if (right > room.scrollLeft + room.clientWidth)
      room.scrollLeft = Math.min(left - MARGIN_PX, right + MARGIN_PX - room.clientWidth)
  }

  function pointOf(event: { clientX: number; clientY: number }): { x: number; y: number } {
    const { left, top } = overlay.getBoundingClientRect()
    return { x: (event.clientX - left) / scale(), y: (event.clientY - top) / scale() }
  }

  function under(event: { clientX: number; clientY: number }): NodeId[] {
    const { document } = store.get()
    const { x, y } = pointOf(event)
    return document ? nodesAt(drawing, document, x, y) : []
  }

  function pointerMove(event: PointerEvent): void {
    if (session || event.buttons !== 0) return
    const next = under(event)[0] ?? null
    if (next === hover) return
    hover = next
    mark()
  }

  function pointerLeave(): void {
    hover = null
    mark()
  }

  function pointerDown(event: PointerEvent): void {
    if (event.button !== 0) return
    const { document, selection } = store.get()
    const found = under(event)
    const [hit] = found
    if (!document) return
    if (event.pointerType === "touch") {
      touch(event, hit)
      return
    }
    const behind = event.altKey ? found[found.indexOf(selection[0] ?? "") + 1] : hit
    const isMore = event.ctrlKey || event.metaKey || event.shiftKey
    const click = () => {
      const id = behind ?? hit
      if (!id) store.select([])
      else if (!isMore) store.select([id])
      else store.select(selection.includes(id) ? selection.filter((one) => one !== id) : [...selection, id])
    }
    // The page itself is dragged nowhere, and with Shift one means several.
    if (!hit || event.shiftKey || isFixed(document, hit)) {
      watchMarquee(event, {
        pointOf,
        show: marks.marquee,
        onDone(frame) {
          const { document: now } = store.get()
          const found = now ? nodesIn(now, frame, (id) => boxOf(drawing, id)) : []
          store.select(event.shiftKey ? [...new Set([...selection, ...found])] : found)
        },
        onClick: click,
      })
      return
    }
    watchPointer(event, store, {
      dragged() {
        const held = selection.find((id) => found.includes(id)) ?? hit
        const nodes = topmost(document, selection.includes(held) ? selection : [held])
        if (nodes.length === 0 || isFixed(document, held)) return null
        return { kind: "nodes", nodes, name: nameOfNode(document, document.nodes.get(nodes[0]!)!) }
      },
      onClick: click,
    })
  }

  /** A browser would begin to select words of the names that are drawn here, and end the drag for it. */
  function mouseDown(event: MouseEvent): void {
    event.preventDefault()
    overlay.focus({ preventScroll: true })
  }

  /** A finger scrolls; where it only taps, it selects. */
  function touch(down: PointerEvent, hit: NodeId | undefined): void {
    let [x, y] = [down.clientX, down.clientY]
    let moved = 0
    const move = (event: PointerEvent) => {
      const by = { left: (x - event.clientX) / scale(), top: (y - event.clientY) / scale() }
      moved += Math.abs(by.left) + Math.abs(by.top)
      ;[x, y] = [event.clientX, event.clientY]
      const point = pointOf(event)
      scrollAt(drawing, point.x, point.y, by)
    }
    const up = () => {
      overlay.removeEventListener("pointermove", move)
      overlay.removeEventListener("pointerup", up)
      overlay.removeEventListener("pointercancel", up)
      if (moved < 8) store.select(hit ? [hit] : [])
    }
    overlay.addEventListener("pointermove", move)
    overlay.addEventListener("pointerup", up)
    overlay.addEventListener("pointercancel", up)
  }

  function doubleClick(event: MouseEvent): void {
    const [hit] = under(event)
    if (hit) editText(hit, pointOf(event))
  }

  function wheel(event: WheelEvent): void {
    // So do two fingers that are spread.
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      if (event.timeStamp - zoomedAt < ZOOMS_AGAIN_MS) return
      zoomedAt = event.timeStamp
      onZoom(nextZoom(scale(), event.deltaY < 0 ? 1 : -1))
      return
    }
    const { x, y } = pointOf(event)
    const unit = event.deltaMode === 1 ? LINE_PX : 1
    scrollAt(drawing, x, y, { left: event.deltaX * unit, top: event.deltaY * unit })
    boxes.clear()
    markSoon()
  }

  function editText(id: NodeId, point?: { x: number; y: number }): boolean {
    const { document } = store.get()
    const host = document && hostOf(document, id)
    if (!host || !store.mayEdit || host.locked) return false
    session?.end()
    if (!listens || !drawing.nodeOf(host.id)) {
      onNoText(host.id)
      return false
    }
    hover = null
    store.select([host.id])
    session = openTextSession({
      store,
      drawing,
      host: host.id,
      point: point ?? null,
      onEnd() {
        session = null
        // Lets the pointer through to the words; set at once, for a click that comes right behind it.
        overlay.removeAttribute("data-editing")
        overlay.focus({ preventScroll: true })
        mark()
      },
    })
    overlay.setAttribute("data-editing", "")
    return true
  }

  const stay = (event: Event) => event.preventDefault()
  view.document.addEventListener("scroll", markSoon, { capture: true, passive: true })
  view.addEventListener("resize", markSoon)
  view.document.addEventListener("click", stay)
  view.document.addEventListener("submit", stay)
  overlay.addEventListener("mousedown", mouseDown)
  overlay.addEventListener("pointermove", pointerMove)
  overlay.addEventListener("pointerleave", pointerLeave)
  overlay.addEventListener("pointerdown", pointerDown)
  overlay.addEventListener("dblclick", doubleClick)
  overlay.addEventListener("wheel", wheel, { passive: false })
  const unsubscribe = store.subscribe(draw)
  function targetAt(clientX: number, clientY: number, dragged: Dragged): CanvasTarget | null {
    const state = store.get()
    const pointed = { ...pointOf({ clientX, clientY }), dragged, boxes }
    const takesNothing = (node: ElementNode) => hasNoSlot(state, node)
    return state.document && canvasTargetAt(drawing, state.document, { ...pointed, takesNothing })
  }

  const takeNoFiles = takeFiles({
    overlay,
    mayDrop: () => store.mayEdit && options.takesFiles(),
    targetAt,
    show: (target) => marks.line(target?.line ?? null, false),
    onFiles: options.onFiles,
  })
  const removeZone = addDropZone({
    element: overlay,
    targetAt,
    show(target, reason) {
      marks.line((target as CanvasTarget | null)?.line ?? null, reason !== null)
    },
  })
  draw()

  return {
    editText,
    setFonts: drawing.setFonts,
    setSiteUrl: drawing.setSiteUrl,
    setPart: drawing.setPart,
    onPart: drawing.onPart,
    setRows: drawing.setRows,
    onRows: drawing.onRows,
    setState(next) {
      state = next
      posed()
      mark()
    },
    computed(id, properties) {
      const node = drawing.nodeOf(id)
      if (node?.nodeType !== ELEMENT || !node.isConnected) return new Map()
      const style = view.getComputedStyle(node as Element)
      return new Map(properties.map((property) => [property, style.getPropertyValue(property)]))
    },
    close() {
      isClosed = true
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      session?.end()
      unsubscribe()
      removeZone()
      takeNoFiles()
      overlay.removeEventListener("mousedown", mouseDown)
      overlay.removeEventListener("pointermove", pointerMove)
      overlay.removeEventListener("pointerleave", pointerLeave)
      overlay.removeEventListener("pointerdown", pointerDown)
      overlay.removeEventListener("dblclick", doubleClick)
      overlay.removeEventListener("wheel", wheel)
      overlay.replaceChildren()
    },
  }
}

/** Frames have types of their own: only the number tells what a node is. */
const ELEMENT = 1
/** More boxes than that say nothing any more. */
const MOST_MARKS = 100
const MARGIN_PX = 24
/** Where somebody else was at work, from their last change on. */
const SHOWN_FOR_MS = 10_000
/** Drawing every frame took half of the time of typing. */
const LOOKS_AGAIN_MS = 250
const LINE_PX = 16
/** One turn of a wheel is many events. */
const ZOOMS_AGAIN_MS = 120
