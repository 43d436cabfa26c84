/** The editor's keys for the map that `?` shows, and for the palette what can be done to what is selected now. */
import type { PageKey, PageKeyGroup } from "@countersign/core/web"
import type { Question } from "./gestures/gesture.ts"
import { doGesture, GESTURES, gesturesFor } from "./gestures/gestures.ts"
import type { EditorStore } from "./store/editor-store.ts"

export function keyMapOf(store: EditorStore, ask: (question: Question) => void): readonly PageKeyGroup[] {
  const canvas: PageKeyGroup = { title: "On the canvas and in the layers", keys: MOVING }
  if (!store.mayEdit) return [canvas]
  const { undoes, redoes, selection } = store.get()
  const possible = new Set(gesturesFor(store))
  const [only] = selection
  const changing: PageKey[] = GESTURES.flatMap((gesture) =>
    gesture.keys
      ? [
          {
            keys: gesture.keys,
            label: gesture.label,
            run: possible.has(gesture) ? () => doGesture(store, gesture, ask) : undefined,
          },
        ]
      : [],
  )
  const ofSelected: PageKeyGroup = {
    title: "What is selected in the editor",
    keys: [
      { keys: "Enter", label: "Edit its words" },
      { keys: "F2", label: "Rename", run: only ? () => ask({ kind: "rename", nodes: [only] }) : undefined },
      ...changing,
      { keys: "Mod-c", label: "Copy" },
      { keys: "Mod-x", label: "Cut" },
      { keys: "Mod-v", label: "Paste" },
    ],
  }
  const inWords: PageKeyGroup = {
    title: "While you edit words",
    keys: [
      { keys: "Mod-b", label: "Strong" },
      { keys: "Mod-i", label: "Stressed" },
      { keys: "Mod-Alt-k", label: "Link" },
      { keys: "Enter", label: "Another paragraph" },
      { keys: "Shift-Enter", label: "Another line" },
      { keys: "Escape", label: "Done" },
    ],
  }
  const back: PageKeyGroup = {
    ...canvas,
    keys: [
      ...MOVING,
      { keys: "Mod-z", label: "Undo", run: undoes === null ? undefined : () => store.undo() },
      { keys: "Mod-Shift-z", label: "Redo", run: redoes === null ? undefined : () => store.redo() },
    ],
  }
  return [ofSelected, back, inWords]
}

const MOVING: readonly PageKey[] = [
  { keys: "ArrowUp", label: "The one before" },
  { keys: "ArrowDown", label: "The next one" },
  { keys: "ArrowLeft", label: "What is around it" },
  { keys: "ArrowRight", label: "Into it" },
  { keys: "Escape", label: "What is around it, then nothing" },
  { keys: "+", label: "Larger" },
  { keys: "-", label: "Smaller" },
  { keys: "0", label: "All of the page" },
]
