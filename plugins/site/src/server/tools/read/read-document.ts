/** A document as a model reads it: HTML in which every element says its id, in parts that end between two elements. */
import type { ElementNode, Site, SiteDocument } from "../../../document.ts"
import { refuse, writeNode } from "../../../document.ts"
import { findDocument, type Where } from "../run/find-node.ts"
import type { ReadContext } from "../run/runner.ts"
import { relevantCss } from "./relevant-css.ts"

/** Of the whole answer, as JSON: what a model is given, unless its window is too small for that. */
const BUDGET = 24_000
/** Names, ids and numbers around the two texts. */
const AROUND = 1_200

interface Piece {
  readonly of: "html" | "css"
  readonly text: string
  /** Of the element that it is, or begins with; empty for the end of one, and for styles. */
  readonly id: string
  readonly parent: string
}

/** All parts, one behind the other, are the document as it is written, and so are the styles. */
export function readDocument(
  site: Site,
  { document: ref, part = 1 }: { document?: Where | undefined; part?: number | undefined },
  { resultChars = BUDGET }: ReadContext = {},
) {
  const document = findDocument(site, ref)
  const counted = { cleaned: 0 }
  const room = Math.min(BUDGET, resultChars) - AROUND - JSON.stringify(document.title).length
  const pieces = [
    ...piecesOf(document, document.contentNodeId, room, counted),
    ...relevantCss(site, document).flatMap((text) =>
      chunksOf(clean(text, counted), room).map((chunk): Piece => ({ of: "css", text: chunk, parent: "", id: "" })),
    ),
  ]
  const parts = pack(pieces, room)
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

/** An element that fits stands whole; of a larger one its beginning, what it holds piece by piece, and its end. */
function piecesOf(document: SiteDocument, rootId: string, room: number, counted: { cleaned: number }): Piece[] {
  const found: Piece[] = []
  type Waiting = { id: string; parent: string } | { end: string }
  const waiting: Waiting[] = [{ id: rootId, parent: "" }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ("end" in next) {
      found.push({ of: "html", text: next.end, parent: "", id: "" })
      continue
    }
    const { id, parent } = next
    const node = document.nodes.get(id)
    if (!node) continue
    const text = writeNode(document, id, WRITTEN)
    const around = node.kind === "element" && sizeOf(text) > room / 2 ? aroundOf(document, node, text) : null
    if (around && node.kind === "element") {
      for (const chunk of chunksOf(clean(around.opening, counted), room))
        found.push({ of: "html", text: chunk, parent, id })
      waiting.push({ end: around.closing })
      for (const child of node.children.toReversed()) waiting.push({ id: child, parent: id })
    } else for (const chunk of chunksOf(clean(text, counted), room)) found.push({ of: "html", text: chunk, parent, id })
  }
  return found
}

const WRITTEN = { policy: null, withIds: "uid" } as const

/** What is written before and behind all that an element holds; null where that is not simply what each of it is by itself. */
function aroundOf(
  document: SiteDocument,
  node: ElementNode,
  text: string,
): { opening: string; closing: string } | null {
  const inner = node.children.map((child) => writeNode(document, child, WRITTEN)).join("")
  const closing = `</${node.tag}>`
  const opening = text.slice(0, text.length - closing.length - inner.length)
  return inner !== "" && opening.endsWith(">") && text === opening + inner + closing ? { opening, closing } : null
}

/** As it is where it fits; a text that no element ends in time is cut behind a word. */
function chunksOf(text: string, room: number): string[] {
  if (sizeOf(text) <= room / 2) return [text]
  const chunks: string[] = []
  // A character takes at most six as JSON.
  const most = Math.floor(room / 12)
  for (let from = 0; from < text.length; ) {
    const limit = from + most
    // Not the whole text backwards, which may hold no space at all.
    const space = from + text.slice(from, limit).lastIndexOf(" ")
    const to = limit >= text.length ? text.length : space > from ? space + 1 : whole(text, limit)
    chunks.push(text.slice(from, to))
    from = to
  }
  return chunks
}

/** Not between the two halves of one character. */
function whole(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}

function sizeOf(text: string): number {
  return JSON.stringify(text).length
}

function pack(pieces: readonly Piece[], room: number): Piece[][] {
  const parts: Piece[][] = [[]]
  let used = 0
  for (const [at, piece] of pieces.entries()) {
    const begins = at === 0 || pieces[at - 1]!.parent !== piece.parent
    const size = sizeOf(piece.text) + (begins ? RANGE + 3 * (piece.id.length + piece.parent.length) : 0)
    if (used + size > room && parts.at(-1)!.length > 0) {
      parts.push([])
      used = RANGE
    }
    parts.at(-1)!.push(piece)
    used += size
  }
  return parts
}

/** What a range takes besides its ids. */
const RANGE = 40

function rangesOf(pieces: readonly Piece[]): { parent: string; first: string; last: string }[] {
  const ranges: { parent: string; first: string; last: string }[] = []
  for (const { of, parent, id } of pieces) {
    if (of !== "html" || id === "") continue
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
