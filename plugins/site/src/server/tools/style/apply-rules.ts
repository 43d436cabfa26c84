/** Rules into the stylesheets of a site: each where its selector stands already, and new ones at the end of the last sheet. */
import {
  applyCss,
  besideRules,
  type Command,
  cleanCss,
  declarationsOf,
  type FoundRule,
  inTheirPlaces,
  type Piece,
  policyOf,
  ruleNamer,
  rulesOf,
  type Site,
  type StyleEdit,
  type Stylesheet,
  sheetOf,
} from "../../../document.ts"

export interface AppliedRules {
  readonly commands: readonly Command[]
  readonly created: number
  readonly updated: number
  readonly warnings: readonly string[]
  /** Of the rules that were written. */
  readonly selectors: readonly string[]
}

export const OWN_SHEET = { id: "styles", name: "styles.css" }

/** `merge` changes rules that are there; `add` leaves them as they are and says so. */
export function applyRules(site: Site, written: string, mode: "merge" | "add", nextId: () => string): AppliedRules {
  const { css, removed } = cleanCss(written, policyOf(site.facts))
  const warnings = removed.map((part) => `${part} was left out: it could run or load something.`)
  const incoming = sheetOf(css, { id: "incoming", name: "incoming" })
  const nameOf = ruleNamer()
  const known = knownRules(site, nameOf)
  const texts = new Map<string, string>()
  const skipped = new Set<string>()
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
      else skipped.add(rule.selector)
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
  const commands: Command[] = []
  let created = 0
  let updated = 0
  for (const [id, text] of texts) {
    const sheet = site.sheets.find((one) => one.id === id) ?? emptySheet()
    if (!site.sheets.includes(sheet)) commands.push({ type: "sheet.add", sheet, after: null })
    const applied = applyCss(sheet, text, nextId)
    created += applied.created
    updated += applied.updated
    if (applied.edits.length > 0) commands.push({ type: "editStyles", sheet: id, edits: applied.edits })
  }
  if (skipped.size > 0)
    warnings.push(
      `These selectors have rules already, which were left as they are: ${[...skipped].slice(0, 20).join(", ")}. Use applyCss to change them.`,
    )
  warnings.push(...tokenWarnings(site, incoming))
  return { commands, created, updated, warnings, selectors: [...selectors] }
}

function emptySheet(): Stylesheet {
  return { ...OWN_SHEET, media: "", pieces: [] }
}

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

function tokenWarnings(site: Site, incoming: Stylesheet): string[] {
  const { colors } = site.facts.tokens
  const set = rulesOf(incoming).flatMap((rule) => declarationsOf(rule).map(({ property }) => property))
  const clash = set.find(
    (property) => Object.hasOwn(colors, property.replace(/^--color-/, "")) && property.startsWith("--color-"),
  )
  return clash ? [`${clash} is a token. Change it with setColorTokens, so that everything made of it follows.`] : []
}

/** How much of the site has a class of these selectors. */
export function affectedBy(site: Site, classes: ReadonlySet<string>): { documents: number; nodes: number } {
  let documents = 0
  let nodes = 0
  for (const document of site.documents.values()) {
    let here = 0
    for (const node of document.nodes.values())
      if (node.kind === "element" && node.classes.some((name) => classes.has(name))) here += 1
    if (here > 0) documents += 1
    nodes += here
  }
  return { documents, nodes }
}

export function editsFor(changes: ReadonlyMap<Piece, string>): StyleEdit[] {
  return [...changes].map(([{ id, text }, after]) =>
    after.trim() === ""
      ? { type: "remove", piece: id, expected: text }
      : { type: "replace", piece: id, expected: text, text: after },
  )
}
