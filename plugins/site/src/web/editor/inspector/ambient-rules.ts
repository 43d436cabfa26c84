/** Rules about an element that are no rule of one class: `h1`, `.card > p`. They can be changed for all that they are about. */
import {
  cascadeOf,
  type ElementNode,
  queryOf,
  type Site,
  type SiteDocument,
  type StyleRule,
} from "../../../document.ts"
import { STATES } from "../states/states.ts"
import { selectorOfClass } from "./style-rules.ts"

export interface AmbientRule {
  /** Tells it from the others of this element. */
  readonly key: string
  /** Without the state that it may be for. */
  readonly selector: string
  /** What stands around it, where that is more than the width of a window. */
  readonly context: readonly string[]
  /** The stylesheet, and what stands around: "main.css, @layer base". */
  readonly source: string
}

/** In the order of the sheets; of several with one selector in the same place, the last says where it comes from. */
export function ambientRules(site: Site, document: SiteDocument, node: ElementNode, width: number): AmbientRule[] {
  const { declared, sometimes } = cascadeOf(site.sheets, { width }).stylesOf({ document, node })
  const bare = new Set(node.classes.map(selectorOfClass))
  const widths = new Set(site.facts.breakpoints.map(({ id }) => `@media ${queryOf(site.facts.breakpoints, id)}`))
  const found = new Map<string, AmbientRule>()
  for (const rule of [...sometimes, ...declared.flatMap((one) => one.rule ?? []).toReversed()]) {
    const selector = withoutState(rule.selector)
    // A part such as `::before` is no element, and what stands in another rule means nothing without that.
    if (bare.has(selector) || selector.includes("::") || selector.includes("&") || isNested(rule)) continue
    // A width is chosen above the canvas: with its rules those without one are meant.
    const context = rule.context.filter((around) => !widths.has(around))
    const key = [selector, ...context].join("\n")
    const source = [rule.sheet, ...context].join(", ")
    if (found.get(key)?.source !== source) found.set(key, { key, selector, context, source })
  }
  return [...found.values()]
}

function withoutState(selector: string): string {
  const state = STATES.find(({ id }) => id !== "" && selector.endsWith(`:${id}`))
  return state && !selector.includes(",") ? selector.slice(0, -1 - state.id.length) : selector
}

function isNested({ context }: StyleRule): boolean {
  return context.some((around) => !around.startsWith("@"))
}
