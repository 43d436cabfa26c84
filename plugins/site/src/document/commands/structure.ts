/** Commands that change which nodes there are and where they stand. Each gives its inverse. */
import { fragmentOf, type NodeId, type NodeRecord, recordOf, subtreeOf } from "../tree/node.ts"
import { placeAt, placeOf } from "../tree/place.ts"
import type { Command, CommandOf } from "./command.ts"
import {
  checkContent,
  type Draft,
  elementIn,
  findPlace,
  named,
  nodeIn,
  parentIn,
  plant,
  put,
  setChildren,
} from "./draft.ts"
import { checkShape } from "./record.ts"
import { refuse } from "./refusal.ts"

export function insert(draft: Draft, { place, fragment }: CommandOf<"insert">): Command {
  const { parent, index } = findPlace(draft, place)
  plant(draft, parent, index, fragment)
  return grouped(fragment.roots.map((node) => ({ type: "remove", document: draft.document.ref, node })))
}

export function remove(draft: Draft, { node: id }: CommandOf<"remove">): Command {
  const node = nodeIn(draft, id)
  const parent = parentIn(draft, node, "removed")
  const inverse: Command = {
    type: "insert",
    document: draft.document.ref,
    place: placeOf(parent, id),
    fragment: fragmentOf(draft.nodes, id),
  }
  for (const gone of subtreeOf(draft.nodes, id)) {
    draft.nodes.delete(gone.id)
    draft.touched.add(gone.id)
  }
  setChildren(draft, parent, parent.children.toSpliced(parent.children.indexOf(id), 1))
  return inverse
}

export function move(draft: Draft, { node: id, place }: CommandOf<"move">): Command {
  const node = nodeIn(draft, id)
  const from = parentIn(draft, node, "moved")
  for (let at: NodeId | null = place.parent; at !== null; at = draft.nodes.get(at)?.parent ?? null) {
    if (at === id)
      refuse(`${named(node)} cannot be moved into itself or into something it holds. Choose another parent.`)
  }
  const inverse: Command = { type: "move", document: draft.document.ref, node: id, place: placeOf(from, id) }
  setChildren(draft, from, from.children.toSpliced(from.children.indexOf(id), 1))
  const { parent, index } = findPlace(draft, place)
  setChildren(draft, parent, parent.children.toSpliced(index, 0, id))
  put(draft, { ...nodeIn(draft, id), parent: parent.id })
  checkContent(draft, id)
  return inverse
}

export function duplicate(draft: Draft, { node: id, ids }: CommandOf<"duplicate">): Command {
  const node = nodeIn(draft, id)
  const parent = parentIn(draft, node, "duplicated")
  if (!ids[0]) refuse("A copy needs an id. Give one for each node that is copied.")
  const nodes = subtreeOf(draft.nodes, id)
  const copies = new Map(nodes.map((original, at) => [original.id, ids[at] ?? `${ids[0]}.${at}`]))
  const records = nodes.map((original): NodeRecord => {
    const record = { ...recordOf(original), id: copies.get(original.id)! }
    return record.kind === "element"
      ? { ...record, children: record.children.map((child) => copies.get(child)!) }
      : record
  })
  plant(draft, parent, parent.children.indexOf(id) + 1, { roots: [ids[0]], nodes: records })
  return { type: "remove", document: draft.document.ref, node: ids[0] }
}

export function wrap(draft: Draft, { nodes: ids, wrapper }: CommandOf<"wrap">): Command {
  checkShape(wrapper)
  if (draft.nodes.get(wrapper.id))
    refuse(`The id ${wrapper.id} is used already. Give the new element an id of its own.`)
  if (!ids[0]) refuse("There is nothing to wrap. Name at least one node.")
  const parent = parentIn(draft, nodeIn(draft, ids[0]), "wrapped")
  const index = parent.children.indexOf(ids[0])
  for (const [at, id] of ids.entries()) {
    if (parent.children[index + at] !== id) {
      refuse(`The node ${id} does not stand right behind ${ids[at - 1]} any more. Wrap neighbours, in their order.`)
    }
  }
  for (const id of ids) put(draft, { ...nodeIn(draft, id), parent: wrapper.id })
  put(draft, { ...wrapper, children: [...ids], parent: parent.id })
  setChildren(draft, parent, parent.children.toSpliced(index, ids.length, wrapper.id))
  checkContent(draft, wrapper.id)
  return { type: "unwrap", document: draft.document.ref, node: wrapper.id }
}

export function unwrap(draft: Draft, { node: id }: CommandOf<"unwrap">): Command {
  const node = elementIn(draft, id)
  const parent = parentIn(draft, node, "taken away from around its content")
  const index = parent.children.indexOf(id)
  draft.nodes.delete(id)
  draft.touched.add(id)
  for (const child of node.children) put(draft, { ...nodeIn(draft, child), parent: parent.id })
  setChildren(draft, parent, parent.children.toSpliced(index, 1, ...node.children))
  for (const child of node.children) checkContent(draft, child)
  const { children, parent: _, ...wrapper } = node
  const document = draft.document.ref
  if (children.length > 0) return { type: "wrap", document, nodes: children, wrapper }
  const place = placeAt(elementIn(draft, parent.id), index)
  return { type: "insert", document, place, fragment: { roots: [id], nodes: [recordOf(node)] } }
}

function grouped(commands: readonly Command[]): Command {
  return commands.length === 1 ? commands[0]! : { type: "group", commands: [...commands].reverse() }
}
