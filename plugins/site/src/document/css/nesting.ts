/** Rules in rules as deep and as wide as browsers bear them. */
import { type Item, readSheet } from "./read-sheet.ts"
import { Kind, readTokens } from "./tokens.ts"

/** Chromium ends the page at 5,000 blocks in each other, and at 10,000 `:is(`. */
const DEEPEST = 100
/**
 * A browser tries each selector of a rule with each of the rule around it, and those with the ones around that. A million of
 * them take it a second, sixteen million longer than anybody waits: that is two selectors each, in 24 rules.
 */
const MOST_TOGETHER = 100_000

/** Why no browser could show it; null where it can. */
export function whyTooNested(css: string): string | null {
  // Nearly every piece is one rule, and is not read for this.
  if (css.indexOf("{") === css.lastIndexOf("{") && css.length < 1_000) return null
  const tokens = readTokens(css)
  const open: number[] = []
  for (let at = 0; at < tokens.count; at += 1) {
    while (open.length > 0 && open.at(-1)! <= at) open.pop()
    if (OPENS.has(tokens.kind(at))) open.push(tokens.closing(at))
    if (open.length > DEEPEST)
      return `Rules or brackets stand in each other more than ${DEEPEST} deep, which ends the page in a browser. Take some of them away.`
  }
  return isTooWide(css, readSheet(css), 0)
    ? "Rules stand in rules with so many selectors that a browser would try them for minutes. Take the rules out of each other, or some of the selectors away."
    : null
}

const OPENS: ReadonlySet<number> = new Set([Kind.function, Kind.openRound, Kind.openSquare, Kind.openCurly])

/** `around` is how many selectors those around it make together; 0 outside of every rule. */
function isTooWide(css: string, items: readonly Item[], around: number): boolean {
  return items.some((item) => {
    if (item.kind === "at") return isTooWide(css, item.items, around)
    if (item.kind !== "rule") return false
    const selector = css.slice(item.selector.start, item.selector.end)
    const own = 1 + (selector.match(/[,&]/g)?.length ?? 0)
    const together = Math.max(1, around) * own
    return (around > 0 && together > MOST_TOGETHER) || isTooWide(css, item.items, together)
  })
}
