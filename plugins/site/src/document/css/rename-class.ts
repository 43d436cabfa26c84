/** Another name for a class, wherever a selector has it; everything else of the sheet stays as it was written. */
import { type Item, type Range, readSheet } from "./read-sheet.ts"
import { type Splice, withSplices } from "./rules.ts"
import { Kind, readTokens, unescapeCss } from "./tokens.ts"

export function classRenamedIn(css: string, from: string, to: string): { css: string; rules: number } {
  const splices: Splice[] = []
  let rules = 0
  const look = (items: readonly Item[]) => {
    for (const item of items) {
      if (item.kind !== "rule" && item.kind !== "at") continue
      const range = item.kind === "rule" ? item.selector : item.name === "@scope" ? item.prelude : null
      const found = range ? namesIn(css, range, from) : []
      if (found.length > 0) rules += 1
      for (const at of found) splices.push({ ...at, text: to })
      look(item.items)
    }
  }
  look(readSheet(css))
  return { css: withSplices(css, splices), rules }
}

function namesIn(css: string, { start, end }: Range, name: string): Range[] {
  const tokens = readTokens(css.slice(start, end))
  const found: Range[] = []
  for (let at = 1; at < tokens.count; at += 1) {
    const isClass = tokens.kind(at) === Kind.ident && tokens.kind(at - 1) === Kind.delim && tokens.text(at - 1) === "."
    if (isClass && unescapeCss(tokens.text(at)) === name)
      found.push({ start: start + tokens.start(at), end: start + tokens.end(at) })
  }
  return found
}
