/** One drag at a time, over whatever can take something: the canvas and the layers. */
import type { Place } from "../../../document.ts"
import { LOOKS } from "../looks.tsx"
import type { EditorStore } from "../store/editor-store.ts"
import { type Dragged, gestureFor, whyNotThere } from "./dropping.ts"
import { followPointer } from "./follow-pointer.ts"

export interface DropTarget {
  readonly place: Place
  /** Names the place: the same one is not judged again. */
  readonly key: string
}

/** Where something can be dropped. */
export interface DropZone {
  readonly element: HTMLElement
  targetAt(x: number, y: number, dragged: Dragged): DropTarget | null
  /** Draws where it will land, and why not where it may not; null takes the line away. */
  show(target: DropTarget | null, reason: string | null): void
}

const zones = new Set<DropZone>()

export function addDropZone(zone: DropZone): () => void {
  zones.add(zone)
  return () => void zones.delete(zone)
}

/** Less than that is a click with an unsteady hand. */
const BEGINS_AT_PX = 4

/** Watches a pointer that went down: it becomes a drag, or `onClick` is called. Escape ends it and nothing happens. */
export function watchPointer(
  down: PointerEvent,
  store: EditorStore,
  { dragged, onClick }: { dragged: () => Dragged | null; onClick?: () => void },
): void {
  let what: Dragged | null | undefined
  let zone: DropZone | null = null
  let target: DropTarget | null = null
  let reason: string | null = null
  let label: HTMLElement | null = null
  const judged = new Map<string, string | null>()

  function move(event: PointerEvent): void {
    if (event.pointerId !== down.pointerId) return
    if (what === undefined) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < BEGINS_AT_PX) return
      what = store.mayEdit ? dragged() : null
      if (!what) {
        end()
        return
      }
      label = window.document.createElement("div")
      label.className = LOOKS.dragged
      window.document.body.append(label)
    }
    if (!what) return
    event.preventDefault()
    const over = zoneAt(event)
    if (over !== zone) zone?.show(null, null)
    zone = over
    target = over?.targetAt(event.clientX, event.clientY, what) ?? null
    reason = null
    if (target) {
      if (!judged.has(target.key)) judged.set(target.key, whyNotThere(store.get(), what, target.place))
      reason = judged.get(target.key) ?? null
    }
    over?.show(target, reason)
    if (!label) return
    label.textContent = reason ?? what.name
    label.style.left = `${Math.min(event.clientX + 12, window.innerWidth - 330)}px`
    label.style.top = `${event.clientY + 12}px`
  }

  function up(event: PointerEvent): void {
    if (event.pointerId !== down.pointerId) return
    const [landed, why, dropped] = [target, reason, what]
    end()
    if (dropped === undefined) onClick?.()
    if (!dropped || !landed) return
    if (why) store.tell(why)
    else {
      const gesture = gestureFor(store.get(), dropped, landed.place)
      if (gesture) store.perform(gesture)
    }
  }

  const end = followPointer({
    move,
    up,
    ended() {
      zone?.show(null, null)
      label?.remove()
    },
  })
}

function zoneAt({ clientX, clientY }: PointerEvent): DropZone | null {
  const element = window.document.elementFromPoint(clientX, clientY)
  for (const zone of zones) if (element && zone.element.contains(element)) return zone
  return null
}
