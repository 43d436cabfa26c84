import { type Fragment, importFragment, policyOf, refuse, type Site } from "../../../document.ts"

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
  const { nodes } = imported.fragment
  const warnings = [...imported.report]
  const css = imported.sheets.flatMap((sheet) => {
    if ("css" in sheet) return [sheet.media === "" ? sheet.css : `@media ${sheet.media} { ${sheet.css} }`]
    warnings.push("A linked stylesheet was left out. Write its rules with applyCss.")
    return []
  })
  return {
    fragment: { roots: blankEnds(imported.fragment.roots, nodes), nodes: reached(imported.fragment.roots, nodes) },
    css: css.join("\n"),
    warnings,
    echoed,
  }
}

/** Line feeds around what is inserted render nothing. */
function blankEnds(roots: readonly string[], nodes: Fragment["nodes"]): readonly string[] {
  const blank = blanks(roots, nodes)
  return roots.filter((id) => !blank.has(id))
}

function reached(roots: readonly string[], nodes: Fragment["nodes"]): Fragment["nodes"] {
  const blank = blanks(roots, nodes)
  return nodes.filter(({ id }) => !blank.has(id))
}

function blanks(roots: readonly string[], nodes: Fragment["nodes"]): Set<string> {
  const texts = new Set(nodes.flatMap((node) => (node.kind === "text" && node.text.trim() === "" ? [node.id] : [])))
  const found = new Set<string>()
  for (const list of [roots, roots.toReversed()])
    for (const id of list) {
      if (!texts.has(id)) break
      found.add(id)
    }
  return found
}
