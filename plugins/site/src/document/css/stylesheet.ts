/** One stylesheet of a site: pieces of text whose sum is the sheet, byte for byte. A piece is what stands at its top level. */
import { closed, type Item, readSheet } from "./read-sheet.ts"

export interface Piece {
  readonly id: string
  readonly text: string
}
export interface Stylesheet {
  readonly id: string
  /** The file it came from, or what people call it. */
  readonly name: string
  /** The media it is for, as on a link; empty for all. */
  readonly media: string
  readonly pieces: readonly Piece[]
}

/** Where the rules of a site go that has no stylesheet yet. */
export const OWN_SHEET: Stylesheet = { id: "styles", name: "styles.css", media: "", pieces: [] }

/** Spaces and comments belong to the piece behind them. */
export function sheetOf(
  css: string,
  { id, name, media = "" }: { id: string; name: string; media?: string },
): Stylesheet {
  const text = closed(css)
  const whole = text === "" || standsAlone(text) ? text : `${text}\n`
  const pieces: Piece[] = []
  let at = 0
  const add = (end: number) => {
    if (end > at) pieces.push({ id: `${id}.${pieces.length}`, text: whole.slice(at, end) })
    at = Math.max(at, end)
  }
  for (const item of readSheet(whole)) add(item.end)
  add(whole.length)
  return { id, name, media, pieces }
}

/**
 * Whether a piece means the same wherever it is put: it leaves nothing open, and its last sign cannot become one with the
 * first of the next. Else `/` and a rule that begins with `*` would make a comment of two harmless pieces.
 */
export function standsAlone(text: string): boolean {
  return /[\s;}]$/.test(text) && closed(text) === text
}

export function textOf(sheet: Stylesheet): string {
  return sheet.pieces.map(({ text }) => text).join("")
}

/** A block of an at-rule or a rule: one for all that stands in it, so that nobody copies or reads its text for each of them. */
export interface StyleBlock {
  /** An at-rule's name and prelude, or a selector. */
  readonly text: string
  readonly around: StyleBlock | null
}

/** A style rule, wherever it stands, with what stands around it. */
export interface FoundRule {
  readonly sheet: string
  readonly piece: Piece
  /** Which item of which: from the top of the piece down to the rule. */
  readonly path: readonly number[]
  /** Null at the top of the sheet. */
  readonly within: StyleBlock | null
  /** Preludes of the at-rules and selectors around it, outermost first. */
  readonly context: readonly string[]
  readonly selector: string
  readonly item: Extract<Item, { kind: "rule" }>
}

/** Pieces do not change, so each is read once. */
const read = new WeakMap<Piece, readonly Item[]>()

export function itemsOf(piece: Piece): readonly Item[] {
  let items = read.get(piece)
  if (!items) {
    items = readSheet(piece.text)
    read.set(piece, items)
  }
  return items
}
