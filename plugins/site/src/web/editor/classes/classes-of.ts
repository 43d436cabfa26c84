/** The classes of a site as one page sees them: those that its elements have, and those that the styles know. */
import {
  type NodeId,
  readSelectors,
  rulesOf,
  type Selector,
  type SiteDocument,
  type Stylesheet,
} from "../../../document.ts"

export interface ClassUse {
  readonly name: string
  /** Which elements of the page have it, in any order. */
  readonly elements: readonly NodeId[]
  /** How many rules of the site name it. */
  readonly rules: number
}

/** By name. */
export function classesOf(document: SiteDocument, sheets: readonly Stylesheet[]): ClassUse[] {
  const elements = new Map<string, NodeId[]>()
  for (const node of document.nodes.values()) {
    if (node.kind !== "element") continue
    for (const name of node.classes) {
      const having = elements.get(name)
      if (having) having.push(node.id)
      else elements.set(name, [node.id])
    }
  }
  const rules = new Map<string, number>()
  for (const sheet of sheets) for (const name of classesIn(sheet)) rules.set(name, (rules.get(name) ?? 0) + 1)
  return [...new Set([...elements.keys(), ...rules.keys()])]
    .toSorted((a, b) => a.localeCompare(b))
    .map((name) => ({ name, elements: elements.get(name) ?? [], rules: rules.get(name) ?? 0 }))
}

/** Sheets do not change: each is read once. */
const read = new WeakMap<Stylesheet, readonly string[]>()

/** Of each rule the classes that it names, each once. */
function classesIn(sheet: Stylesheet): readonly string[] {
  let names = read.get(sheet)
  if (!names) {
    names = rulesOf(sheet).flatMap(({ selector }) => [...new Set((readSelectors(selector) ?? []).flatMap(namesOf))])
    read.set(sheet, names)
  }
  return names
}

function namesOf({ compounds }: Selector): string[] {
  return compounds.flatMap(({ tests }) =>
    tests.flatMap((test) => (test.type === "class" ? [test.name] : "list" in test ? test.list.flatMap(namesOf) : [])),
  )
}
