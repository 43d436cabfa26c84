import type { EditorStore } from "../store/editor-store.ts"
import { makeComponent, moveTo } from "./ask.ts"
import { deleteNodes } from "./delete.ts"
import { duplicateNodes } from "./duplicate.ts"
import { hideNodes, lockNodes } from "./flags.ts"
import type { EditorGesture, Question } from "./gesture.ts"
import { moveDown, moveIn, moveOut, moveUp } from "./move.ts"
import { unwrapNode, wrapInLink, wrapNodes } from "./wrap.ts"

/** In the order of the menu. */
export const GESTURES: readonly EditorGesture[] = [
  duplicateNodes,
  moveUp,
  moveDown,
  moveIn,
  moveOut,
  moveTo,
  wrapNodes,
  wrapInLink,
  unwrapNode,
  makeComponent,
  hideNodes,
  lockNodes,
  deleteNodes,
]

export function doGesture(store: EditorStore, gesture: EditorGesture, ask: (question: Question) => void): void {
  const planned = gesture.plan({ state: store.get(), nextId: store.nextId })
  if (typeof planned === "string") store.tell(planned)
  else if (planned && "kind" in planned) ask(planned)
  else if (planned) store.perform(planned)
}

/** Those that could be done to what is selected now. */
export function gesturesFor(store: EditorStore): readonly EditorGesture[] {
  if (!store.mayEdit) return []
  const context = { state: store.get(), nextId: () => "" }
  return GESTURES.filter((gesture) => gesture.plan(context) !== null)
}

/** The gesture of a key; undefined where no gesture has it. */
export function gestureOf(event: KeyboardEvent | React.KeyboardEvent): EditorGesture | undefined {
  const keys = keysOf(event)
  return GESTURES.find((gesture) => gesture.keys === keys || (gesture === deleteNodes && keys === "Backspace"))
}

/** As the map of shortcuts writes it: `Mod-Shift-g`. */
export function keysOf(event: KeyboardEvent | React.KeyboardEvent): string {
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const parts = [
    ...(event.ctrlKey || event.metaKey ? ["Mod"] : []),
    ...(event.altKey ? ["Alt"] : []),
    ...(event.shiftKey && (event.key.length > 1 || /\p{L}/u.test(event.key)) ? ["Shift"] : []),
  ]
  return [...parts, letter].join("-")
}
