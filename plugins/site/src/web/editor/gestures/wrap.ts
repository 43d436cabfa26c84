import { parentOf, topmost } from "../store/tree.ts"
import type { EditorGesture } from "./gesture.ts"

export const wrapNodes: EditorGesture = {
  id: "wrap",
  label: "Wrap in a box",
  keys: "Mod-g",
  plan({ state: { document, selection }, nextId }) {
    const nodes = document ? topmost(document, selection) : []
    const parent = document && nodes[0] ? parentOf(document, nodes[0]) : null
    if (!document || !parent) return null
    const from = parent.children.indexOf(nodes[0]!)
    const to = parent.children.indexOf(nodes.at(-1)!)
    if (to < 0) return "Only what stands beside each other can be wrapped together."
    const id = nextId()
    return {
      name: "Wrap",
      commands: [
        {
          type: "wrap",
          document: document.ref,
          nodes: parent.children.slice(from, to + 1),
          wrapper: { kind: "element", id, tag: "div", namespace: "html", attributes: [], classes: [], style: null },
        },
      ],
      select: [id],
    }
  },
}

export const unwrapNode: EditorGesture = {
  id: "unwrap",
  label: "Take the element away, keep what it holds",
  keys: "Mod-Shift-g",
  plan({ state: { document, selection } }) {
    const [id, ...more] = document ? topmost(document, selection) : []
    const node = document && id ? document.nodes.get(id) : undefined
    if (!document || node?.kind !== "element" || more.length > 0 || node.children.length === 0) return null
    return {
      name: "Unwrap",
      commands: [{ type: "unwrap", document: document.ref, node: node.id }],
      select: node.children.filter((child) => document.nodes.get(child)?.kind === "element"),
    }
  },
}
