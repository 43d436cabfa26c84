import type { Attribute } from "../../../document.ts"
import { topmost } from "../store/tree.ts"
import type { EditorGesture } from "./gesture.ts"
import { beside } from "./neighbours.ts"

export const wrapNodes = wrapping({ id: "wrap", label: "Wrap in a box", keys: "Mod-g", tag: "div", attributes: [] })

/** Where it leads is changed in the inspector; what it wraps may be words or a whole card. */
export const wrapInLink = wrapping({
  id: "wrapInLink",
  label: "Wrap in a link",
  keys: "Mod-Alt-k",
  tag: "a",
  attributes: [["href", "/"]],
})

interface Wrapper {
  readonly id: string
  readonly label: string
  readonly keys: string
  readonly tag: string
  readonly attributes: readonly Attribute[]
}

function wrapping({ id: gesture, label, keys, tag, attributes }: Wrapper): EditorGesture {
  return {
    id: gesture,
    label,
    keys,
    plan({ state: { document, selection }, nextId }) {
      const nodes = document ? topmost(document, selection) : []
      if (!document || nodes.length === 0) return null
      const neighbours = beside(document, nodes)
      if (!neighbours) return "Only what stands beside each other can be wrapped together."
      const id = nextId()
      return {
        name: "Wrap",
        commands: [
          {
            type: "wrap",
            document: document.ref,
            nodes: neighbours,
            wrapper: { kind: "element", id, tag, namespace: "html", attributes, classes: [], style: null },
          },
        ],
        select: [id],
      }
    },
  }
}

export const unwrapNode: EditorGesture = {
  id: "unwrap",
  label: "Take the element away, keep what it holds",
  keys: "Mod-Shift-g",
  plan({ state: { document, selection } }) {
    const [id, ...more] = document ? topmost(document, selection) : []
    const node = document && id ? document.nodes.get(id) : undefined
    if (!document || node?.kind !== "element" || more.length > 0 || node.children.length === 0) return null
    if (node.locked) return "It is locked. Unlock it before you take it away."
    return {
      name: "Unwrap",
      commands: [{ type: "unwrap", document: document.ref, node: node.id }],
      select: node.children.filter((child) => document.nodes.get(child)?.kind === "element"),
    }
  },
}
