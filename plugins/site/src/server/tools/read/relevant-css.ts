import { rulesOf, type Site, type SiteDocument, tokenSheet } from "../../../document.ts"

/** The CSS that concerns a document: tokens, rules for all pages, and those whose every class stands in it. */
export function relevantCss(site: Site, document: SiteDocument): string[] {
  const classes = new Set<string>()
  for (const node of document.nodes.values())
    if (node.kind === "element") for (const name of node.classes) classes.add(name)
  const tokens = tokenSheet(site.facts.tokens, () => null)
  const found = tokens === "" ? [] : [tokens]
  for (const sheet of site.sheets) {
    for (const piece of sheet.pieces) {
      if (piece.text.trim() === "" || /^\s*@font-face/i.test(piece.text)) continue
      const rules = rulesOf({ ...sheet, pieces: [piece] })
      const concerns =
        rules.length === 0 || rules.some(({ selector }) => classesOf(selector).every((name) => classes.has(name)))
      if (concerns) found.push(piece.text)
    }
  }
  return found
}

export function classesOf(selector: string): string[] {
  return [...selector.matchAll(/\.(-?[_a-zA-Z\u0080-\uffff][\w\u0080-\uffff-]*)/g)].map(([, name]) => name!)
}
