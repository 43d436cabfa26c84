/** Selectors in parts. What a visitor causes (`:hover`) is told apart from what the document itself answers. */
import { Kind, readTokens, type Tokens, unescapeCss } from "./tokens.ts"

export interface Selector {
  /** In the order in which they are written; the last one is what the selector is about. */
  readonly compounds: readonly Compound[]
  /** Ids, classes and names, as one number that compares. */
  readonly specificity: number
  /** `before` of `::before`; null for the element itself. */
  readonly part: string | null
  /** Whether it holds only while something happens: the pointer is there, a field has the focus. */
  readonly inState: boolean
}
export interface Compound {
  readonly tests: readonly Test[]
  /** What stands between it and the compound before it; null for the first. */
  readonly combinator: Combinator | null
}
export type Combinator = " " | ">" | "+" | "~"
export type Test =
  | { readonly type: "tag" | "id" | "class"; readonly name: string }
  | {
      readonly type: "attribute"
      readonly name: string
      readonly operator: string | null
      readonly value: string
      readonly ignoreCase: boolean
    }
  | {
      readonly type: "nth"
      readonly step: number
      readonly offset: number
      readonly fromEnd: boolean
      readonly ofType: boolean
    }
  | { readonly type: "is" | "not" | "has"; readonly list: readonly Selector[] }
  | { readonly type: "root" | "empty" | "state" }

/** Null where a browser would not understand it either, or where nobody here does. `around`: those of the rule that it stands in. */
export function readSelectors(text: string, around?: readonly Selector[]): readonly Selector[] | null {
  const tokens = readTokens(text)
  return readList(tokens, { from: 0, to: tokens.count, depth: 0, around })
}

interface Stretch {
  readonly from: number
  readonly to: number
  readonly depth: number
  /** In `:has()` a combinator may come first. */
  readonly relative?: boolean
  /** In `:is()` and `:where()` what nobody understands is passed over. */
  readonly forgiving?: boolean
  /** What `&` stands for, and what a rule in a rule is within. */
  readonly around?: readonly Selector[] | undefined
}

const DEEPEST = 20

function readList(tokens: Tokens, stretch: Stretch): readonly Selector[] | null {
  if (stretch.depth > DEEPEST) return null
  const read: Selector[] = []
  for (const part of partsOf(tokens, stretch.from, stretch.to)) {
    const selector = readComplex(tokens, { ...stretch, ...part })
    if (selector) read.push(selector)
    else if (!stretch.forgiving) return null
  }
  return read
}

function partsOf(tokens: Tokens, from: number, to: number): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = []
  let start = from
  for (let at = from; at < to; at += 1) {
    if (tokens.kind(at) === Kind.comma) {
      parts.push({ from: start, to: at })
      start = at + 1
    } else if (opens(tokens.kind(at))) at = Math.min(tokens.closing(at), to)
  }
  parts.push({ from: start, to })
  return parts
}

function opens(kind: number): boolean {
  return kind === Kind.function || kind === Kind.openRound || kind === Kind.openSquare || kind === Kind.openCurly
}

function isBlank(kind: number): boolean {
  return kind === Kind.whitespace || kind === Kind.comment
}

interface Reading {
  readonly compounds: Compound[]
  specificity: number
  part: string | null
  inState: boolean
  /** Whether it says itself where the rule around it stands. */
  names: boolean
}

function readComplex(tokens: Tokens, stretch: Stretch): Selector | null {
  const { from, to, depth, around } = stretch
  const nested = around !== undefined && depth === 0
  const relative = stretch.relative === true || nested
  const reading: Reading = { compounds: [], specificity: 0, part: null, inState: false, names: false }
  let combinator: Combinator | null = null
  for (let at = from; at < to; ) {
    const kind = tokens.kind(at)
    const sign = tokens.text(at)
    if (kind === Kind.comment) at += 1
    else if (kind === Kind.whitespace) {
      if (reading.compounds.length > 0) combinator ??= " "
      at += 1
    } else if (kind === Kind.delim && (sign === ">" || sign === "+" || sign === "~")) {
      if ((combinator !== null && combinator !== " ") || (reading.compounds.length === 0 && !relative)) return null
      combinator = sign
      at += 1
    } else {
      // Nothing stands behind a part of an element.
      if (reading.part !== null) return null
      const tests: Test[] = []
      const next = readCompound(tokens, { ...stretch, from: at }, tests, reading)
      if (next === null || next === at) return null
      reading.compounds.push({ tests, combinator: reading.compounds.length === 0 ? combinator : (combinator ?? " ") })
      combinator = null
      at = next
    }
  }
  const [first] = reading.compounds
  if (!first || (combinator !== null && combinator !== " ")) return null
  const { specificity, part, inState, names } = reading
  const read = { specificity, part, inState, compounds: reading.compounds }
  if (nested && (!names || first.combinator !== null)) return within(read, around)
  // In `:has()` it begins below whoever is asked.
  if (stretch.relative && first.combinator === null)
    return { ...read, compounds: [{ ...first, combinator: " " }, ...read.compounds.slice(1)] }
  return read
}

/** A rule in a rule, which does not say where: below what that one is about. */
function within(selector: Selector, around: readonly Selector[]): Selector {
  const [first, ...rest] = selector.compounds
  return {
    ...selector,
    compounds: [
      { tests: [{ type: "is", list: around }], combinator: null },
      { tests: first!.tests, combinator: first!.combinator ?? " " },
      ...rest,
    ],
    specificity: selector.specificity + highest(around),
    inState: selector.inState || areInState(around),
  }
}

function areInState(list: readonly Selector[]): boolean {
  const known = inStateOf.get(list)
  if (known !== undefined) return known
  const found = list.every((one) => one.inState)
  inStateOf.set(list, found)
  return found
}
const inStateOf = new WeakMap<readonly Selector[], boolean>()

const ID = 1_000_000
const CLASS = 1_000
const TAG = 1

function readCompound(tokens: Tokens, stretch: Stretch, tests: Test[], reading: Reading): number | null {
  const { from, to, around } = stretch
  let at = from
  while (at < to) {
    const kind = tokens.kind(at)
    const text = tokens.text(at)
    if (kind === Kind.comment) at += 1
    else if (kind === Kind.ident) {
      if (at !== from) return null
      tests.push({ type: "tag", name: unescapeCss(text) })
      reading.specificity += TAG
      at += 1
    } else if (kind === Kind.delim && text === "*") {
      if (at !== from) return null
      at += 1
    } else if (kind === Kind.delim && text === "&") {
      tests.push(around ? { type: "is", list: around } : { type: "root" })
      reading.specificity += highest(around ?? [])
      reading.names = true
      at += 1
    } else if (kind === Kind.hash) {
      tests.push({ type: "id", name: unescapeCss(text.slice(1)) })
      reading.specificity += ID
      at += 1
    } else if (kind === Kind.delim && text === "." && tokens.kind(at + 1) === Kind.ident && at + 1 < to) {
      tests.push({ type: "class", name: unescapeCss(tokens.text(at + 1)) })
      reading.specificity += CLASS
      at += 2
    } else if (kind === Kind.openSquare) {
      const end = Math.min(tokens.closing(at), to)
      const test = readAttribute(tokens, at + 1, end)
      if (!test) return null
      tests.push(test)
      reading.specificity += CLASS
      at = end + 1
    } else if (kind === Kind.colon) {
      const next = readPseudo(tokens, { ...stretch, from: at }, tests, reading)
      if (next === null) return null
      at = next
    } else break
  }
  return at
}

const ATTRIBUTE = /^(?:([~|^$*]?=))$/

function readAttribute(tokens: Tokens, from: number, to: number): Test | null {
  const parts: { kind: number; text: string }[] = []
  for (let at = from; at < to; at += 1)
    if (!isBlank(tokens.kind(at))) parts.push({ kind: tokens.kind(at), text: tokens.text(at) })
  const [first, ...rest] = parts
  if (first?.kind !== Kind.ident) return null
  const name = unescapeCss(first.text).toLowerCase()
  if (rest.length === 0) return { type: "attribute", name, operator: null, value: "", ignoreCase: false }
  // `~=` comes as two signs.
  const signs = rest[1]?.text === "=" ? 2 : 1
  const operator = rest
    .slice(0, signs)
    .map(({ text }) => text)
    .join("")
  const [value, flag, ...more] = rest.slice(signs)
  if (!ATTRIBUTE.test(operator) || !value || more.length > 0) return null
  if (value.kind !== Kind.ident && value.kind !== Kind.string) return null
  if (flag && !/^i$/i.test(flag.text)) return null
  const bare = value.kind === Kind.string ? value.text.slice(1, -1) : value.text
  return {
    type: "attribute",
    name,
    operator,
    value: unescapeCss(bare),
    ignoreCase: flag !== undefined,
  }
}

/** As they were written before there were two colons. */
const OLD_PARTS = new Set(["before", "after", "first-line", "first-letter"])

function readPseudo(tokens: Tokens, stretch: Stretch, tests: Test[], reading: Reading): number | null {
  const { from, to, depth, around } = stretch
  const isPart = tokens.kind(from + 1) === Kind.colon
  const at = isPart ? from + 2 : from + 1
  const kind = tokens.kind(at)
  if (at >= to || (kind !== Kind.ident && kind !== Kind.function)) return null
  const name = unescapeCss(tokens.text(at).replace(/\($/, "")).toLowerCase()
  const closing = kind === Kind.function ? Math.min(tokens.closing(at), to) : at
  if (isPart || (kind === Kind.ident && OLD_PARTS.has(name))) {
    reading.part = name
    reading.specificity += TAG
    return closing + 1
  }
  if (kind === Kind.ident) {
    tests.push(plainTest(name, reading))
    reading.specificity += CLASS
    return closing + 1
  }
  const test = functionTest(tokens, name, { from: at + 1, to: closing, depth: depth + 1, around }, reading)
  if (!test) return null
  tests.push(test)
  return closing + 1
}

const NTH: Readonly<Record<string, Omit<Extract<Test, { type: "nth" }>, "type" | "step" | "offset">>> = {
  "nth-child": { fromEnd: false, ofType: false },
  "nth-last-child": { fromEnd: true, ofType: false },
  "nth-of-type": { fromEnd: false, ofType: true },
  "nth-last-of-type": { fromEnd: true, ofType: true },
}
const FIRST: Readonly<Record<string, string>> = {
  "first-child": "nth-child",
  "last-child": "nth-last-child",
  "first-of-type": "nth-of-type",
  "last-of-type": "nth-last-of-type",
}

function plainTest(name: string, reading: Reading): Test {
  if (name === "root" || name === "scope") return { type: "root" }
  if (name === "empty") return { type: "empty" }
  if (FIRST[name]) return { type: "nth", step: 0, offset: 1, ...NTH[FIRST[name]]! }
  if (name === "only-child") return both("nth-child", "nth-last-child")
  if (name === "only-of-type") return both("nth-of-type", "nth-last-of-type")
  if (name === "link" || name === "any-link") return { type: "is", list: LINKS }
  reading.inState = true
  return { type: "state" }
}

function bare(tests: readonly Test[]): Selector {
  return { compounds: [{ tests, combinator: null }], specificity: 0, part: null, inState: false }
}

function both(one: string, other: string): Test {
  const nth = (name: string): Test => ({ type: "nth", step: 0, offset: 1, ...NTH[name]! })
  return { type: "is", list: [bare([nth(one), nth(other)])] }
}

const HREF: Test = { type: "attribute", name: "href", operator: null, value: "", ignoreCase: false }
const LINKS: readonly Selector[] = ["a", "area"].map((name) => bare([{ type: "tag", name }, HREF]))

function functionTest(tokens: Tokens, name: string, inside: Stretch, reading: Reading): Test | null {
  if (name === "is" || name === "where" || name === "matches" || name === "-webkit-any") {
    const list = readList(tokens, { ...inside, forgiving: true })
    if (!list) return null
    if (holdsParent(tokens, inside)) reading.names = true
    if (name !== "where") reading.specificity += highest(list)
    return { type: "is", list }
  }
  if (name === "not" || name === "has") {
    const list = readList(tokens, { ...inside, relative: name === "has" })
    if (!list) return null
    if (holdsParent(tokens, inside)) reading.names = true
    reading.specificity += highest(list)
    return { type: name, list }
  }
  if (NTH[name]) {
    const text = tokens.source.slice(tokens.start(inside.from), tokens.start(inside.to))
    const [said, of] = splitAt(text, / of\s/i)
    const steps = readSteps(said)
    if (!steps) return null
    reading.specificity += CLASS
    const nth: Test = { type: "nth", ...steps, ...NTH[name]! }
    // Counting among those of a selector is more than is asked of a document here.
    if (of === null) return nth
    reading.inState = true
    return { type: "state" }
  }
  // `:lang()`, `:dir()` and whatever comes: nobody can tell it from the document alone.
  reading.specificity += CLASS
  reading.inState = true
  return { type: "state" }
}

function holdsParent(tokens: Tokens, { from, to }: Stretch): boolean {
  for (let at = from; at < to; at += 1) if (tokens.kind(at) === Kind.delim && tokens.text(at) === "&") return true
  return false
}

/** Of those around many rules, once: one list may have as many parts as a sheet has rules. */
function highest(list: readonly Selector[]): number {
  const known = highestOf.get(list)
  if (known !== undefined) return known
  const found = list.reduce((most, { specificity }) => Math.max(most, specificity), 0)
  highestOf.set(list, found)
  return found
}
const highestOf = new WeakMap<readonly Selector[], number>()

function splitAt(text: string, border: RegExp): [string, string | null] {
  const at = text.search(border)
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at)]
}

function readSteps(text: string): { step: number; offset: number } | null {
  const said = text.trim().toLowerCase()
  if (said === "odd") return { step: 2, offset: 1 }
  if (said === "even") return { step: 2, offset: 0 }
  if (/^[+-]?\d{1,9}$/.test(said)) return { step: 0, offset: Number(said) }
  const [, step, offset] = /^([+-]?\d{0,9})n(?:\s*([+-]\s*\d{1,9}))?$/.exec(said) ?? []
  if (step === undefined) return null
  const times = step === "" || step === "+" ? 1 : step === "-" ? -1 : Number(step)
  return { step: times, offset: offset ? Number(offset.replace(/\s+/g, "")) : 0 }
}
