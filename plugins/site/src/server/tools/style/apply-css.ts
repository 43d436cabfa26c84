import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import {
  type Command,
  declarationsOf,
  type Piece,
  refuse,
  ruleNamer,
  rulesOf,
  type Site,
  sheetOf,
  spliceFor,
  withSplices,
} from "../../../document.ts"
import { classesOf } from "../read/relevant-css.ts"
import type { Ran, RunContext } from "../run/runner.ts"
import { affectedBy, applyRules, editsFor } from "./apply-rules.ts"

type Input = ParsedInputOf<typeof siteContract.applyCss>
interface Data {
  cssRulesCreated: number
  cssRulesUpdated: number
  cssRulesDeleted?: number
  cssPropertiesRemoved?: number
  affects?: { documents: number; nodes: number }
}

export function applyCss(site: Site, input: Input, context: RunContext): Ran<Data> {
  const { operation = "merge", css, selectors = [], properties = [] } = input
  if (operation === "merge" || operation === "replace") {
    if (!css?.trim()) refuse(`To ${operation} rules, pass them as css.`)
    return operation === "merge" ? merge(site, css, context) : replace(site, css, context)
  }
  if (selectors.length === 0) refuse("Name the selectors whose rules are meant, as they are written in the stylesheet.")
  if (operation === "delete") return remove(site, selectors)
  if (properties.length === 0) refuse("Name the properties to take away.")
  return removeProperties(site, selectors, properties)
}

function merge(site: Site, css: string, { nextId }: RunContext): Ran<Data> {
  const { commands, created, updated, warnings, selectors } = applyRules(site, css, "merge", nextId)
  return {
    commands,
    data: { cssRulesCreated: created, cssRulesUpdated: updated, affects: affects(site, selectors) },
    warnings,
  }
}

/** What a rule had besides goes: first that is taken away, then the rest is merged. */
function replace(site: Site, css: string, context: RunContext): Ran<Data> {
  const nameOf = ruleNamer()
  const wanted = new Map(
    rulesOf(sheetOf(css, { id: "incoming", name: "incoming" })).map((rule) => [
      nameOf(rule),
      new Set(declarationsOf(rule).map(({ property }) => property)),
    ]),
  )
  const edited = editRules(site, (rule) => {
    const keeps = wanted.get(nameOf(rule))
    return keeps ? declarationsOf(rule).flatMap(({ property }) => (keeps.has(property) ? [] : [property])) : []
  })
  const sheets = site.sheets.map((sheet) => ({
    ...sheet,
    pieces: sheet.pieces.map((piece) => ({ ...piece, text: edited.changes.get(piece) ?? piece.text })),
  }))
  const merged = merge({ ...site, sheets }, css, context)
  return {
    ...merged,
    commands: [...edited.commands, ...merged.commands],
    data: { ...merged.data, cssPropertiesRemoved: edited.removed },
  }
}

function remove(site: Site, selectors: readonly string[]): Ran<Data> {
  const wanted = new Set(selectors.map(normal))
  let deleted = 0
  const commands = site.sheets.flatMap((sheet): Command[] => {
    const changes = new Map<Piece, string>()
    const gone = rulesOf(sheet).filter(
      ({ selector, context }) => wanted.has(normal(selector)) && context.every((around) => around.startsWith("@")),
    )
    for (const [piece, here] of Map.groupBy(gone, (rule) => rule.piece)) {
      deleted += here.length
      const splices = here.map(({ item }) => ({ start: item.start, end: item.end, text: "" }))
      changes.set(piece, withSplices(piece.text, splices))
    }
    return changes.size > 0 ? [{ type: "editStyles", sheet: sheet.id, edits: editsFor(changes) }] : []
  })
  if (deleted === 0) refuse(`No rule has the selector ${selectors[0]}. Read the document for the rules there are.`)
  return {
    commands,
    data: { cssRulesCreated: 0, cssRulesUpdated: 0, cssRulesDeleted: deleted, affects: affects(site, selectors) },
  }
}

function removeProperties(site: Site, selectors: readonly string[], properties: readonly string[]): Ran<Data> {
  const wanted = new Set(selectors.map(normal))
  const { commands, removed, rules } = editRules(site, (rule) => {
    if (!wanted.has(normal(rule.selector))) return []
    return declarationsOf(rule).flatMap(({ property }) => (properties.includes(property) ? [property] : []))
  })
  if (removed === 0)
    refuse(`No rule of ${selectors[0]} has ${properties.join(" or ")}. Read the document for the rules there are.`)
  return {
    commands,
    data: {
      cssRulesCreated: 0,
      cssRulesUpdated: rules,
      cssPropertiesRemoved: removed,
      affects: affects(site, selectors),
    },
  }
}

function editRules(site: Site, without: (rule: ReturnType<typeof rulesOf>[number]) => readonly string[]) {
  const changes = new Map<Piece, string>()
  const commands: Command[] = []
  let removed = 0
  let rules = 0
  for (const sheet of site.sheets) {
    const splices = new Map<Piece, { start: number; end: number; text: string }[]>()
    for (const rule of rulesOf(sheet)) {
      const gone = new Set(without(rule))
      if (gone.size > 0) rules += 1
      for (const property of gone) {
        const splice = spliceFor(rule, property, null)
        if (!splice) continue
        removed += 1
        const list = splices.get(rule.piece)
        if (list) list.push(splice)
        else splices.set(rule.piece, [splice])
      }
    }
    const here = new Map([...splices].map(([piece, list]) => [piece, withSplices(piece.text, list)] as const))
    for (const [piece, text] of here) changes.set(piece, text)
    if (here.size > 0) commands.push({ type: "editStyles", sheet: sheet.id, edits: editsFor(here) })
  }
  return { changes, commands, removed, rules }
}

function affects(site: Site, selectors: readonly string[]) {
  return affectedBy(site, new Set(selectors.flatMap(classesOf)))
}

function normal(selector: string): string {
  return selector
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ ?([>+~,]) ?/g, "$1")
}
