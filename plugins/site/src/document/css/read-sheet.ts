/**
 * The structure of a stylesheet as a browser sees it, by CSS Syntax 3 with nesting: rules, at-rules, declarations, each with
 * where it stands in the text. Nothing is thrown and nothing lost: what no browser understands is there as `broken`.
 */
import { Kind, readTokens, type Tokens, unescapeCss } from "./tokens.ts"

export interface Range {
  readonly start: number
  readonly end: number
}
export interface DeclarationItem extends Range {
  readonly kind: "declaration"
  /** In small letters, but for custom properties. */
  readonly property: string
  readonly value: Range
  readonly important: boolean
}
export interface RuleItem extends Range {
  readonly kind: "rule"
  readonly selector: Range
  readonly block: Range
  readonly items: readonly Item[]
}
export interface AtRuleItem extends Range {
  readonly kind: "at"
  /** In small letters, with its sign. */
  readonly name: string
  readonly prelude: Range
  /** Null for a statement. */
  readonly block: Range | null
  readonly items: readonly Item[]
}
export interface BrokenItem extends Range {
  readonly kind: "broken"
}
export type Item = DeclarationItem | RuleItem | AtRuleItem | BrokenItem

/** Deeper than anybody nests. What lies below is kept and not looked into. */
const DEEPEST = 100

export function readSheet(css: string): readonly Item[] {
  const tokens = readTokens(css)
  const items: Item[] = []
  for (let at = 0; at < tokens.count; ) {
    const kind = tokens.kind(at)
    if (kind === Kind.whitespace || kind === Kind.comment || kind === Kind.cdo || kind === Kind.cdc) at += 1
    else
      at =
        kind === Kind.atKeyword
          ? readAtRule(tokens, at, tokens.count, false, 0, items)
          : readRule(tokens, at, tokens.count, false, 0, items)
  }
  return items
}

function readBlock(tokens: Tokens, from: number, to: number, depth: number): readonly Item[] {
  const items: Item[] = []
  if (depth > DEEPEST) return [{ kind: "broken", start: tokens.start(from), end: tokens.start(to) }]
  for (let at = from; at < to; ) {
    const kind = tokens.kind(at)
    if (kind === Kind.whitespace || kind === Kind.comment || kind === Kind.semicolon) at += 1
    else if (kind === Kind.atKeyword) at = readAtRule(tokens, at, to, true, depth, items)
    else at = readDeclaration(tokens, at, to, items) ?? readRule(tokens, at, to, true, depth, items)
  }
  return items
}

/** Nested is what stands in a style rule, at whatever depth: there a declaration may stand too. */
function readAtRule(tokens: Tokens, from: number, to: number, nested: boolean, depth: number, items: Item[]): number {
  const name = unescapeCss(tokens.text(from)).toLowerCase()
  let at = from + 1
  for (; at < to; at += 1) {
    const kind = tokens.kind(at)
    if (kind === Kind.semicolon) break
    if (kind === Kind.openCurly) {
      const closing = Math.min(tokens.closing(at), to)
      const end = closing < to ? tokens.end(closing) : tokens.start(to)
      items.push({
        kind: "at",
        name,
        start: tokens.start(from),
        end,
        prelude: { start: tokens.end(from), end: tokens.start(at) },
        block: { start: tokens.end(at), end: tokens.start(closing) },
        items:
          HOLDS_RULES.has(name) && !nested
            ? readRules(tokens, at + 1, closing, depth + 1)
            : readBlock(tokens, at + 1, closing, depth + 1),
      })
      return closing + 1
    }
    if (opens(kind)) at = Math.min(tokens.closing(at), to)
  }
  const end = at < to ? tokens.end(at) : tokens.start(to)
  items.push({
    kind: "at",
    name,
    start: tokens.start(from),
    end,
    prelude: { start: tokens.end(from), end: at < to ? tokens.start(at) : end },
    block: null,
    items: [],
  })
  return at + 1
}

/** At the top of a sheet these hold rules only; inside of a rule, declarations too. */
const HOLDS_RULES = new Set([
  "@media",
  "@supports",
  "@layer",
  "@container",
  "@scope",
  "@starting-style",
  "@document",
  "@-moz-document",
])

function readRules(tokens: Tokens, from: number, to: number, depth: number): readonly Item[] {
  if (depth > DEEPEST) return [{ kind: "broken", start: tokens.start(from), end: tokens.start(to) }]
  const items: Item[] = []
  for (let at = from; at < to; ) {
    const kind = tokens.kind(at)
    if (kind === Kind.whitespace || kind === Kind.comment) at += 1
    else if (kind === Kind.atKeyword) at = readAtRule(tokens, at, to, false, depth, items)
    else at = readRule(tokens, at, to, false, depth, items)
  }
  return items
}

function readRule(tokens: Tokens, from: number, to: number, nested: boolean, depth: number, items: Item[]): number {
  let at = from
  for (; at < to; at += 1) {
    const kind = tokens.kind(at)
    if (kind === Kind.openCurly) {
      const closing = Math.min(tokens.closing(at), to)
      items.push({
        kind: "rule",
        start: tokens.start(from),
        end: closing < to ? tokens.end(closing) : tokens.start(to),
        selector: { start: tokens.start(from), end: tokens.start(at) },
        block: { start: tokens.end(at), end: tokens.start(closing) },
        items: readBlock(tokens, at + 1, closing, depth + 1),
      })
      return closing + 1
    }
    if (nested && kind === Kind.semicolon) break
    if (opens(kind)) at = Math.min(tokens.closing(at), to)
  }
  items.push({ kind: "broken", start: tokens.start(from), end: at < to ? tokens.end(at) : tokens.start(to) })
  return at + 1
}

/** Null where it is none: then it may be a rule inside of the rule, as `a:hover { }` is. */
function readDeclaration(tokens: Tokens, from: number, to: number, items: Item[]): number | null {
  if (tokens.kind(from) !== Kind.ident) return null
  const colon = skipSpace(tokens, from + 1, to)
  if (tokens.kind(colon) !== Kind.colon || colon >= to) return null
  const name = unescapeCss(tokens.text(from))
  const custom = name.startsWith("--")
  const first = skipSpace(tokens, colon + 1, to)
  let last = first - 1
  let bang = -1
  let at = first
  for (; at < to && tokens.kind(at) !== Kind.semicolon; at += 1) {
    const kind = tokens.kind(at)
    if (kind === Kind.openCurly && !custom) {
      const behind = skipSpace(tokens, Math.min(tokens.closing(at), to) + 1, to)
      // A block and something else beside it: no property has such a value.
      if (at !== first || (behind < to && tokens.kind(behind) !== Kind.semicolon)) return null
    }
    if (kind === Kind.delim && tokens.text(at) === "!") bang = at
    if (opens(kind)) at = Math.min(tokens.closing(at), to)
    if (kind !== Kind.whitespace && kind !== Kind.comment) last = at
  }
  const important = bang >= 0 && /^!\s*important$/i.test(textWithoutComments(tokens, bang, last))
  const valueLast = important ? lastBefore(tokens, bang, first) : last
  items.push({
    kind: "declaration",
    property: custom ? name : name.toLowerCase(),
    important,
    start: tokens.start(from),
    end: last >= first ? tokens.end(Math.min(last, to - 1)) : tokens.end(colon),
    value:
      valueLast >= first
        ? { start: tokens.start(first), end: tokens.end(Math.min(valueLast, to - 1)) }
        : { start: tokens.end(colon), end: tokens.end(colon) },
  })
  return at + 1
}

function opens(kind: number): boolean {
  return kind === Kind.function || kind === Kind.openRound || kind === Kind.openSquare || kind === Kind.openCurly
}

function skipSpace(tokens: Tokens, from: number, to: number): number {
  let at = from
  while (at < to && (tokens.kind(at) === Kind.whitespace || tokens.kind(at) === Kind.comment)) at += 1
  return at
}

function lastBefore(tokens: Tokens, from: number, first: number): number {
  let at = from - 1
  while (at >= first && (tokens.kind(at) === Kind.whitespace || tokens.kind(at) === Kind.comment)) at -= 1
  return at
}

function textWithoutComments(tokens: Tokens, from: number, to: number): string {
  // "! important" is two words; whatever is longer is something else.
  if (to - from > 20) return ""
  let text = ""
  for (let at = from; at <= to; at += 1) if (tokens.kind(at) !== Kind.comment) text += tokens.text(at)
  return text
}

/** The text without comments and with one space where there were some: to compare selectors and contexts. */
export function normalised(css: string): string {
  if (/^[\w.#-]*$/.test(css)) return css
  const tokens = readTokens(css)
  let text = ""
  for (let at = 0; at < tokens.count; at += 1) {
    const kind = tokens.kind(at)
    text += kind === Kind.whitespace || kind === Kind.comment ? " " : tokens.text(at)
  }
  return text
    .replace(/ +/g, " ")
    .replace(/ ?([,{}>+~]) ?/g, "$1")
    .trim()
}

/** The text with everything closed that it leaves open, as a browser does at its end: what is put behind stays outside. */
export function closed(css: string): string {
  const tokens = readTokens(css)
  const last = tokens.count - 1
  let text = css
  const ending = last < 0 ? "" : tokens.text(last)
  const kind = tokens.kind(last)
  const backslashes = /\\*$/.exec(ending)![0].length
  if (kind === Kind.comment) {
    if (ending.length < 4 || !ending.endsWith("*/")) text += ending.endsWith("*") && ending.length > 2 ? "/" : "*/"
  } else if (kind === Kind.string) {
    if (backslashes % 2 === 1) text += "\n"
    if (ending.length < 2 || ending.at(-1) !== ending[0] || isEscaped(ending)) text += ending[0]
  } else if (kind === Kind.url) {
    if (!ending.endsWith(")") || isEscaped(ending)) text += backslashes % 2 === 1 ? "fffd )" : ")"
  } else if (kind === Kind.badUrl) {
    if (!ending.endsWith(")") || isEscaped(ending)) text += ")"
  } else if (backslashes % 2 === 1) text += "fffd "
  for (const at of tokens.open.toReversed()) text += ENDINGS[tokens.kind(at)] ?? ""
  return text
}

function isEscaped(text: string): boolean {
  return /\\*$/.exec(text.slice(0, -1))![0].length % 2 === 1
}

const ENDINGS: Readonly<Record<number, string>> = {
  [Kind.function]: ")",
  [Kind.openRound]: ")",
  [Kind.openSquare]: "]",
  [Kind.openCurly]: "}",
}
