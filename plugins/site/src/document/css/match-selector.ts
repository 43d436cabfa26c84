/** Whether an element of a document is what a selector is about. */
import type { ElementNode, SiteDocument } from "../tree/node.ts"
import type { Compound, Selector, Test } from "./read-selectors.ts"

export interface Placed {
  readonly document: SiteDocument
  readonly node: ElementNode
}

/** Which element stands around another: a page may stand in a template. */
export type ParentOf = (placed: Placed) => Placed | null

export const parentWithin: ParentOf = ({ document, node }) => {
  const parent = node.parent === null ? undefined : document.nodes.get(node.parent)
  return parent?.kind === "element" ? { document, node: parent } : null
}

export interface MatchOptions {
  readonly parentOf?: ParentOf
  /** Whether what only happens now and then (`:hover`) counts as happening. */
  readonly inState?: boolean
}

/** One for all that is asked of a document while it stays as it is: what was found out once is known. */
export function createMatcher(options: MatchOptions = {}): (placed: Placed, selector: Selector) => boolean {
  const matching = new Matching(options.parentOf ?? parentWithin, options.inState ?? false)
  return (placed, selector) => matching.selects(placed, selector, selector.compounds.length - 1, null)
}

class Matching {
  /** What was found out of an element and a beginning of a selector: without it, many spaces in a row go through all ways up. */
  private readonly known = new Map<Selector, Map<ElementNode, boolean[]>>()
  private readonly parentOf: ParentOf
  private readonly inState: boolean

  constructor(parentOf: ParentOf, inState: boolean) {
    this.parentOf = parentOf
    this.inState = inState
  }

  /** With `anchor`: what a relative selector begins at. */
  selects(placed: Placed, selector: Selector, at: number, anchor: ElementNode | null): boolean {
    const ofSelector = this.known.get(selector) ?? new Map<ElementNode, boolean[]>()
    this.known.set(selector, ofSelector)
    const answers = ofSelector.get(placed.node) ?? []
    ofSelector.set(placed.node, answers)
    if (anchor === null && answers[at] !== undefined) return answers[at]
    const found = this.looked(placed, selector, at, anchor)
    if (anchor === null) answers[at] = found
    return found
  }

  private looked(placed: Placed, selector: Selector, at: number, anchor: ElementNode | null): boolean {
    const compound = selector.compounds[at]!
    if (!this.passes(placed, compound)) return false
    const { combinator } = compound
    if (at === 0 && combinator === null) return true
    const before = (one: Placed | null): boolean =>
      one !== null && (at === 0 ? one.node === anchor : this.selects(one, selector, at - 1, anchor))
    if (combinator === ">") return before(this.parentOf(placed))
    if (combinator === "+") return before(siblingsBefore(placed).at(-1) ?? null)
    if (combinator === "~") return siblingsBefore(placed).some(before)
    for (let around = this.parentOf(placed); around !== null; around = this.parentOf(around))
      if (before(around)) return true
    return false
  }

  private passes(placed: Placed, { tests }: Compound): boolean {
    return tests.every((test) => this.passesOne(placed, test))
  }

  private passesOne(placed: Placed, test: Test): boolean {
    const { node } = placed
    switch (test.type) {
      case "tag":
        return node.tag.toLowerCase() === test.name.toLowerCase()
      case "id":
        return attributeOf(node, "id") === test.name
      case "class":
        return node.classes.includes(test.name)
      case "attribute":
        return fits(attributeOf(node, test.name), test, node.namespace === "html")
      case "nth":
        return isCounted(placed, test)
      case "is":
        return test.list.some((one) => one.part === null && this.selects(placed, one, one.compounds.length - 1, null))
      case "not":
        return !test.list.some((one) => this.selects(placed, one, one.compounds.length - 1, null))
      case "has":
        return test.list.some((one) => this.holds(placed, one))
      case "root":
        return this.parentOf(placed) === null
      case "empty":
        return isEmpty(placed)
      case "state":
        return this.inState
    }
  }

  /** `:has()`: somebody inside, or behind, is reached from here. */
  private holds(placed: Placed, selector: Selector): boolean {
    const first = selector.compounds[0]!.combinator
    const beside = first === "+" || first === "~"
    const candidates = beside ? siblingsBehind(placed).flatMap((one) => [one, ...below(one)]) : below(placed)
    return candidates.some((one) => this.selects(one, selector, selector.compounds.length - 1, placed.node))
  }
}

function attributeOf(node: ElementNode, name: string): string | undefined {
  if (name === "class") return node.classText ?? (node.classes.length > 0 ? node.classes.join(" ") : undefined)
  if (name === "style") return node.style ?? undefined
  return node.attributes.find(([one]) => one.toLowerCase() === name)?.[1]
}

/** Of these HTML says that large and small letters are the same. */
const CASELESS = new Set(
  `accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir direction disabled enctype
  face frame hreflang http-equiv lang language link media method multiple nohref noresize noshade nowrap readonly rel rev rules scope
  scrolling selected shape target text type valign valuetype vlink`.split(/\s+/),
)

function fits(value: string | undefined, test: Extract<Test, { type: "attribute" }>, isHtml: boolean): boolean {
  if (value === undefined) return false
  if (test.operator === null) return true
  const caseless = test.ignoreCase || (isHtml && CASELESS.has(test.name))
  const [is, wanted] = caseless ? [value.toLowerCase(), test.value.toLowerCase()] : [value, test.value]
  switch (test.operator) {
    case "=":
      return is === wanted
    case "~=":
      return wanted !== "" && is.split(/[\t\n\f\r ]/).includes(wanted)
    case "|=":
      return is === wanted || is.startsWith(`${wanted}-`)
    case "^=":
      return wanted !== "" && is.startsWith(wanted)
    case "$=":
      return wanted !== "" && is.endsWith(wanted)
    default:
      return wanted !== "" && is.includes(wanted)
  }
}

function siblingsOf({ document, node }: Placed): Placed[] {
  const parent = node.parent === null ? undefined : document.nodes.get(node.parent)
  const ids = parent?.kind === "element" ? parent.children : [node.id]
  return ids.flatMap((id) => {
    const one = document.nodes.get(id)
    return one?.kind === "element" ? [{ document, node: one }] : []
  })
}

function siblingsBefore(placed: Placed): Placed[] {
  const all = siblingsOf(placed)
  return all.slice(
    0,
    all.findIndex(({ node }) => node === placed.node),
  )
}

function siblingsBehind(placed: Placed): Placed[] {
  const all = siblingsOf(placed)
  return all.slice(all.findIndex(({ node }) => node === placed.node) + 1)
}

function below({ document, node }: Placed): Placed[] {
  const found: Placed[] = []
  const waiting = [...node.children].reverse()
  while (waiting.length > 0) {
    const one = document.nodes.get(waiting.pop()!)
    if (one?.kind !== "element") continue
    found.push({ document, node: one })
    for (let at = one.children.length - 1; at >= 0; at -= 1) waiting.push(one.children[at]!)
  }
  return found
}

function isCounted(placed: Placed, { step, offset, fromEnd, ofType }: Extract<Test, { type: "nth" }>): boolean {
  const all = siblingsOf(placed).filter(
    ({ node }) => !ofType || (node.tag === placed.node.tag && node.namespace === placed.node.namespace),
  )
  const index = all.findIndex(({ node }) => node === placed.node)
  const number = fromEnd ? all.length - index : index + 1
  if (step === 0) return number === offset
  const times = (number - offset) / step
  return Number.isInteger(times) && times >= 0
}

/** Comments do not count, spaces do. */
function isEmpty({ document, node }: Placed): boolean {
  return node.children.every((id) => {
    const child = document.nodes.get(id)
    return child === undefined || child.kind === "comment" || (child.kind === "text" && child.text === "")
  })
}
