/** A document as a model reads it: HTML in which every element says its id, in parts that end between two elements. */
import type { ElementNode, Site, SiteDocument } from "../../../document.ts"
import { refuse, writeNode } from "../../../document.ts"
import { findDocument, type Where } from "../run/find-node.ts"
import { relevantCss } from "./relevant-css.ts"

/** Of the whole answer, as JSON: what a model is given. */
const BUDGET = 24_000

interface Piece {
  readonly of: "html" | "css"
  readonly text: string
  readonly parent: string
  readonly id: string
}

export function readDocument(
  site: Site,
  { document: ref, part = 1 }: { document?: Where | undefined; part?: number | undefined },
) {
  const document = findDocument(site, ref)
  const counted = { cleaned: 0 }
  const pieces = [
    ...piecesOf(document, document.contentNodeId, counted),
    ...relevantCss(site, document).map(
      (text): Piece => ({ of: "css", text: clean(text, counted), parent: "", id: "" }),
    ),
  ]
  const parts = pack(pieces)
  const shown = parts[part - 1]
  if (!shown) refuse(`The document has ${parts.length} ${parts.length === 1 ? "part" : "parts"}. Ask for one of them.`)
  const text = (of: Piece["of"]) => shown.flatMap((piece) => (piece.of === of ? [piece.text] : [])).join("")
  const answer = {
    document: { ...document.ref },
    title: document.title,
    html: text("html"),
    css: text("css"),
    pageInfo: {
      part,
      totalParts: parts.length,
      nextPart: part < parts.length ? part + 1 : null,
      ranges: rangesOf(shown),
      serializedChars: 0,
      cleaned: counted.cleaned,
    },
  }
  return { ...answer, pageInfo: { ...answer.pageInfo, serializedChars: JSON.stringify(answer).length } }
}

/** An element that fits stands whole; of a larger one what it holds, piece by piece. */
function piecesOf(document: SiteDocument, rootId: string, counted: { cleaned: number }): Piece[] {
  const found: Piece[] = []
  const waiting: [string, string][] = [[rootId, ""]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [id, parent] = next
    const node = document.nodes.get(id)
    if (!node) continue
    const text = clean(writeNode(document, id, { policy: null, withIds: "uid" }), counted)
    const fits = JSON.stringify(text).length <= BUDGET / 2
    if (node.kind === "element" && !fits && node.children.length > 0) {
      found.push({ of: "html", text: openingTag(document, node, counted), parent, id })
      for (const child of node.children.toReversed()) waiting.push([child, id])
    } else if (fits) found.push({ of: "html", text, parent, id })
    else {
      counted.cleaned += 1
      found.push({
        of: "html",
        text: `${text.slice(0, BUDGET / 4)}[${text.length - BUDGET / 4} more characters]`,
        parent,
        id,
      })
    }
  }
  return found
}

/** Alone, with a word about where the rest is. */
function openingTag(document: SiteDocument, node: ElementNode, counted: { cleaned: number }): string {
  const bare = { ...document, nodes: document.nodes.set(node.id, { ...node, children: [] }) }
  const written = writeNode(bare, node.id, { policy: null, withIds: "uid" })
  return `${clean(written, counted)}<!-- what ${node.id} holds follows -->\n`
}

function pack(pieces: readonly Piece[]): Piece[][] {
  const parts: Piece[][] = [[]]
  // Names, ids and numbers around the two texts.
  let used = 1_000
  for (const piece of pieces) {
    const size = JSON.stringify(piece.text).length + 2 * piece.id.length + piece.parent.length + 40
    if (used + size > BUDGET && parts.at(-1)!.length > 0) {
      parts.push([])
      used = 1_000
    }
    parts.at(-1)!.push(piece)
    used += size
  }
  return parts
}

function rangesOf(pieces: readonly Piece[]): { parent: string; first: string; last: string }[] {
  const ranges: { parent: string; first: string; last: string }[] = []
  for (const { of, parent, id } of pieces) {
    if (of !== "html") continue
    const last = ranges.at(-1)
    if (last?.parent === parent) last.last = id
    else ranges.push({ parent, first: id, last: id })
  }
  return ranges
}

/** Letters that tell a model nothing. What stands in their place is recognised when it comes back. */
export const OMITTED = /\[omitted \d+ characters\]/

function clean(text: string, counted: { cleaned: number }): string {
  return text
    .replace(/(data:[a-z0-9.+/-]{1,80};base64,)([A-Za-z0-9+/=]{200,})/gi, (_, head: string, body: string) => {
      counted.cleaned += 1
      return `${head}[omitted ${body.length} characters]`
    })
    .replace(/https?:\/\/[^\s"'<>)]{500,}/g, (address) => {
      counted.cleaned += 1
      return `${address.slice(0, 200)}[omitted ${address.length - 300} characters]${address.slice(-100)}`
    })
}
