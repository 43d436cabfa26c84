import type { HtmlRead } from "./read-html.ts"

/** What a person is told of the styles that came along: which were taken, and which were not and why. Null where none came. */
export function stylesTold({ fragment, styles, links }: HtmlRead): { text: string; tone: "info" | "warning" } | null {
  const { commands, kept, removed, token } = styles
  // What no browser understands may have none.
  const selectors = styles.selectors.filter((selector) => selector !== "")
  const isAlone = fragment.roots.length === 0
  const what = selectors.length > 0 ? ` for ${listed(selectors)}` : ""
  const taken = isAlone ? `The styles of the site have rules${what} now.` : `Styles came along${what}.`
  const skipped: string[] = []
  if (kept.length > 0) skipped.push(`The site has its own for ${listed(kept)}, which stay as they are.`)
  for (const part of removed.slice(0, 2)) skipped.push(`${part} was left out: it could run or load something.`)
  if (links > 0)
    skipped.push("Stylesheets that it only names were left out: paste their rules as well, or import the page.")
  if (token)
    skipped.push(`${token} is a token of the site. Change it among the tokens, so that all that is made of it follows.`)
  const told = commands.length > 0 ? [taken, ...skipped] : skipped
  if (told.length === 0) return isAlone ? { text: "The site has all of these styles already.", tone: "info" } : null
  return { text: told.join(" "), tone: skipped.length > 0 ? "warning" : "info" }
}

const MOST = 6

function listed(selectors: readonly string[]): string {
  const named = selectors.slice(0, MOST).map((one) => (one.length > 60 ? `${one.slice(0, 59).toWellFormed()}…` : one))
  return selectors.length > MOST ? `${named.join(", ")} and ${selectors.length - MOST} more` : named.join(", ")
}
