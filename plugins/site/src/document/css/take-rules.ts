/** Rules into the stylesheets of a site: each where its selector stands already, and new ones at the end of the last sheet. */
import { policyOf } from "../facts/facts.ts"
import type { Site } from "../tree/node.ts"
import type { SingleCommand } from "../undo/touched-by.ts"
import { applyCss } from "./apply-css.ts"
import { cleanCss } from "./clean-css.ts"
import { besideRules, declarationsOf, inTheirPlaces, ruleNamer, rulesOf } from "./rules.ts"
import { type FoundRule, OWN_SHEET, type Stylesheet, sheetOf } from "./stylesheet.ts"

export interface TakenRules {
  readonly commands: readonly SingleCommand[]
  readonly created: number
  readonly updated: number
  /** Of the rules that were written. */
  readonly selectors: readonly string[]
  /** Selectors that have rules already, which stay as they are. */
  readonly kept: readonly string[]
  /** What could run or load something, and is no part of it. */
  readonly removed: readonly string[]
  /** A property that is a token of the site as well. */
  readonly token: string | null
}

/** `merge` changes rules that are there; `add` leaves them as they are. */
export function takeRules(site: Site, written: string, mode: "merge" | "add", nextId: () => string): TakenRules {
  // Most of what is inserted brings none: the rules of a large site are not read for it.
  if (written.trim() === "") return NONE
  const { css, removed } = cleanCss(written, policyOf(site.facts))
  const incoming = sheetOf(css, { id: "incoming", name: "incoming" })
  const nameOf = ruleNamer()
  const known = knownRules(site, nameOf)
  const texts = new Map<string, string>()
  const kept = new Set<string>()
  const selectors = new Set<string>()
  const target = site.sheets.at(-1)?.id ?? OWN_SHEET.id
  const give = (sheet: string, text: string) => texts.set(sheet, `${texts.get(sheet) ?? ""}${text}\n`)
  for (const piece of incoming.pieces) {
    if (piece.text.trim() === "") continue
    const rules = rulesOf({ ...incoming, pieces: [piece] })
    const beside = besideRules({ ...incoming, pieces: [piece] })
    const owners = rules.map((rule) => known.get(nameOf(rule)))
    for (const [at, rule] of rules.entries()) {
      if (mode === "merge" || owners[at] === undefined) selectors.add(rule.selector)
      else kept.add(rule.selector)
    }
    if (owners.every((owner) => owner === undefined)) give(target, piece.text)
    else if (owners.every((owner) => owner !== undefined) && new Set(owners).size === 1) {
      if (mode === "merge") give(owners[0]!, piece.text)
      else give(target, inTheirPlaces(beside))
    } else {
      for (const { owner, rules: theirs } of byOwner(rules, owners))
        if (owner === undefined || mode === "merge") give(owner ?? target, inTheirPlaces(theirs))
      give(target, inTheirPlaces(beside))
    }
  }
  const commands: SingleCommand[] = []
  let created = 0
  let updated = 0
  for (const [id, text] of texts) {
    const sheet = site.sheets.find((one) => one.id === id) ?? OWN_SHEET
    if (!site.sheets.includes(sheet)) commands.push({ type: "sheet.add", sheet, after: null })
    const applied = applyCss(sheet, text, nextId)
    created += applied.created
    updated += applied.updated
    if (applied.edits.length > 0) commands.push({ type: "editStyles", sheet: id, edits: applied.edits })
  }
  const told = { selectors: [...selectors], kept: [...kept], removed, token: tokenIn(site, incoming) }
  return { commands, created, updated, ...told }
}

const NONE: TakenRules = { commands: [], created: 0, updated: 0, selectors: [], kept: [], removed: [], token: null }

/** In which sheet the last rule of a selector and context stands. */
function knownRules(site: Site, nameOf: ReturnType<typeof ruleNamer>): Map<string, string> {
  const known = new Map<string, string>()
  for (const sheet of site.sheets) for (const rule of rulesOf(sheet)) known.set(nameOf(rule), sheet.id)
  return known
}

/**
 * Some are known and some are not, so each goes its own way, with the rules inside of it. Those of which a sheet knows all
 * are apart from those of which it knows some: together, none of them would be changed where it stands.
 */
function byOwner(
  rules: readonly FoundRule[],
  owners: readonly (string | undefined)[],
): { owner: string | undefined; rules: readonly FoundRule[] }[] {
  const groups = new Map<string, { owner: string | undefined; rules: FoundRule[] }>()
  for (let at = 0; at < rules.length; ) {
    const [rule, owner] = [rules[at]!, owners[at]]
    let isAllKnown = true
    // Those inside of a rule follow it.
    for (at += 1; at < rules.length && rules[at]!.item.start < rule.item.end; at += 1)
      isAllKnown &&= owners[at] === owner
    const key = `${owner !== undefined && isAllKnown} ${owner ?? ""}`
    const group = groups.get(key) ?? { owner, rules: [] }
    group.rules.push(rule)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function tokenIn(site: Site, incoming: Stylesheet): string | null {
  const { colors } = site.facts.tokens
  const set = rulesOf(incoming).flatMap((rule) => declarationsOf(rule).map(({ property }) => property))
  const clash = set.find(
    (property) => Object.hasOwn(colors, property.replace(/^--color-/, "")) && property.startsWith("--color-"),
  )
  return clash ?? null
}
