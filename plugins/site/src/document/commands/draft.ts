/** A document while a command changes it: everything is looked up here, and every sentence about what is missing is here. */
import { enter, surroundingsOf, whyNotIn } from "../tree/content-model.ts"
import { LIMITS } from "../tree/limits.ts"
import {
  type DocumentRef,
  type ElementNode,
  type Fragment,
  type NodeId,
  type NodeRecord,
  nameOf,
  type SiteDocument,
  type SiteNode,
  subtreeOf,
} from "../tree/node.ts"
import type { MapEdit } from "../tree/persistent-map.ts"
import { indexOf, type Place } from "../tree/place.ts"
import { checkRecord } from "./record.ts"
import { refuse } from "./refusal.ts"

export interface Draft {
  readonly document: SiteDocument
  readonly nodes: MapEdit<SiteNode>
  readonly touched: Set<NodeId>
  readonly notes: string[]
}

export function openDraft(document: SiteDocument): Draft {
  return { document, nodes: document.nodes.edit(), touched: new Set(), notes: [] }
}

export function closeDraft({ document, nodes }: Draft): SiteDocument {
  return { ...document, nodes: nodes.done() }
}

export function nodeIn(draft: Draft, id: NodeId): SiteNode {
  const node = draft.nodes.get(id)
  if (!node)
    refuse(`There is no node ${id} in ${told(draft.document.ref)}. It may have been removed; read the document again.`)
  return node
}

export function elementIn(draft: Draft, id: NodeId): ElementNode {
  const node = nodeIn(draft, id)
  if (node.kind !== "element") {
    refuse(
      `The node ${id} is ${node.kind === "text" ? "text" : "a comment"}. Name an element, such as its parent ${node.parent}.`,
    )
  }
  return node
}

/** The node's parent; what the document itself stands on has none that may change. */
export function parentIn(draft: Draft, node: SiteNode, what: string): ElementNode {
  if (isFrame(draft.document, node))
    refuse(
      `${nameOf(node)} is the frame of the document and cannot be ${what}. Change what it holds.`.replace(/^t/, "T"),
    )
  return elementIn(draft, node.parent!)
}

/** `html`, `head` and `body` of a page, the root of a component: each is there exactly once. */
export function isFrame(document: SiteDocument, node: SiteNode): boolean {
  return node.parent === null || (node.parent === document.rootNodeId && document.rootNodeId !== document.contentNodeId)
}

export function put(draft: Draft, node: SiteNode): void {
  draft.nodes.set(node.id, node)
  draft.touched.add(node.id)
}

export function setChildren(draft: Draft, parent: ElementNode, children: readonly NodeId[]): void {
  put(draft, { ...parent, children })
}

/** Where a place lies now. */
export function findPlace(draft: Draft, place: Place): { parent: ElementNode; index: number } {
  const node = draft.nodes.get(place.parent)
  if (!node) {
    refuse(
      `Its place is gone: there is no node ${place.parent} in ${told(draft.document.ref)} any more. Choose another parent.`,
    )
  }
  if (node.kind !== "element") {
    refuse(
      `The node ${node.id} is ${node.kind === "text" ? "text" : "a comment"}; insert beside it, or into its parent ${node.parent}.`,
    )
  }
  if (node.id === draft.document.rootNodeId && draft.document.rootNodeId !== draft.document.contentNodeId) {
    refuse(
      `${named(node)} holds the head and the body of the document and nothing else. Use ${draft.document.contentNodeId}.`,
    )
  }
  const { index, note } = indexOf(node, place)
  if (note) draft.notes.push(note)
  return { parent: node, index }
}

/** Puts nodes that are new to the document under a parent, after each was looked at. */
export function plant(draft: Draft, parent: ElementNode, index: number, fragment: Fragment): void {
  hangUp(draft, parent, index, fragment)
  for (const root of fragment.roots) checkContent(draft, root)
}

/** The same, for who looks at all of the document afterwards: whether each may stand where it stands is left open. */
export function hangUp(draft: Draft, parent: ElementNode, index: number, fragment: Fragment): void {
  const size = draft.nodes.size + fragment.nodes.length
  if (size > LIMITS.nodes) {
    refuse(
      `The ${told(draft.document.ref)} would have ${size} nodes, and ${LIMITS.nodes} is the most a document can hold. Move a part of it into a component or another page.`,
    )
  }
  const records = checkFragment(fragment)
  const waiting: (NodeRecord & { kind: "element" })[] = []
  const hang = (id: NodeId, under: NodeId) => {
    const record = records.get(id)!
    if (draft.nodes.get(id))
      refuse(`The id ${id} is used already in ${told(draft.document.ref)}. Give each new node an id of its own.`)
    put(draft, { ...record, parent: under })
    if (record.kind === "element") waiting.push(record)
  }
  for (const root of fragment.roots) hang(root, parent.id)
  for (let next = waiting.pop(); next; next = waiting.pop()) for (const child of next.children) hang(child, next.id)
  setChildren(draft, parent, parent.children.toSpliced(index, 0, ...fragment.roots))
}

/** Each record by its id, each of them hanging on exactly one other or being a root. */
function checkFragment({ roots, nodes }: Fragment): Map<NodeId, NodeRecord> {
  const records = new Map<NodeId, NodeRecord>()
  for (const record of nodes) {
    checkRecord(record)
    if (records.has(record.id))
      refuse(`The id ${record.id} occurs twice in what is inserted. Give each node an id of its own.`)
    records.set(record.id, record)
  }
  const held = new Set<NodeId>()
  const hold = (id: NodeId) => {
    if (!records.has(id)) refuse(`What is inserted names a node ${id} that it does not bring along.`)
    if (held.has(id)) refuse(`The node ${id} stands in two places of what is inserted. It can have one parent only.`)
    held.add(id)
  }
  roots.forEach(hold)
  for (const record of nodes) if (record.kind === "element") record.children.forEach(hold)
  // Whatever is held once and still not reached from a root hangs on itself, and what nobody holds hangs on nothing.
  const loose = held
  if (held.size < records.size) for (const { id } of nodes) loose.add(id)
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    loose.delete(id)
    const record = records.get(id)!
    if (record.kind === "element") for (const child of record.children) waiting.push(child)
  }
  if (loose.size > 0) {
    const left = nodes.find(({ id }) => loose.has(id))!
    refuse(`The node ${left.id} of what is inserted hangs on none of its roots. Leave it out, or give it a parent.`)
  }
  if (roots.length === 0) refuse("There is nothing to insert. Bring at least one node.")
  return records
}

/** Looks whether a node, and all below it, may stand where it stands. */
export function checkContent(draft: Draft, id: NodeId): void {
  const top = nodeIn(draft, id)
  const { nodes, document } = draft
  const outside = top.parent === null ? null : surroundingsOf(nodes, top.parent, document.mode === "quirks")
  const waiting: [SiteNode, typeof outside][] = [[top, outside]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, around] = next
    const why = around && whyNotIn(around, node)
    if (why) refuse(`${named(node)} cannot stand in ${around.element.id}: ${why}.`)
    if (node.kind !== "element") continue
    const depth = (around?.depth ?? 0) + 1
    if (depth > LIMITS.depth) {
      refuse(
        `${named(node)} would be nested ${depth} deep, and browsers stop at ${LIMITS.depth}. Take some of the elements around it away.`,
      )
    }
    if (node.children.length === 0) continue
    const inside = enter(around, node, document.mode === "quirks")
    for (const child of node.children) waiting.push([nodeIn(draft, child), inside])
  }
}

/** One place for the content of pages: a second one would show everything twice. */
export function checkOutlets(draft: Draft): void {
  let brings = false
  for (const id of draft.touched) brings ||= isOutlet(draft.nodes.get(id))
  if (!brings) return
  const outlets = subtreeOf(draft.nodes, draft.document.rootNodeId).filter(isOutlet)
  if (outlets.length > 1) {
    refuse(
      `The ${told(draft.document.ref)} has an outlet already (${outlets[0]!.id}), and can have one only. Move that one instead.`,
    )
  }
}

export function isOutlet(node: SiteNode | undefined): boolean {
  return node?.kind === "element" && node.tag === "cs-outlet"
}

export function told({ type, id }: DocumentRef): string {
  return `${type === "visualComponent" ? "component" : type} ${id}`
}

/** At the beginning of a sentence. */
export function named(node: NodeRecord): string {
  const name = nameOf(node)
  return name[0]!.toUpperCase() + name.slice(1)
}
