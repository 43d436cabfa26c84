import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import {
  cascadeOf,
  type Declared,
  isInherited,
  type Placed,
  type Site,
  type StyleRule,
  sets,
  sheetOf,
  tokenSheet,
} from "../../../document.ts"
import { findBreakpoint } from "../run/find-breakpoint.ts"
import { findElement } from "../run/find-node.ts"
import { surroundings } from "./surroundings.ts"

const MOST_PROPERTIES = 80
const MOST_LOSERS = 10
const MOST_SOMETIMES = 30

/** What an element's styles are and whose they are: the declaration that wins, with its rule and file, and those that lose. */
export function inspectStyles(site: Site, input: ParsedInputOf<typeof siteContract.inspectStyles>) {
  const { document, node } = findElement(site, input.nodeId, input.document)
  const breakpoint = findBreakpoint(site, input.breakpointId)
  const parentOf = surroundings(site, document)
  const tokens = sheetOf(
    tokenSheet(site.facts.tokens, () => null),
    { id: "tokens", name: "design tokens" },
  )
  const cascade = cascadeOf([tokens, ...site.sheets], { width: breakpoint.width, parentOf })
  const placed: Placed = { document, node }
  const own = cascade.stylesOf(placed)
  const asked = input.properties?.map((name) => (name.startsWith("--") ? name : name.toLowerCase()))
  const styles = new Map<string, ReturnType<typeof told>>()
  const look = (declared: readonly Declared[], from: string | undefined) => {
    for (const property of asked ?? new Set(declared.map((one) => one.property))) {
      if (styles.has(property) || (from !== undefined && !isInherited(property))) continue
      const [winner, ...losers] = declared.filter((one) => sets(one.property, property))
      if (winner) styles.set(property, told(property, winner, losers, from))
    }
  }
  look(own.declared, undefined)
  for (let around = parentOf(placed); around !== null; around = parentOf(around))
    look(cascade.stylesOf(around).declared, around.node.id)
  return {
    breakpointId: breakpoint.id,
    styles: [...styles.values()].slice(0, MOST_PROPERTIES),
    sometimes: own.sometimes.slice(0, MOST_SOMETIMES).map(ruleTold),
    left: Math.max(0, styles.size - MOST_PROPERTIES) + Math.max(0, own.sometimes.length - MOST_SOMETIMES),
  }
}

function told(property: string, winner: Declared, losers: readonly Declared[], inheritedFrom: string | undefined) {
  return {
    property,
    ...declarationTold(winner),
    ...(inheritedFrom !== undefined && { inheritedFrom }),
    losers: losers.slice(0, MOST_LOSERS).map(declarationTold),
  }
}

function declarationTold({ property, value, important, rule }: Declared) {
  const by = `${property}: ${value.slice(0, 500).toWellFormed()}${important ? " !important" : ""}`
  return { declaration: by, rule: rule && ruleTold(rule) }
}

function ruleTold({ selector, context, sheet }: StyleRule) {
  return { selector, context: [...context], sheet }
}
