import {
  besideRules,
  declarationsOf,
  inTheirPlaces,
  ruleNamer,
  rulesOf,
  type Splice,
  type StyleEdit,
  spliceFor,
  withSplices,
} from "./rules.ts"
import { type FoundRule, type Piece, type Stylesheet, sheetOf } from "./stylesheet.ts"

export interface AppliedCss {
  readonly edits: readonly StyleEdit[]
  readonly created: number
  readonly updated: number
}

/**
 * Rules into a sheet: one whose selector and context are there already gives its declarations to the last of those, any
 * other stands at the end. What is not a rule (`@keyframes`, `@font-face`) stands at the end too, unless the very same
 * text is there.
 */
export function applyCss(sheet: Stylesheet, css: string, nextId: () => string): AppliedCss {
  const nameOf = ruleNamer()
  const known = new Map<string, FoundRule>()
  for (const rule of rulesOf(sheet)) known.set(nameOf(rule), rule)
  const texts = new Set(sheet.pieces.map(({ text }) => text.trim()))
  const incoming = sheetOf(css, { id: "incoming", name: "incoming" })
  const wanted = new Map<FoundRule, Map<string, string>>()
  const added: Piece[] = []
  let created = 0

  for (const piece of incoming.pieces) {
    const text = piece.text.trim()
    if (text === "" || texts.has(text)) continue
    const rules = rulesOf({ ...incoming, pieces: [piece] })
    if (rules.length > 0 && rules.every((rule) => known.has(nameOf(rule)))) {
      for (const rule of rules) want(wanted, known.get(nameOf(rule))!, rule)
      const beside = inTheirPlaces(besideRules({ ...incoming, pieces: [piece] }))
      if (beside !== "" && !texts.has(beside)) added.push({ id: nextId(), text: `\n${beside}\n` })
      continue
    }
    added.push({ id: nextId(), text: `\n${text}\n` })
    created += Math.max(1, rules.filter(({ context }) => context.every((around) => around.startsWith("@"))).length)
  }

  const splices = new Map<Piece, Splice[]>()
  for (const [rule, declarations] of wanted) {
    const list = splices.get(rule.piece) ?? []
    for (const [property, value] of declarations) list.push(spliceFor(rule, property, value)!)
    splices.set(rule.piece, list)
  }
  const edits: StyleEdit[] = []
  for (const [{ id, text }, list] of splices) {
    const changed = withSplices(text, list)
    if (changed !== text) edits.push({ type: "replace", piece: id, expected: text, text: changed })
  }
  let last = sheet.pieces.at(-1)?.id ?? null
  for (const piece of added) {
    edits.push({ type: "add", piece, after: last })
    last = piece.id
  }
  return { edits, created, updated: wanted.size }
}

function want(wanted: Map<FoundRule, Map<string, string>>, target: FoundRule, rule: FoundRule): void {
  const declarations = wanted.get(target) ?? new Map<string, string>()
  wanted.set(target, declarations)
  for (const { property, value, important } of declarationsOf(rule)) {
    const text = rule.piece.text.slice(value.start, value.end)
    declarations.set(property, important ? `${text} !important` : text)
  }
}
