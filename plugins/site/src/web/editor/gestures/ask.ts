/** Gestures that need an answer before they can be done: a place, a name. */
import { topmost } from "../store/tree.ts"
import type { EditorGesture } from "./gesture.ts"
import { beside } from "./neighbours.ts"

export const moveTo: EditorGesture = {
  id: "moveTo",
  label: "Move to…",
  keys: "Mod-Shift-m",
  plan({ state: { document, selection } }) {
    const nodes = document ? topmost(document, selection) : []
    if (!document || nodes.length === 0) return null
    if (nodes.some((id) => document.nodes.get(id)?.locked)) return "It is locked. Unlock it before you move it."
    return { kind: "moveTo", nodes }
  },
}

export const makeComponent: EditorGesture = {
  id: "component",
  label: "Make a component…",
  keys: "Mod-Alt-g",
  plan({ state: { document, selection } }) {
    const nodes = document ? topmost(document, selection) : []
    if (!document || nodes.length === 0) return null
    if (nodes.some((id) => document.nodes.get(id)?.locked))
      return "It is locked. Unlock it before you make it a component."
    const neighbours = beside(document, nodes)
    return neighbours
      ? { kind: "component", nodes: neighbours }
      : "Only what stands beside each other becomes one component."
  },
}
