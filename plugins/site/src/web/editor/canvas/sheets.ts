/** The styles of a site in the frame: one sheet for each of its own, changed rule by rule. */
import { cleanCss, policyOf, type Site, type Stylesheet, tokenSheet } from "../../../document.ts"
import { withStates } from "../states/states.ts"

export interface Sheets {
  show(site: Site): void
  /** One that stands behind those of the site. */
  add(sheet: CSSStyleSheet): void
  /** By id of a file of the library: where fonts are served. */
  setFonts(addresses: ReadonlyMap<string, string>): void
}

/** Elements that only the renderer knows are not there once a page is published; what they hold is. */
const CANVAS_ONLY = `
cs-loop, cs-each, cs-empty, cs-pages, cs-component { display: contents }
cs-component:empty, cs-outlet, slot { display: block; min-height: 3rem }
`

export function createSheets(view: Window & typeof globalThis): Sheets {
  const own = new view.CSSStyleSheet()
  own.replaceSync(CANVAS_ONLY)
  const tokens = new view.CSSStyleSheet()
  const drawn = new Map<string, { sheet: Stylesheet; css: CSSStyleSheet; counts: number[] }>()
  const behind: CSSStyleSheet[] = []
  let last: Pick<Site, "sheets" | "facts"> | null = null
  let fonts: ReadonlyMap<string, string> = new Map()

  function showTokens({ facts }: Pick<Site, "facts">): void {
    tokens.replaceSync(tokenSheet(facts.tokens, (media) => fonts.get(media) ?? null))
  }

  return {
    add(sheet) {
      behind.push(sheet)
    },
    setFonts(addresses) {
      fonts = addresses
      if (last) showTokens(last)
    },
    show(site) {
      if (last?.facts !== site.facts) showTokens(site)
      const policy = policyOf(site.facts)
      if (last?.sheets !== site.sheets) {
        const list = site.sheets.map((sheet) => {
          const known = drawn.get(sheet.id)
          if (known && known.sheet.media === sheet.media) {
            if (known.sheet !== sheet) change(known, sheet)
            return known.css
          }
          const css = new view.CSSStyleSheet(sheet.media ? { media: sheet.media } : {})
          const made = { sheet: { ...sheet, pieces: [] }, css, counts: [] }
          drawn.set(sheet.id, made)
          change(made, sheet)
          return css
        })
        view.document.adoptedStyleSheets = [own, tokens, ...list, ...behind]
      }
      last = site

      /** Pieces up to the first and from the last that differ stay; what lies between is written anew. */
      function change(known: { sheet: Stylesheet; css: CSSStyleSheet; counts: number[] }, sheet: Stylesheet): void {
        const [was, is] = [known.sheet.pieces, sheet.pieces]
        const most = Math.min(was.length, is.length)
        let head = 0
        while (head < most && was[head] === is[head]) head += 1
        let tail = 0
        while (tail < most - head && was.at(-1 - tail) === is.at(-1 - tail)) tail += 1
        let at = 0
        for (let piece = 0; piece < head; piece += 1) at += known.counts[piece]!
        let gone = 0
        for (let piece = head; piece < was.length - tail; piece += 1) gone += known.counts[piece]!
        for (; gone > 0; gone -= 1) known.css.deleteRule(at)
        const counts = is.slice(head, is.length - tail).map(({ text }) => {
          const count = insert(known.css, cleanCss(text, policy).css, at)
          at += count
          return count
        })
        known.counts.splice(head, was.length - tail - head, ...counts)
        known.sheet = sheet
      }
    },
  }
}

/** How many rules came of it: none where it is a comment, or something that this browser does not know. */
function insert(css: CSSStyleSheet, text: string, at: number): number {
  try {
    css.insertRule(text, at)
    if (text.includes(":hover") || text.includes(":focus") || text.includes(":active")) letIn(css.cssRules[at]!)
    return 1
  } catch {
    return 0
  }
}

/** So that the canvas can show an element as if the pointer was on it. */
function letIn(rule: CSSRule): void {
  const { selectorText } = rule as CSSStyleRule
  if (selectorText) (rule as CSSStyleRule).selectorText = withStates(selectorText)
  for (const inner of (rule as CSSGroupingRule).cssRules ?? []) letIn(inner)
}
