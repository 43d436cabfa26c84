/** Loaded with the editor's first moments: the parser is large. */
import {
  cssIn,
  type Fragment,
  importFragment,
  type NodeId,
  type NodeRecord,
  policyOf,
  type Site,
  type TakenRules,
  takeRules,
  withoutBlankEnds,
} from "../../../document.ts"

export interface HtmlRead {
  readonly ok: true
  /** Empty where styles came alone. */
  readonly fragment: Fragment
  readonly styles: TakenRules
  /** Its rules also where the site has such: what it says of them counts then. */
  takeAll(site: Site): TakenRules
  /** How many stylesheets it only names. */
  readonly links: number
  readonly report: readonly string[]
}

/** Styles that come with elements are added to those of the site, and change none of them; alone they are meant to be written. */
export function readHtml(site: Site, html: string, nextId: () => NodeId): HtmlRead | { ok: false; reason: string } {
  const read = importFragment(html, { nextId, policy: policyOf(site.facts) })
  if (!read.ok) return read
  const fragment = withoutBlankEnds(withoutHead(read.fragment))
  const { css, links } = cssIn(read.sheets)
  const isAlone = fragment.roots.length === 0
  if (isAlone && css.trim() === "") return { ok: false, reason: "There is nothing in it that a page could show." }
  const styles = takeRules(site, css, isAlone ? "merge" : "add", nextId)
  const takeAll = (now: Site) => takeRules(now, css, "merge", nextId)
  return { ok: true, fragment, styles, takeAll, links, report: read.report }
}

/** Programs hand over a whole page, or its charset in front of the words: what says something of another page is no part of this one. */
function withoutHead({ roots, nodes }: Fragment): Fragment {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const kept = roots.filter((id) => !isOfHead(byId.get(id)))
  if (kept.length === roots.length) return { roots, nodes }
  const gone = new Set<NodeId>()
  const leave = (id: NodeId) => {
    gone.add(id)
    const node = byId.get(id)
    if (node?.kind === "element") node.children.forEach(leave)
  }
  for (const id of roots) if (!kept.includes(id)) leave(id)
  return { roots: kept, nodes: nodes.filter(({ id }) => !gone.has(id)) }
}

const OF_HEAD: ReadonlySet<string> = new Set(["base", "link", "meta", "title"])

/** With `itemprop` they say something of the thing around them, and may stand in a body. */
function isOfHead(node: NodeRecord | undefined): boolean {
  return (
    node?.kind === "element" &&
    node.namespace === "html" &&
    OF_HEAD.has(node.tag) &&
    !node.attributes.some(([name]) => name === "itemprop")
  )
}
