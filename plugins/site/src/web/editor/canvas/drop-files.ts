/** Files that are dragged from this machine onto the canvas: a line shows where they will stand. */
import type { Place } from "../../../document.ts"
import type { Dragged } from "../drag/dropping.ts"
import type { CanvasTarget } from "./canvas-target.ts"

export interface FileDropOptions {
  readonly overlay: HTMLElement
  mayDrop(): boolean
  targetAt(x: number, y: number, dragged: Dragged): CanvasTarget | null
  show(target: CanvasTarget | null): void
  onFiles(files: readonly File[], place: Place): void
}

/** What they will become is known once the server has read them. */
const NOTHING_YET: Dragged = { kind: "new", fragment: { roots: [], nodes: [] }, name: "" }

export function takeFiles({ overlay, mayDrop, targetAt, show, onFiles }: FileDropOptions): () => void {
  function over(event: DragEvent): void {
    if (!mayDrop() || !event.dataTransfer?.types.includes("Files")) return
    event.preventDefault()
    event.dataTransfer.dropEffect = "copy"
    show(targetAt(event.clientX, event.clientY, NOTHING_YET))
  }
  function leave(): void {
    show(null)
  }
  function drop(event: DragEvent): void {
    const files = [...(event.dataTransfer?.files ?? [])]
    if (!mayDrop() || files.length === 0) return
    event.preventDefault()
    show(null)
    const target = targetAt(event.clientX, event.clientY, NOTHING_YET)
    if (target) onFiles(files, target.place)
  }
  overlay.addEventListener("dragover", over)
  overlay.addEventListener("dragleave", leave)
  overlay.addEventListener("drop", drop)
  return () => {
    overlay.removeEventListener("dragover", over)
    overlay.removeEventListener("dragleave", leave)
    overlay.removeEventListener("drop", drop)
  }
}
