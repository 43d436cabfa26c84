import { topmost } from "../store/tree.ts"
import type { EditorGesture } from "./gesture.ts"

export const hideNodes = flagging("hidden", "Hide", "Show", "Mod-Shift-h")
export const lockNodes = flagging("locked", "Lock", "Unlock", "Mod-Shift-l")

/** All of them the same way: what most of them are is the other way round. */
function flagging(flag: "hidden" | "locked", on: string, off: string, keys: string): EditorGesture {
  return {
    id: flag,
    label: `${on} or ${off.toLowerCase()}`,
    keys,
    plan({ state: { document, selection } }) {
      const nodes = document ? topmost(document, selection) : []
      if (!document || nodes.length === 0) return null
      const value = !document.nodes.get(nodes[0]!)?.[flag]
      return {
        name: value ? on : off,
        commands: nodes.map((node) => ({ type: "setFlags", document: document.ref, node, [flag]: value })),
      }
    },
  }
}
