import type { NodeId } from "../../../document.ts"
import type { EditorState, Gesture } from "../store/editor-store.ts"

export interface GestureContext {
  readonly state: EditorState
  nextId(): NodeId
}

/** What has to be said before it can be done. A dialog asks for it. */
export interface Question {
  readonly kind: "rename" | "moveTo" | "component"
  readonly nodes: readonly NodeId[]
}

/** Something that people do to what is selected: by a key, in the menu, in the inspector. One file each, and one line in `gestures.ts`. */
export interface EditorGesture {
  readonly id: string
  readonly label: string
  /** As the map of shortcuts writes it. */
  readonly keys?: string
  readonly danger?: true
  /** What it would do, or asks first; a sentence where it cannot be done here; null where there is nothing it could be about. */
  plan(context: GestureContext): Gesture | Question | string | null
}
