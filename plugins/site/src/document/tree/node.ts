import type { Stylesheet } from "../css/stylesheet.ts"
import { noFacts, type Script, type SiteFacts } from "../facts/facts.ts"
import { emptyMap, type PersistentMap } from "./persistent-map.ts"

export type NodeId = string
export type Namespace = "html" | "svg" | "math"
/** Name and value, in the order in which they were written. */
export type Attribute = readonly [name: string, value: string]

/** What people and bindings add to a node; none of it is written into the page as it stands. */
export interface NodeExtras {
  readonly label?: string
  readonly locked?: true
  readonly hidden?: true
}

export interface ElementShape extends NodeExtras {
  readonly kind: "element"
  readonly id: NodeId
  readonly tag: string
  readonly namespace: Namespace
  /** Without `class` and `style`. */
  readonly attributes: readonly Attribute[]
  readonly classes: readonly string[]
  /** The attribute `class` as it was written, where that differs from its classes with one space between two. */
  readonly classText?: string
  /** The attribute `style` as it was written; null where there is none. */
  readonly style: string | null
  /** By id of a breakpoint: attributes that differ there. */
  readonly overrides?: Readonly<Record<string, readonly Attribute[]>>
  /** By attribute, or `text`: where its value comes from. */
  readonly bindings?: Readonly<Record<string, string>>
}
export interface ElementRecord extends ElementShape {
  readonly children: readonly NodeId[]
}
export interface TextRecord extends NodeExtras {
  readonly kind: "text"
  readonly id: NodeId
  readonly text: string
}
export interface CommentRecord extends NodeExtras {
  readonly kind: "comment"
  readonly id: NodeId
  readonly text: string
}
/** A node as it travels in a command. */
export type NodeRecord = ElementRecord | TextRecord | CommentRecord

interface InTree {
  readonly parent: NodeId | null
}
export type ElementNode = ElementRecord & InTree
export type TextNode = TextRecord & InTree
export type CommentNode = CommentRecord & InTree
/** A node as it stands in a document. */
export type SiteNode = ElementNode | TextNode | CommentNode

/** Trees beside each other: what an insert brings, and what a removal took. Parents stand before their children. */
export interface Fragment {
  readonly roots: readonly NodeId[]
  readonly nodes: readonly NodeRecord[]
}

export const DOCUMENT_TYPES = ["page", "template", "visualComponent"] as const
export interface DocumentRef {
  readonly type: (typeof DOCUMENT_TYPES)[number]
  readonly id: string
}

/** How a browser reads the page: by its doctype, as the page that was imported. */
export type DocumentMode = "standards" | "limited-quirks" | "quirks"

export interface SiteDocument {
  readonly ref: DocumentRef
  readonly title: string
  readonly mode: DocumentMode
  /** `html` with `head` and `body`; of a component a `template`. */
  readonly rootNodeId: NodeId
  /** Where content goes: the `body`; of a component its root. */
  readonly contentNodeId: NodeId
  readonly nodes: PersistentMap<SiteNode>
}

export interface Site {
  readonly documents: PersistentMap<SiteDocument>
  /** In the order in which a page has them. */
  readonly sheets: readonly Stylesheet[]
  readonly facts: SiteFacts
  /** In the order in which they run. */
  readonly scripts: readonly Script[]
}

export function emptySite(): Site {
  return { documents: emptyMap(), sheets: [], facts: noFacts(), scripts: [] }
}

export function keyOf(ref: DocumentRef): string {
  return `${ref.type}:${ref.id}`
}

/** A node as it travels: without its parent, which is told by whoever holds it. */
export function recordOf(node: SiteNode): NodeRecord {
  const { parent: _, ...record } = node
  return record
}

/** A node and all below it, parents first. */
export function subtreeOf(nodes: { get(id: NodeId): SiteNode | undefined }, id: NodeId): SiteNode[] {
  const found: SiteNode[] = []
  const waiting = [id]
  while (waiting.length > 0) {
    const node = nodes.get(waiting.pop()!)
    if (!node) continue
    found.push(node)
    if (node.kind === "element")
      for (let at = node.children.length - 1; at >= 0; at -= 1) waiting.push(node.children[at]!)
  }
  return found
}

export function fragmentOf(nodes: { get(id: NodeId): SiteNode | undefined }, id: NodeId): Fragment {
  return { roots: [id], nodes: subtreeOf(nodes, id).map(recordOf) }
}

/** How a sentence calls a node. */
export function nameOf(node: NodeRecord): string {
  if (node.kind !== "element") return `the ${node.kind} ${node.id}`
  return `the <${node.tag}> ${node.id}`
}
