import { type NodeId, type NodeRecord, recordOf, type SiteDocument, subtreeOf } from "../../../document.ts"
import type { Gesture } from "../store/editor-store.ts"
import { placeBefore } from "../store/tree.ts"

/** Neighbours become a component, and its first use stands in their place. One step back takes both away. */
export function toComponent(
  document: SiteDocument,
  nodes: readonly NodeId[],
  { id, title }: { id: string; title: string },
  nextId: () => NodeId,
): Gesture | null {
  const place = nodes[0] ? placeBefore(document, nodes[0]) : null
  if (!place) return null
  const copies = nodes.flatMap((node) => subtreeOf(document.nodes, node))
  // No two documents have a node of the same id.
  const ids = new Map(copies.map((node) => [node.id, nextId()]))
  const renamed = (one: NodeId) => ids.get(one) ?? one
  const records = copies.map((node): NodeRecord => {
    const record = recordOf(node)
    return record.kind === "element"
      ? { ...record, id: renamed(record.id), children: record.children.map(renamed) }
      : { ...record, id: renamed(record.id) }
  })
  const [root, use] = [nextId(), nextId()]
  const plain = { kind: "element" as const, namespace: "html" as const, classes: [], style: null }
  return {
    name: "Make a component",
    commands: [
      {
        type: "document.add",
        document: { type: "visualComponent", id },
        content: {
          title,
          mode: "standards",
          contentNodeId: root,
          fragment: {
            roots: [root],
            nodes: [{ ...plain, id: root, tag: "template", attributes: [], children: nodes.map(renamed) }, ...records],
          },
        },
      },
      {
        type: "insert",
        document: document.ref,
        place,
        fragment: {
          roots: [use],
          nodes: [
            {
              ...plain,
              id: use,
              tag: "cs-component",
              attributes: [["data-component", id]],
              children: [],
              label: title,
            },
          ],
        },
      },
      ...nodes.map((node) => ({ type: "remove" as const, document: document.ref, node })),
    ],
    select: [use],
  }
}
