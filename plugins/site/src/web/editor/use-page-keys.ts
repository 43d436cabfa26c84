import { useEffect } from "react"
import { copyTo, pasteFrom } from "./gestures/clipboard.ts"
import type { EditorStore } from "./store/editor-store.ts"

/** Undo, copy, cut and paste, wherever one is on the page: the keyboard may be nowhere once what had it was deleted. */
export function usePageKeys(store: EditorStore): void {
  useEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return
      if (event.defaultPrevented || isElsewhere(event.target)) return
      event.preventDefault()
      if (key === "y" || event.shiftKey) store.redo()
      else store.undo()
    }
    const clipboard = (act: (data: DataTransfer) => boolean) => (event: ClipboardEvent) => {
      const isReading = window.getSelection()?.isCollapsed === false
      if (event.defaultPrevented || !event.clipboardData || isReading || isElsewhere(event.target)) return
      if (act(event.clipboardData)) event.preventDefault()
    }
    const copy = clipboard((data) => copyTo(store, data, false))
    const cut = clipboard((data) => store.mayEdit && copyTo(store, data, true))
    const paste = clipboard((data) => store.mayEdit && pasteFrom(store, data))
    window.addEventListener("keydown", keyDown)
    window.addEventListener("copy", copy)
    window.addEventListener("cut", cut)
    window.addEventListener("paste", paste)
    return () => {
      window.removeEventListener("keydown", keyDown)
      window.removeEventListener("copy", copy)
      window.removeEventListener("cut", cut)
      window.removeEventListener("paste", paste)
    }
  }, [store])
}

/** In a field, a dialog, or the assistant beside the page: they have their own. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target === document.body) return false
  if (target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]")) return true
  return target.closest("main") === null
}
