import {
  cascadeOf,
  contrastOf,
  type Declared,
  type ElementNode,
  type ParentOf,
  type Placed,
  readColor,
  type Site,
  type SiteDocument,
  sets,
  subtreeOf,
} from "../../../document.ts"
import { ownText } from "./find-nodes.ts"
import { surroundings } from "./surroundings.ts"

export interface Contrast {
  readonly nodeId: string
  readonly problem: string
}

/** Of everything there is to read; beyond it, what was looked at stands for the rest. */
const MOST_TEXTS = 300

/** Texts that are hard to read on their ground, by the colours that the styles name, in the light and in the dark. */
export function contrastsIn(site: Site, document: SiteDocument): Contrast[] {
  const { tokens, breakpoints } = site.facts
  const parentOf = surroundings(site, document)
  const cascade = cascadeOf(site.sheets, { width: breakpoints[0]?.width ?? 1280, parentOf })
  const known = new Map<ElementNode, readonly Declared[]>()
  const declaredOf = (placed: Placed) => {
    const found = known.get(placed.node) ?? cascade.stylesOf(placed).declared
    known.set(placed.node, found)
    return found
  }
  const texts = subtreeOf(document.nodes, document.contentNodeId)
    .filter((node): node is ElementNode => node.kind === "element" && ownText(document, node) !== "")
    .slice(0, MOST_TEXTS)
  const found = new Map<string, Contrast>()
  for (const node of texts) {
    const text = nearest({ document, node }, "color", { declaredOf, parentOf })
    const ground = nearest({ document, node }, "background-color", { declaredOf, parentOf })
    // Where nothing is said, the browser is right; on what ground a component stands, its pages say.
    if ((!text && !ground) || (!ground && document.ref.type === "visualComponent")) continue
    for (const inDark of [false, true]) {
      const [over, below] = [text ?? "black", ground ?? "white"].map((value) => colorOf(value, tokens.colors, inDark))
      if (!over || !below || below.alpha < 1) continue
      const least = /^h[1-3]$/.test(node.tag) ? 3 : 4.5
      const ratio = contrastOf(over, below)
      if (ratio >= least) continue
      const pair = `${text ?? "black"} on ${ground ?? "white"}`
      const where = inDark ? " where the system is dark" : ""
      const problem = `The text has a contrast of ${ratio.toFixed(1)}${where}: ${pair}. It needs ${least} to be read; choose another of the two colours.`
      if (!found.has(`${pair} ${least}`)) found.set(`${pair} ${least}`, { nodeId: node.id, problem })
    }
  }
  return [...found.values()]
}

/** The colour of a text is inherited; that of a ground shows through. Null where nobody says it, or in a way that only a browser knows. */
function nearest(
  from: Placed,
  property: string,
  { declaredOf, parentOf }: { declaredOf: (placed: Placed) => readonly Declared[]; parentOf: ParentOf },
): string | null {
  for (let at: Placed | null = from; at !== null; at = parentOf(at)) {
    const winner = declaredOf(at).find((one) => sets(one.property, property))
    if (!winner || /^(?:inherit|transparent|none|unset)$/i.test(winner.value.trim())) continue
    return winner.value.trim()
  }
  return null
}

function colorOf(value: string, colors: Site["facts"]["tokens"]["colors"], inDark: boolean, depth = 0) {
  const [, slug] = /^var\(\s*--color-([a-z0-9-]{1,80})\s*\)$/.exec(value) ?? []
  if (slug === undefined) return readColor(value)
  const token = Object.hasOwn(colors, slug) ? colors[slug]! : null
  if (!token || depth > 10) return null
  return colorOf((inDark ? token.dark : undefined) ?? token.value, colors, inDark, depth + 1)
}
