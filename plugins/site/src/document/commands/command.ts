import type { StyleEdit } from "../css/rules.ts"
import type { Stylesheet } from "../css/stylesheet.ts"
import type { Breakpoint } from "../facts/breakpoints.ts"
import type { TokensPatch } from "../facts/design-tokens.ts"
import type { PageFactsPatch, RedirectTo, Script, SettingsPatch, TemplateFacts } from "../facts/facts.ts"
import type { DocumentMode, DocumentRef, ElementShape, Fragment, NodeExtras, NodeId } from "../tree/node.ts"
import type { Place } from "../tree/place.ts"

/**
 * Every change of a site, as a value: it travels, is kept in the log, and has an inverse of the same kind. A group is
 * several that happen together or not at all.
 */
export type Command =
  | { type: "group"; commands: readonly Command[] }
  | { type: "document.add"; document: DocumentRef; content: DocumentContent }
  | { type: "document.remove"; document: DocumentRef }
  | { type: "document.set"; document: DocumentRef; title: string }
  /** Behind the sheet of that id; null is before all. */
  | { type: "sheet.add"; sheet: Stylesheet; after: string | null }
  | { type: "sheet.remove"; sheet: string }
  | { type: "editStyles"; sheet: string; edits: readonly StyleEdit[] }
  /** Null takes a fact away. A page that gets another address leaves a redirect, unless `redirect` is false. */
  | { type: "page.set"; page: string; set: PageFactsPatch; redirect?: boolean }
  | { type: "redirect.set"; from: string; to: RedirectTo | null }
  | { type: "template.set"; template: string; facts: TemplateFacts | null }
  | { type: "setting.set"; set: SettingsPatch }
  | { type: "breakpoints.set"; breakpoints: readonly Breakpoint[] }
  | { type: "setTokens"; set: TokensPatch }
  | { type: "asset.set"; script: Script }
  | { type: "asset.remove"; script: string }
  | NodeCommand

export interface DocumentContent {
  readonly title: string
  readonly mode: DocumentMode
  readonly contentNodeId: NodeId
  readonly fragment: Fragment
}

export type NodeCommand = { document: DocumentRef } & (
  | { type: "insert"; place: Place; fragment: Fragment }
  | { type: "remove"; node: NodeId }
  | { type: "move"; node: NodeId; place: Place }
  /** A text in two at an offset, or an element in two before one of its children (null: behind the last). */
  | { type: "split"; node: NodeId; at: number; right: { id: NodeId } & NodeExtras }
  | { type: "split"; node: NodeId; before: NodeId | null; right: { id: NodeId } | ElementShape }
  /** The neighbour to the right ends, and what it held goes to the end of the left one. */
  | { type: "join"; left: NodeId; right: NodeId }
  /** Null takes an attribute away. `order` says where those it names stand; the others follow. */
  | {
      type: "setAttributes"
      node: NodeId
      set: Record<string, string | null>
      order?: readonly string[]
      breakpoint?: string
    }
  /** `base` is the text that was shown when this one was written. */
  | { type: "setText"; node: NodeId; text: string; base: string }
  | { type: "spliceText"; node: NodeId; at: number; removed: string; inserted: string }
  /** `written` is the whole attribute where it differs from its classes with one space between two. */
  | {
      type: "setClasses"
      node: NodeId
      add: readonly string[]
      remove: readonly string[]
      order?: readonly string[]
      written?: string
    }
  | { type: "setInlineStyle"; node: NodeId; style: string | null }
  /** Right behind the node. Ids in the order of the nodes; where they do not suffice, more are made of the first. */
  | { type: "duplicate"; node: NodeId; ids: readonly NodeId[] }
  /** Neighbours, in their order, go into a new element that takes their place. */
  | { type: "wrap"; nodes: readonly NodeId[]; wrapper: ElementShape }
  | { type: "unwrap"; node: NodeId }
  | { type: "rename"; node: NodeId; label: string | null }
  | { type: "setFlags"; node: NodeId; locked?: boolean; hidden?: boolean }
  | { type: "bind"; node: NodeId; name: string; binding: string | null }
)
export type CommandType = Command["type"]
export type CommandOf<T extends CommandType> = Extract<Command, { type: T }>
