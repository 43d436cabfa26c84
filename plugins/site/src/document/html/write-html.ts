/** HTML out of nodes, so that a parser makes the same nodes of it again. */
import { cleanElement } from "../safety/clean-element.ts"
import type { SafetyPolicy } from "../safety/policy.ts"
import { endsComment, endsRawText } from "../tree/content-model.ts"
import { ESCAPABLE_TEXT, RAW_TEXT, SWALLOWS_LINE_FEED, VOID } from "../tree/elements.ts"
import type { DocumentMode, ElementNode, NodeId, SiteDocument, SiteNode } from "../tree/node.ts"
import { escapeAttribute, escapeText } from "./escape.ts"

export interface WriteOptions {
  /** What may be shown; null writes what the nodes say, for a document that is trusted as it stands. */
  readonly policy: SafetyPolicy | null
  /** Elements say which node they are, as `data-uid`; for models as `uid`. */
  readonly withIds?: boolean | "uid"
  /** Put at the end of the head: styles, for one. */
  readonly headEnd?: string
}

/** What is written of a document: also of one that was made for a page and is kept nowhere. */
type Written = Pick<SiteDocument, "ref" | "mode" | "rootNodeId"> & { readonly nodes: Nodes }

/** A whole page, or what a component holds. */
export function writeDocument(document: Written, options: WriteOptions): string {
  const written: string[] = []
  if (document.ref.type === "visualComponent") {
    const root = document.nodes.get(document.rootNodeId)
    if (root?.kind === "element") for (const child of root.children) write(document.nodes, child, options, written)
    return written.join("")
  }
  written.push(DOCTYPES[document.mode])
  write(document.nodes, document.rootNodeId, options, written)
  return written.join("")
}

/** One node with all it holds. */
export function writeNode(document: SiteDocument, id: NodeId, options: WriteOptions): string {
  const written: string[] = []
  write(document.nodes, id, options, written)
  return written.join("")
}

const DOCTYPES: Readonly<Record<DocumentMode, string>> = {
  standards: "<!DOCTYPE html>",
  "limited-quirks":
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
  quirks: "",
}

type Nodes = { get(id: NodeId): SiteNode | undefined }

function write(nodes: Nodes, id: NodeId, options: WriteOptions, written: string[]): void {
  const node = nodes.get(id)
  if (!node) return
  if (node.kind === "text") written.push(escapeText(node.text))
  else if (node.kind === "comment") written.push(commentOf(node.text))
  else writeElement(nodes, node, options, written)
}

function writeElement(nodes: Nodes, node: ElementNode, options: WriteOptions, written: string[]): void {
  let shown: Omit<ElementNode, "children" | "parent"> = node
  if (options.policy) {
    const cleaned = cleanElement(node, options.policy)
    if ("drop" in cleaned) {
      if (cleaned.drop === "around") for (const child of node.children) write(nodes, child, options, written)
      return
    }
    shown = cleaned.shape
  }
  const { tag, namespace } = node
  // One text for a tag: a page has thousands of them.
  let opening = `<${tag}`
  if (options.withIds) opening += attributeOf(options.withIds === "uid" ? "uid" : "data-uid", node.id)
  for (const [name, value] of shown.attributes) opening += attributeOf(name, value)
  if (shown.classText !== undefined || shown.classes.length > 0) {
    opening += attributeOf("class", shown.classText ?? shown.classes.join(" "))
  }
  if (shown.style !== null) opening += attributeOf("style", shown.style)
  written.push(`${opening}>`)
  if (namespace === "html") {
    if (VOID.has(tag)) return
    if (SWALLOWS_LINE_FEED.has(tag) && firstText(nodes, node).startsWith("\n")) written.push("\n")
  }
  if (namespace === "html" && (RAW_TEXT.has(tag) || ESCAPABLE_TEXT.has(tag))) writeRaw(nodes, node, written)
  else for (const child of node.children) write(nodes, child, options, written)
  if (tag === "head" && options.headEnd) written.push(options.headEnd)
  written.push(`</${tag}>`)
}

function attributeOf(name: string, value: string): string {
  return ` ${name}="${escapeAttribute(value)}"`
}

function writeRaw(nodes: Nodes, node: ElementNode, written: string[]): void {
  for (const id of node.children) {
    const child = nodes.get(id)
    if (child?.kind !== "text") continue
    if (ESCAPABLE_TEXT.has(node.tag)) written.push(escapeText(child.text))
    // There is no way to write it: better nothing than the end of the element.
    else if (!endsRawText(node.tag, child.text)) written.push(child.text)
  }
}

function firstText(nodes: Nodes, node: ElementNode): string {
  for (const id of node.children) {
    const child = nodes.get(id)
    if (child?.kind === "text" && child.text !== "") return child.text
    if (child?.kind !== "text") return ""
  }
  return ""
}

/** Whoever let such a comment in, it does not end early. */
function commentOf(text: string): string {
  return endsComment(text) ? "" : `<!--${text}-->`
}
