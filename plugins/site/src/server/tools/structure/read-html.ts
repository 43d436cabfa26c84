import {
  cssIn,
  type Fragment,
  importFragment,
  policyOf,
  refuse,
  type Site,
  withoutBlankEnds,
} from "../../../document.ts"

export interface ReadHtml {
  readonly fragment: Fragment
  readonly css: string
  readonly warnings: readonly string[]
  /** New ids by those that the HTML says. */
  readonly echoed: ReadonlyMap<string, string>
}

/** HTML of a model: nodes without the ids it was shown, which are told apart, and the styles it brings. */
export function readHtml(site: Site, html: string, nextId: () => string): ReadHtml {
  const echoed = new Map<string, string>()
  const onUid = (uid: string, id: string) => {
    if (!echoed.has(uid)) echoed.set(uid, id)
  }
  const imported = importFragment(html, { nextId, policy: policyOf(site.facts), onUid })
  if (!imported.ok) refuse(imported.reason)
  const { css, links } = cssIn(imported.sheets)
  const linked = "A linked stylesheet was left out. Write its rules with applyCss."
  const warnings = [...imported.report, ...Array<string>(links).fill(linked)]
  return { fragment: withoutBlankEnds(imported.fragment), css, warnings, echoed }
}
