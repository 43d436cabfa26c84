/** What of a fragment of HTML is no part of the page: the styles it brings, and line feeds around it. */
import type { Fragment, NodeId } from "../tree/node.ts"
import type { FoundSheet } from "./import-html.ts"

/** The styles as one text, each for the media that it says; `links` counts stylesheets that are only named. */
export function cssIn(sheets: readonly FoundSheet[]): { css: string; links: number } {
  const texts = sheets.flatMap((sheet) =>
    "css" in sheet ? [sheet.media === "" ? sheet.css : `@media ${sheet.media} { ${sheet.css} }`] : [],
  )
  return { css: texts.join("\n"), links: sheets.length - texts.length }
}

/** Line feeds around what is inserted render nothing. */
export function withoutBlankEnds({ roots, nodes }: Fragment): Fragment {
  const blank = blankEnds(roots, nodes)
  return { roots: roots.filter((id) => !blank.has(id)), nodes: nodes.filter(({ id }) => !blank.has(id)) }
}

function blankEnds(roots: readonly NodeId[], nodes: Fragment["nodes"]): Set<NodeId> {
  const texts = new Set(nodes.flatMap((node) => (node.kind === "text" && node.text.trim() === "" ? [node.id] : [])))
  const found = new Set<NodeId>()
  for (const list of [roots, roots.toReversed()])
    for (const id of list) {
      if (!texts.has(id)) break
      found.add(id)
    }
  return found
}
