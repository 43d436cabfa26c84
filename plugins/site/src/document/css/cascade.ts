/** Which declaration of an element wins, over which others: importance, the style attribute, layers, selectors, order. */
import { createMatcher, type ParentOf, type Placed } from "./match-selector.ts"
import { holdsAt } from "./media-query.ts"
import { readSelectors, type Selector } from "./read-selectors.ts"
import { type DeclarationItem, type Item, normalised } from "./read-sheet.ts"
import { declarationsOf, holdsRules, rulesOf } from "./rules.ts"
import { itemsOf, type Piece, type Stylesheet, sheetOf } from "./stylesheet.ts"

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
  const rules = judged(sheets, width)
  return {
    stylesOf(placed) {
      const found: Weighed[] = inlineOf(placed.node.style)
      const sometimes: StyleRule[] = []
      for (const rule of rules) {
        let weight = -1
        for (const one of rule.selectors)
          if (one.part === null && !one.inState && now(placed, one)) weight = Math.max(weight, one.specificity)
        if (weight >= 0 && rule.certain) for (const one of weighed(rule, weight)) found.push(one)
        else if (weight >= 0 || rule.selectors.some((one) => someday(placed, one))) sometimes.push(rule.told)
      }
      return { declared: found.sort(strongestFirst).map(({ declared }) => declared), sometimes }
    },
  }
}

/** Declarations of a rule, or of an at-rule right inside of it. */
interface Judged {
  readonly piece: Piece
  readonly declarations: readonly DeclarationItem[]
  /** Of its piece among all. */
  readonly order: number
  readonly told: StyleRule
  readonly selectors: readonly Selector[]
  /** Whether what stands around it holds; what may hold is not certain. */
  readonly certain: boolean
  readonly layer: Layer
}

/** What stands around items: judged once for its block, however many rules stand in that. */
interface Surrounding {
  /** Null where nobody knows. */
  readonly holds: boolean | null
  readonly layer: Layer
  /** Whether layers have their place from here: one that is first named in a block that does not hold has none yet. */
  readonly placesLayers: boolean
  readonly context: readonly string[]
  /** The rule that the items are in, with the at-rules between, and its selectors within those around it. */
  readonly rule: { readonly told: StyleRule; readonly selectors: readonly Selector[] } | null
}

function judged(sheets: readonly Stylesheet[], width: number): Judged[] {
  const found: Judged[] = []
  const top = newLayer()
  let order = 0
  for (const sheet of sheets) {
    const holds = holdsAt(sheet.media, width)
    if (holds === false) continue
    for (const piece of sheet.pieces) {
      order += 1
      const walk = (items: readonly Item[], around: Surrounding) => {
        const declarations = items.filter((item) => item.kind === "declaration")
        const { rule, layer } = around
        if (declarations.length > 0 && rule && around.holds !== false)
          found.push({ ...rule, piece, declarations, order, certain: around.holds === true, layer })
        for (const item of items) {
          const inside = entered(around, item, { sheet, piece, width })
          if (inside && "items" in item) walk(item.items, inside)
        }
      }
      walk(itemsOf(piece), { holds, layer: top, placesLayers: holds === true, context: [], rule: null })
    }
  }
  rankLayers(top)
  return found
}

/** What stands around what is in this item; null where nothing in there matters. */
function entered(
  around: Surrounding,
  item: Item,
  { sheet, piece, width }: { sheet: Stylesheet; piece: Piece; width: number },
): Surrounding | null {
  const { context, rule } = around
  if (item.kind === "rule") {
    const selector = normalised(piece.text.slice(item.selector.start, item.selector.end))
    const selectors = readSelectors(selector, rule?.selectors)
    if (!selectors) return null
    const told = { selector, context, sheet: sheet.name }
    return { ...around, context: [...context, selector], rule: { told, selectors } }
  }
  if (item.kind !== "at") return null
  const prelude = normalised(piece.text.slice(item.prelude.start, item.prelude.end))
  if (!item.block) {
    if (item.name === "@layer" && around.placesLayers)
      for (const name of prelude.split(",")) if (name !== "") layerIn(around.layer, name)
    return null
  }
  if (!holdsRules(item.name)) return null
  const also = holdsAround(item.name, prelude, width)
  if (also === false && CONDITIONS.has(item.name)) return null
  const name = `${item.name} ${prelude}`
  return {
    context: [...context, name],
    rule: rule && { ...rule, told: { ...rule.told, context: [...rule.told.context, name] } },
    holds: also === true || around.holds === false ? around.holds : also,
    placesLayers: around.placesLayers && (also === true || !CONDITIONS.has(item.name)),
    layer: item.name === "@layer" && around.placesLayers ? layerIn(around.layer, prelude) : around.layer,
  }
}

/** Of `@container`, `@scope` and `@starting-style` the layers count whether they hold or not. */
const CONDITIONS: ReadonlySet<string> = new Set(["@media", "@supports"])

/** Of an at-rule around a rule. A browser is taken to understand what is asked of it. */
function holdsAround(name: string, prelude: string, width: number): boolean | null {
  if (name === "@media") return holdsAt(prelude, width)
  if (name === "@layer") return true
  if (name === "@supports") return /^not\b/i.test(prelude) ? null : true
  return name === "@starting-style" ? false : null
}

interface Weighed {
  readonly declared: Declared
  readonly inline: boolean
  /** Null where there are none. */
  readonly layer: Layer | null
  readonly weight: number
  /** Of its piece among all, and where it stands in that. */
  readonly order: number
  readonly at: number
}

function weighed({ piece, declarations, order, told, layer }: Judged, weight: number): Weighed[] {
  return declarations.map(({ property, value, important, start: at }) => ({
    declared: { property, value: piece.text.slice(value.start, value.end), important, rule: told },
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
    layer: null,
    weight: 0,
    order: 0,
    at,
  }))
}

function strongestFirst(a: Weighed, b: Weighed): number {
  if (a.declared.important !== b.declared.important) return a.declared.important ? -1 : 1
  if (a.inline !== b.inline) return a.inline ? -1 : 1
  const byLayer = (b.layer?.rank ?? 0) - (a.layer?.rank ?? 0)
  // What is important in an early layer is important against later ones.
  if (byLayer !== 0) return a.declared.important ? -byLayer : byLayer
  return b.weight - a.weight || b.order - a.order || b.at - a.at
}

/** Outside of all layers is one too. */
interface Layer {
  /** In the order in which each is named first. */
  readonly inside: Layer[]
  readonly byName: Map<string, Layer>
  rank: number
}

function newLayer(): Layer {
  return { inside: [], byName: new Map(), rank: 0 }
}

/** `one.two` is two of them. One without a name is like no other. */
function layerIn(around: Layer, names: string): Layer {
  let layer = around
  for (const part of names.split(".")) {
    const name = part.trim()
    const known = name === "" ? undefined : layer.byName.get(name)
    const next = known ?? newLayer()
    if (!known) layer.inside.push(next)
    if (name !== "") layer.byName.set(name, next)
    layer = next
  }
  return layer
}

/** What stands in a layer itself is stronger than what stands in the layers inside of it. */
function rankLayers(top: Layer): void {
  const down = [top]
  for (let rank = 0, layer = down.pop(); layer; layer = down.pop(), rank -= 1) {
    layer.rank = rank
    for (const one of layer.inside) down.push(one)
  }
}
