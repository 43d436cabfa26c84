/** Loaded with the editor's first moments: the parser is large. */
import { type Fragment, importFragment, type NodeId, type NodeRecord, policyOf, type Site } from "../../../document.ts"

export type ReadHtml = { ok: true; fragment: Fragment; report: readonly string[] } | { ok: false; reason: string }

export function readHtml(site: Site, html: string, nextId: () => NodeId): ReadHtml {
  const read = importFragment(html, { nextId, policy: policyOf(site.facts) })
  if (!read.ok) return read
  const fragment = withoutHead(read.fragment)
  if (fragment.roots.length === 0) return { ok: false, reason: "There is nothing in it that a page could show." }
  const styles =
    read.sheets.length > 0 ? ["Styles that came along were left out: those of the site hold for its pages."] : []
  return { ok: true, fragment, report: [...read.report, ...styles] }
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
