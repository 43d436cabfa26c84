/** Which declaration of an element wins, over which others: importance, the style attribute, layers, selectors, order. */
import { createMatcher, type ParentOf, type Placed } from "./match-selector.ts"
import { holdsAt } from "./media-query.ts"
import { readSelectors, type Selector } from "./read-selectors.ts"
import { type DeclarationItem, type Item, normalised } from "./read-sheet.ts"
import { declarationsOf, rulesOf } from "./rules.ts"
import { type FoundRule, itemsOf, type Stylesheet, sheetOf } from "./stylesheet.ts"

export interface StyleRule {
  readonly selector: string
  readonly context: readonly string[]
  /** The name of its sheet. */
  readonly sheet: string
}

export interface Declared {
  readonly property: string
  readonly value: string
  readonly important: boolean
  /** Null for the style attribute. */
  readonly rule: StyleRule | null
}

export interface ElementStyles {
  /** What holds now, the strongest first. */
  readonly declared: readonly Declared[]
  /** Rules that hold only now and then: while the pointer is there, in a dark system, for a part such as `::before`. */
  readonly sometimes: readonly StyleRule[]
}

export interface Cascade {
  stylesOf(placed: Placed): ElementStyles
}

/** The sheets in their order, in a window of this width. */
export function cascadeOf(
  sheets: readonly Stylesheet[],
  { width, parentOf }: { width: number; parentOf?: ParentOf },
): Cascade {
  const around = parentOf && { parentOf }
  const [now, someday] = [createMatcher({ ...around }), createMatcher({ ...around, inState: true })]
  const layers = layersOf(sheets, width)
  const order = new Map(sheets.flatMap(({ pieces }) => pieces).map((piece, at) => [piece, at]))
  const rules = sheets.flatMap((sheet) => {
    const byMedia = holdsAt(sheet.media, width)
    if (byMedia === false) return []
    return rulesOf(sheet).flatMap((rule) =>
      blocksOf(rule).flatMap((block) =>
        judged(block, { sheet, byMedia, width, layers, order: order.get(rule.piece)! }),
      ),
    )
  })
  return {
    stylesOf(placed) {
      const found: Weighed[] = inlineOf(placed.node.style)
      const sometimes: StyleRule[] = []
      for (const rule of rules) {
        const held = rule.selectors.filter((one) => one.part === null && !one.inState && now(placed, one))
        const weight = Math.max(-1, ...held.map(({ specificity }) => specificity))
        if (weight >= 0 && rule.certain) found.push(...weighed(rule, weight))
        else if (weight >= 0 || rule.selectors.some((one) => someday(placed, one))) sometimes.push(rule.told)
      }
      return { declared: found.sort(strongestFirst).map(({ declared }) => declared), sometimes }
    },
  }
}

/** Declarations of a rule, and those in the at-rules right inside of it. */
interface Block extends Pick<FoundRule, "context" | "selector" | "path" | "piece"> {
  readonly inside: readonly string[]
  readonly declarations: readonly DeclarationItem[]
}

function blocksOf(rule: FoundRule): Block[] {
  const { context, selector, path, piece } = rule
  const blocks: Block[] = []
  const look = (items: readonly Item[], inside: readonly string[], at: readonly number[]) => {
    const declarations = items.filter((item) => item.kind === "declaration")
    if (declarations.length > 0) blocks.push({ context, selector, path: at, piece, inside, declarations })
    for (const [index, item] of items.entries()) {
      if (item.kind !== "at" || !item.block) continue
      const prelude = normalised(piece.text.slice(item.prelude.start, item.prelude.end))
      look(item.items, [...inside, `${item.name} ${prelude}`], [...at, index])
    }
  }
  look(rule.item.items, [], path)
  return blocks
}

interface Judged {
  readonly block: Block
  readonly order: number
  readonly told: StyleRule
  readonly selectors: readonly Selector[]
  /** Whether what stands around it holds; what may hold is not certain. */
  readonly certain: boolean
  readonly layer: readonly number[]
}

function judged(
  block: Block,
  by: { sheet: Stylesheet; byMedia: true | null; width: number; layers: ReadonlyMap<string, number>; order: number },
): Judged[] {
  let certain = by.byMedia === true
  let selectors: readonly Selector[] | null = null
  for (const around of [...block.context, block.selector, ...block.inside]) {
    if (!around.startsWith("@")) {
      selectors = readSelectors(around, selectors ?? undefined)
      if (!selectors) return []
      continue
    }
    const holds = holdsAround(around, by.width)
    if (holds === false) return []
    if (holds === null) certain = false
  }
  if (!selectors) return []
  const told = { selector: block.selector, context: [...block.context, ...block.inside], sheet: by.sheet.name }
  return [{ block, order: by.order, told, selectors, certain, layer: keyOfLayer(layerOf(block), by.layers) }]
}

/** Of an at-rule around a rule. A browser is taken to understand what is asked of it. */
function holdsAround(around: string, width: number): boolean | null {
  const space = around.indexOf(" ")
  const [name, prelude] = space < 0 ? [around, ""] : [around.slice(0, space), around.slice(space + 1)]
  if (name === "@media") return holdsAt(prelude, width)
  if (name === "@layer") return true
  if (name === "@supports") return /^not\b/i.test(prelude) ? null : true
  return name === "@starting-style" ? false : null
}

interface Weighed {
  readonly declared: Declared
  readonly inline: boolean
  readonly layer: readonly number[]
  readonly weight: number
  /** Of its piece among all, and where it stands in that. */
  readonly order: number
  readonly at: number
}

function weighed({ block, order, told, layer }: Judged, weight: number): Weighed[] {
  return block.declarations.map(({ property, value, important, start: at }) => ({
    declared: { property, value: block.piece.text.slice(value.start, value.end), important, rule: told },
    inline: false,
    layer,
    weight,
    order,
    at,
  }))
}

function inlineOf(style: string | null): Weighed[] {
  if (style === null || style.trim() === "") return []
  const [rule] = rulesOf(sheetOf(`x{${style}}`, { id: "inline", name: "" }))
  if (!rule) return []
  return declarationsOf(rule).map(({ property, value, important }, at) => ({
    declared: { property, value: rule.piece.text.slice(value.start, value.end), important, rule: null },
    inline: true,
    layer: UNLAYERED,
    weight: 0,
    order: 0,
    at,
  }))
}

function strongestFirst(a: Weighed, b: Weighed): number {
  if (a.declared.important !== b.declared.important) return a.declared.important ? -1 : 1
  if (a.inline !== b.inline) return a.inline ? -1 : 1
  const byLayer = compareLayers(b.layer, a.layer)
  // What is important in an early layer is important against later ones.
  if (byLayer !== 0) return a.declared.important ? -byLayer : byLayer
  return b.weight - a.weight || b.order - a.order || b.at - a.at
}

const UNLAYERED: readonly number[] = [Number.POSITIVE_INFINITY]

function compareLayers(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const [one, other] = [a[at] ?? Number.POSITIVE_INFINITY, b[at] ?? Number.POSITIVE_INFINITY]
    if (one !== other) return one < other ? -1 : 1
  }
  return 0
}

function keyOfLayer(path: readonly string[], layers: ReadonlyMap<string, number>): readonly number[] {
  const key = path.map((_, at) => layers.get(path.slice(0, at + 1).join("\n")) ?? 0)
  // What stands in a layer itself is stronger than what stands in the layers inside of it.
  return [...key, Number.POSITIVE_INFINITY]
}

/** Names of the layers that a rule is in, outermost first. One without a name is like no other. */
function layerOf({ context, selector, inside, path, piece }: Block): string[] {
  return [...context, selector, ...inside].flatMap((around, at) =>
    around === "@layer" || around.startsWith("@layer ")
      ? namesOf(around.slice("@layer".length), `${piece.id} ${path.slice(0, at + 1).join(".")}`)
      : [],
  )
}

function namesOf(prelude: string, otherwise: string): string[] {
  const name = normalised(prelude)
  return name === "" ? [`\0${otherwise}`] : name.split(".").map((part) => part.trim())
}

/** In the order in which each is named first. A block that does not hold names none, as browsers have it. */
function layersOf(sheets: readonly Stylesheet[], width: number): ReadonlyMap<string, number> {
  const order = new Map<string, number>()
  const note = (path: readonly string[]) => {
    for (let at = 1; at <= path.length; at += 1) {
      const key = path.slice(0, at).join("\n")
      if (!order.has(key)) order.set(key, order.size)
    }
  }
  const look = (
    text: string,
    piece: string,
    items: readonly Item[],
    at: readonly number[],
    within: readonly string[],
  ) => {
    for (const [index, item] of items.entries()) {
      if (item.kind === "rule") look(text, piece, item.items, [...at, index], within)
      if (item.kind !== "at") continue
      const prelude = text.slice(item.prelude.start, item.prelude.end)
      if (CONDITIONS.has(item.name) && !holdsAround(`${item.name} ${normalised(prelude)}`, width)) continue
      let inside = within
      if (item.name === "@layer" && item.block) {
        inside = [...within, ...namesOf(prelude, `${piece} ${[...at, index].join(".")}`)]
        note(inside)
      } else if (item.name === "@layer") {
        for (const name of prelude.split(",")) if (name.trim() !== "") note([...within, ...namesOf(name, "")])
      }
      look(text, piece, item.items, [...at, index], inside)
    }
  }
  for (const { media, pieces } of sheets)
    if (holdsAt(media, width)) for (const piece of pieces) look(piece.text, piece.id, itemsOf(piece), [], [])
  return order
}

/** Of `@container`, `@scope` and `@starting-style` the layers count whether they hold or not. */
const CONDITIONS: ReadonlySet<string> = new Set(["@media", "@supports"])
