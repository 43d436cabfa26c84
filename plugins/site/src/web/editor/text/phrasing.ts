/** Where text is edited in place: in the nearest element that holds words and what stands among words. */
import { type ElementNode, type NodeId, type SiteDocument, subtreeOf, type TextNode, USE } from "../../../document.ts"
import { elementOf } from "../store/tree.ts"

/** What stands in a sentence. */
export const AMONG_WORDS: ReadonlySet<string> = new Set([
  "a",
  "abbr",
  "b",
  "bdi",
  "bdo",
  "br",
  "cite",
  "code",
  "data",
  "dfn",
  "del",
  "em",
  "i",
  "img",
  "ins",
  "kbd",
  "mark",
  "q",
  "s",
  "samp",
  "small",
  "span",
  "strong",
  "sub",
  "sup",
  "time",
  "u",
  "var",
  "wbr",
])

/** What holds words though nothing is in it yet. */
const WORDED: ReadonlySet<string> = new Set([
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "p",
  "li",
  "dt",
  "dd",
  "a",
  "button",
  "label",
  "span",
  "strong",
  "em",
  "b",
  "i",
  "small",
  "figcaption",
  "caption",
  "th",
  "td",
  "summary",
  "legend",
  "blockquote",
  "cite",
  "code",
  "div",
])

const ALONE: ReadonlySet<string> = new Set(["img", "br", "wbr"])

/** The element in which the words around this node are edited; null where there are none. */
export function hostOf(document: SiteDocument, id: NodeId): ElementNode | null {
  const node = document.nodes.get(id)
  let host = node?.kind === "element" ? node : elementOf(document, node?.parent)
  if (!host || !isHost(document, host)) return null
  // `a` in a sentence is edited with the sentence.
  for (;;) {
    const parent = elementOf(document, host.parent)
    if (!parent || !AMONG_WORDS.has(host.tag) || !isHost(document, parent)) return host
    host = parent
  }
}

function isHost(document: SiteDocument, host: ElementNode): boolean {
  if (host.namespace !== "html" || ALONE.has(host.tag) || host.id === document.contentNodeId) return false
  // Its words stand somewhere in the component, between what is none of the page's.
  if (host.tag === USE) return false
  const inside = subtreeOf(document.nodes, host.id).slice(1)
  if (inside.length === 0) return WORDED.has(host.tag)
  if (inside.some((node) => node.kind === "element" && !AMONG_WORDS.has(node.tag))) return false
  return inside.some((node) => node.kind === "text") || WORDED.has(host.tag)
}

/** In the order of the page. */
export function textsIn(document: SiteDocument, host: NodeId): TextNode[] {
  return subtreeOf(document.nodes, host).filter((node) => node.kind === "text")
}
