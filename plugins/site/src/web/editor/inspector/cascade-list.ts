/** For people: which declarations are about an element, which of them counts, and where each stands. */
import {
  cascadeOf,
  type Declared,
  type ElementNode,
  isInherited,
  type Placed,
  parentWithin,
  type Site,
  type SiteDocument,
  sets,
} from "../../../document.ts"
import { nameOfNode } from "../store/node-words.ts"

export interface ListedDeclaration {
  readonly property: string
  readonly value: string
  readonly important: boolean
  /** The selector; null for the style of the element alone. */
  readonly selector: string | null
  /** The stylesheet, and what stands around the rule: "main.css, @media (max-width: 480px)". Empty for the element alone. */
  readonly source: string
  /** The name of the element around from which it comes; null where it is the element's own. */
  readonly from: string | null
  /** Whether nothing stronger says otherwise. */
  readonly counts: boolean
}

export interface CascadeList {
  /** By property; of each the strongest first. */
  readonly declarations: readonly ListedDeclaration[]
  /** Selectors of rules that hold only now and then. */
  readonly sometimes: readonly string[]
}

export function cascadeList(site: Site, document: SiteDocument, node: ElementNode, width: number): CascadeList {
  const cascade = cascadeOf(site.sheets, { width })
  const { declared, sometimes } = cascade.stylesOf({ document, node })
  const own = declared.map((one, at) =>
    listed(one, null, !declared.slice(0, at).some((two) => sets(two.property, one.property))),
  )
  const found = new Set(declared.map(({ property }) => property))
  const inherited: ListedDeclaration[] = []
  for (let at = parentWithin({ document, node }); at !== null; at = parentWithin(at)) {
    const name = nameOfNode(document, at.node)
    for (const one of cascade.stylesOf(at as Placed).declared) {
      // Variables are for everything below them, and a site has dozens.
      if (
        one.property.startsWith("--") ||
        !isInherited(one.property) ||
        [...found].some((known) => sets(known, one.property))
      )
        continue
      found.add(one.property)
      inherited.push(listed(one, name, true))
    }
  }
  const declarations = [...own, ...inherited].toSorted((a, b) =>
    a.property < b.property ? -1 : a.property > b.property ? 1 : 0,
  )
  return { declarations, sometimes: [...new Set(sometimes.map(({ selector }) => selector))] }
}

function listed(
  { property, value, important, rule }: Declared,
  from: string | null,
  counts: boolean,
): ListedDeclaration {
  const source = rule ? [rule.sheet, ...rule.context].join(", ") : ""
  return { property, value: value.trim(), important, selector: rule?.selector ?? null, source, from, counts }
}
