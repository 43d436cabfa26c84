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

/** The strongest first, and those that hold only now and then last; of several with one selector in the same place, the strongest says where it comes from. */
export function ambientRules(site: Site, document: SiteDocument, node: ElementNode, width: number): AmbientRule[] {
  const { declared, sometimes } = cascadeOf(site.sheets, { width }).stylesOf({ document, node })
  const bare = new Set(node.classes.map(selectorOfClass))
  const widths = new Set(site.facts.breakpoints.map(({ id }) => `@media ${queryOf(site.facts.breakpoints, id)}`))
  const found = new Map<string, AmbientRule>()
  for (const rule of [...declared.flatMap((one) => one.rule ?? []), ...sometimes]) {
    const selector = withoutState(rule.selector)
    if (selector === null) continue
    // A part such as `::before` is no element, and what stands in another rule means nothing without that.
    if (bare.has(selector) || selector.includes("::") || selector.includes("&") || isNested(rule)) continue
    // A width is chosen above the canvas: with its rules those without one are meant.
    const context = rule.context.filter((around) => !widths.has(around))
    const key = [selector, ...context].join("\n")
    const source = [rule.sheet, ...context].join(", ")
    if (!found.has(key)) found.set(key, { key, selector, context, source })
  }
  return [...found.values()]
}

/** Null for what is about anything in a state, such as `:focus-visible`: without that it says nothing. */
function withoutState(selector: string): string | null {
  const state = STATES.find(({ id }) => id !== "" && selector.endsWith(`:${id}`))
  if (!state || selector.includes(",")) return selector
  const left = selector.slice(0, -1 - state.id.length)
  return left === "" || /[\s>+~]$/.test(left) ? null : left
}

function isNested({ context }: StyleRule): boolean {
  return context.some((around) => !around.startsWith("@"))
}
