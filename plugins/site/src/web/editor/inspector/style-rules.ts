/** Which rule a control of the inspector is about, and what changes it. */
import {
  applyCss,
  declarationsOf,
  type FoundRule,
  type NodeId,
  OWN_SHEET,
  queryOf,
  rulesOf,
  type SingleCommand,
  type Site,
  spliceFor,
  withSplices,
} from "../../../document.ts"

export interface Declaration {
  readonly property: string
  readonly value: string
}

/** What stands around a rule, as the stylesheet writes it: where the target does not say it, the query of the breakpoint; none for the base. */
function contextFor(site: Site, { breakpoint, context }: StyleTarget): readonly string[] {
  if (context) return context
  const query = queryOf(site.facts.breakpoints, breakpoint)
  return query === null ? [] : [`@media ${query}`]
}

/** The rules of a target, in their order: of several the last has the last word. */
export function rulesFor(site: Site, target: StyleTarget): readonly FoundRule[] {
  const context = contextFor(site, target).join("\n")
  const selector = selectorOf(target)
  return site.sheets
    .flatMap(rulesOf)
    .filter((rule) => rule.selector === selector && rule.context.join("\n") === context)
}

/** By property, the last of each. */
export function declarationsFor(rules: readonly FoundRule[]): readonly Declaration[] {
  const found = new Map<string, string>()
  for (const rule of rules)
    for (const { property, value, important } of declarationsOf(rule))
      found.set(property, rule.piece.text.slice(value.start, value.end) + (important ? " !important" : ""))
  return [...found].map(([property, value]) => ({ property, value }))
}

/** Sets one declaration; null takes it away. The rule is made where there is none. */
export function setRuleStyle(
  site: Site,
  { property, value, ...target }: StyleTarget & { property: string; value: string | null },
  nextId: () => NodeId,
): SingleCommand[] {
  const rules = rulesFor(site, target)
  const having = rules.filter((rule) => declarationsOf(rule).some((one) => one.property === property))
  const rule = having.at(-1) ?? rules.at(-1)
  if (rule) {
    const splice = spliceFor(rule, property, value)
    if (!splice) return []
    const { id, text } = rule.piece
    const edit = { type: "replace" as const, piece: id, expected: text, text: withSplices(text, [splice]) }
    return [{ type: "editStyles", sheet: rule.sheet, edits: [edit] }]
  }
  if (value === null) return []
  return addRule(site, target, `${property}: ${value};`, nextId)
}

/** All declarations of a rule, as text. */
export function setRuleText(
  site: Site,
  { text, ...target }: StyleTarget & { text: string },
  nextId: () => NodeId,
): SingleCommand[] {
  const rule = rulesFor(site, target).at(-1)
  if (!rule) return text.trim() === "" ? [] : addRule(site, target, text, nextId)
  const { start, end } = rule.item.block
  const { id, text: expected } = rule.piece
  const changed = `${expected.slice(0, start)}\n  ${text.trim()}\n${expected.slice(end)}`
  return [{ type: "editStyles", sheet: rule.sheet, edits: [{ type: "replace", piece: id, expected, text: changed }] }]
}

/** What stands between the brackets of the rule that counts; empty where there is none. */
export function ruleText(site: Site, target: StyleTarget): string {
  const rule = rulesFor(site, target).at(-1)
  if (!rule) return ""
  const { start, end } = rule.item.block
  return rule.piece.text
    .slice(start, end)
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim()
}

export interface StyleTarget {
  /** As the stylesheet writes it, without a state: `.card`, `.card > p`. */
  readonly selector: string
  readonly breakpoint: string
  /** Such as `hover`; without one, as it is. */
  readonly state?: string
  /** What stands around a rule that is changed where it stands, whatever the breakpoint. */
  readonly context?: readonly string[]
}

export function selectorOfClass(name: string): string {
  return `.${escapeClass(name)}`
}

/** As the stylesheet writes it: `.card:hover`. */
export function selectorOf({ selector, state = "" }: StyleTarget): string {
  if (state === "") return selector
  return selector.includes(",") ? `:is(${selector}):${state}` : `${selector}:${state}`
}

/** At the end of the last sheet; a site without one gets one. */
function addRule(site: Site, target: StyleTarget, declarations: string, nextId: () => NodeId): SingleCommand[] {
  const sheet = site.sheets.at(-1) ?? OWN_SHEET
  const rule = `${selectorOf(target)} { ${declarations} }`
  const css = contextFor(site, target).reduceRight((inner, around) => `${around} { ${inner} }`, rule)
  const { edits } = applyCss(sheet, css, nextId)
  return [
    ...(site.sheets.includes(sheet) ? [] : [{ type: "sheet.add" as const, sheet, after: null }]),
    { type: "editStyles", sheet: sheet.id, edits },
  ]
}

/** Declarations of an attribute `style`, in their order. */
export function inlineDeclarations(style: string | null): readonly Declaration[] {
  const rule = inlineRule(style)
  return rule ? declarationsFor([rule]) : []
}

/** The attribute with one declaration set; null where nothing is left of it. */
export function withInline(style: string | null, property: string, value: string | null): string | null {
  const rule = inlineRule(style ?? "")
  const splice = rule && spliceFor(rule, property, value)
  if (!rule || !splice) return style
  const text = withSplices(rule.piece.text, [splice])
  const changed = text.slice(text.indexOf("{") + 1, text.lastIndexOf("}")).trim()
  return changed === "" ? null : changed
}

function inlineRule(style: string | null): FoundRule | undefined {
  if (style === null) return undefined
  const piece = { id: "inline", text: `x {${style}}\n` }
  return rulesOf({ id: "inline", name: "", media: "", pieces: [piece] })[0]
}

/** As CSS writes names of classes that are no plain words. */
export function escapeClass(name: string): string {
  return name.replace(/^\d/, (digit) => `\\3${digit} `).replace(/[^\w\\ \u0080-\uffff-]/g, (sign) => `\\${sign}`)
}
