/** Rules by what they are for: found, changed and added without a touch to what stands around them. */
import { type DeclarationItem, type Item, normalised } from "./read-sheet.ts"
import { type FoundRule, itemsOf, type Piece, type StyleBlock, type Stylesheet, standsAlone } from "./stylesheet.ts"

export type StyleEdit =
  | { readonly type: "replace"; readonly piece: string; readonly expected: string; readonly text: string }
  | { readonly type: "add"; readonly piece: Piece; readonly after: string | null }
  | { readonly type: "remove"; readonly piece: string; readonly expected: string }

/** Every style rule of a sheet, in its order. */
export function rulesOf(sheet: Stylesheet): FoundRule[] {
  const found: FoundRule[] = []
  for (const piece of sheet.pieces)
    collect({ sheet: sheet.id, piece, path: [], within: null, context: [] }, itemsOf(piece), found)
  return found
}

type Around = Pick<FoundRule, "sheet" | "piece" | "path" | "within" | "context">

function collect(around: Around, items: readonly Item[], found: FoundRule[]): void {
  const { piece, within, context } = around
  for (const [at, item] of items.entries()) {
    if (item.kind !== "rule" && item.kind !== "at") continue
    const path = [...around.path, at]
    const inside = (text: string): Around => ({
      ...around,
      path,
      within: { text, around: within },
      context: [...context, text],
    })
    if (item.kind === "rule") {
      const selector = normalised(piece.text.slice(item.selector.start, item.selector.end))
      found.push({ ...around, path, selector, item })
      collect(inside(selector), item.items, found)
    } else if (item.block && holdsRules(item.name)) {
      const prelude = normalised(piece.text.slice(item.prelude.start, item.prelude.end))
      collect(inside(`${item.name} ${prelude}`), item.items, found)
    }
  }
}

/** What stands in blocks of a sheet beside its rules, such as `@keyframes` or `@layer a;`; not what belongs to a rule. */
export function besideRules(sheet: Stylesheet): Standing[] {
  const found: Standing[] = []
  const look = (piece: Piece, within: StyleBlock | null, items: readonly Item[]): void => {
    for (const item of items) {
      if (item.kind !== "at") continue
      if (!item.block || !holdsRules(item.name)) {
        found.push({ piece, within, item })
        continue
      }
      const prelude = normalised(piece.text.slice(item.prelude.start, item.prelude.end))
      look(piece, { text: `${item.name} ${prelude}`, around: within }, item.items)
    }
  }
  for (const piece of sheet.pieces) look(piece, null, itemsOf(piece))
  return found
}

/** Where something stands in a sheet. */
interface Standing extends Pick<FoundRule, "piece" | "within"> {
  readonly item: Pick<Item, "start" | "end">
}

/** In their order, each in what stands around it; what stands around several of them is written once. */
export function inTheirPlaces(rules: readonly Standing[]): string {
  const parts: string[] = []
  const open: StyleBlock[] = []
  const close = (down: number) => {
    for (; open.length > down; open.pop()) parts.push("}")
  }
  for (const { piece, within, item } of rules) {
    const places: StyleBlock[] = []
    for (let one = within; one; one = one.around) places.unshift(one)
    let same = 0
    while (same < open.length && open[same] === places[same]) same += 1
    close(same)
    for (const one of places.slice(same)) {
      parts.push(one.text, "{")
      open.push(one)
    }
    parts.push(piece.text.slice(item.start, item.end))
  }
  close(0)
  return parts.join(" ")
}

/**
 * Names for rules that are equal where their selectors are and all that stands around them; comparable among those of one
 * namer. What stands around a rule is read once for its block: joined for each rule, a long `@media` with many rules in it
 * took the square of its length.
 */
export function ruleNamer(): (rule: Pick<FoundRule, "within" | "selector">) => string {
  const numbers = new Map<StyleBlock, number>()
  const known = new Map<number, Map<string, number>>()
  let last = 0
  const numberOf = (block: StyleBlock | null): number => {
    if (block === null) return 0
    const before = numbers.get(block)
    if (before !== undefined) return before
    const around = numberOf(block.around)
    const inside = known.get(around) ?? new Map<string, number>()
    known.set(around, inside)
    const number = inside.get(block.text) ?? ++last
    inside.set(block.text, number)
    numbers.set(block, number)
    return number
  }
  return ({ within, selector }) => `${numberOf(within)} ${selector}`
}

/** Whether what looks like a rule in an at-rule is one: in these it is a step or a descriptor. */
export function holdsRules(name: string): boolean {
  return !OPAQUE.test(name)
}

const OPAQUE =
  /keyframes$|^@font-|^@property$|^@page$|^@counter-style$|^@position-try$|^@view-transition$|^@color-profile$|^@function$/

/** Its own declarations, without those of rules inside of it. */
export function declarationsOf(rule: FoundRule): readonly DeclarationItem[] {
  return rule.item.items.filter((item) => item.kind === "declaration")
}

/** What has to change in a piece. Two at one point stand in the order of the list. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The change that sets this declaration of a rule; null takes it away. Everything around it stays as it was written. */
export function spliceFor(rule: FoundRule, property: string, value: string | null): Splice | null {
  const { text } = rule.piece
  const own = declarationsOf(rule)
  const at = own.findLast((declaration) => declaration.property === property)
  if (at) {
    if (value !== null) return { start: at.value.start, end: at.important ? at.end : at.value.end, text: value }
    return { start: at.start, end: at.end + semicolonAt(text, at.end), text: "" }
  }
  if (value === null) return null
  const last = own.at(-1)
  const start = last ? last.end + semicolonAt(text, last.end) : rule.item.block.start
  const ended = !last || start > last.end
  return { start, end: start, text: `${ended ? "" : ";"} ${property}: ${value};` }
}

/** How far the semicolon lies, with the spaces before it; 0 where none follows. */
function semicolonAt(text: string, from: number): number {
  let at = from
  while (at < text.length && /\s/.test(text[at]!)) at += 1
  return text[at] === ";" ? at + 1 - from : 0
}

export function withSplices(text: string, splices: readonly Splice[]): string {
  let made = ""
  let at = 0
  for (const splice of splices.toSorted((a, b) => a.start - b.start)) {
    made += text.slice(at, splice.start) + splice.text
    at = splice.end
  }
  return made + text.slice(at)
}

/** Sets one declaration of a rule. */
export function setDeclaration(rule: FoundRule, property: string, value: string | null): StyleEdit {
  const { id, text } = rule.piece
  const splice = spliceFor(rule, property, value)
  return { type: "replace", piece: id, expected: text, text: splice ? withSplices(text, [splice]) : text }
}

export function leftOpen(name: string): string {
  return `A rule for ${name} leaves a bracket, a text or a comment open, or does not end with "}" or ";". Close it and try again.`
}

/** The sheet after the edits; a sentence where the sheet has moved on. */
export function editSheet(
  sheet: Stylesheet,
  edits: readonly StyleEdit[],
): { ok: true; sheet: Stylesheet; inverse: readonly StyleEdit[] } | { ok: false; reason: string } {
  // By their neighbours: looked for one by one, 10,000 rules that came at once took the square of that.
  const line = lineOf(sheet.pieces)
  const inverse: StyleEdit[] = []
  for (const edit of edits) {
    const text = edit.type === "add" ? edit.piece.text : edit.type === "replace" ? edit.text : null
    if (text !== null && !standsAlone(text)) return { ok: false, reason: leftOpen(sheet.name) }
    if (edit.type === "add") {
      if (line.find(edit.piece.id))
        return { ok: false, reason: `The rule ${edit.piece.id} is there already. Give it another id.` }
      line.add(edit.piece, edit.after)
      inverse.push({ type: "remove", piece: edit.piece.id, expected: edit.piece.text })
      continue
    }
    const piece = line.find(edit.piece)
    if (!piece)
      return { ok: false, reason: `The rule ${edit.piece} is no longer in ${sheet.name}. Read the styles again.` }
    if (piece.text !== edit.expected)
      return { ok: false, reason: `Somebody changed the rule ${edit.piece} of ${sheet.name} meanwhile. Read it again.` }
    if (edit.type === "replace") {
      line.replace({ id: piece.id, text: edit.text })
      inverse.push({ type: "replace", piece: piece.id, expected: edit.text, text: piece.text })
    } else inverse.push({ type: "add", piece, after: line.remove(piece.id) })
  }
  return { ok: true, sheet: { ...sheet, pieces: line.pieces() }, inverse: inverse.reverse() }
}

interface Placed {
  piece: Piece
  before: Placed | null
  next: Placed | null
}

/** Pieces in their order, each found by its id. */
function lineOf(pieces: readonly Piece[]) {
  const placed = new Map<string, Placed>()
  let first: Placed | null = null
  let last: Placed | null = null

  function put(piece: Piece, before: Placed | null): void {
    const next: Placed | null = before ? before.next : first
    const one: Placed = { piece, before, next }
    if (before) before.next = one
    else first = one
    if (next) next.before = one
    else last = one
    placed.set(piece.id, one)
  }

  for (const piece of pieces) put(piece, last)
  return {
    find: (id: string): Piece | undefined => placed.get(id)?.piece,
    /** Behind the last where what it is to follow is gone. */
    add: (piece: Piece, after: string | null) => put(piece, after === null ? null : (placed.get(after) ?? last)),
    replace(piece: Piece) {
      placed.get(piece.id)!.piece = piece
    },
    /** Answers what stands before it; null where it is the first. */
    remove(id: string): string | null {
      const { before, next } = placed.get(id)!
      if (before) before.next = next
      else first = next
      if (next) next.before = before
      else last = before
      placed.delete(id)
      return before?.piece.id ?? null
    },
    pieces(): Piece[] {
      const list: Piece[] = []
      for (let one = first; one; one = one.next) list.push(one.piece)
      return list
    },
  }
}
