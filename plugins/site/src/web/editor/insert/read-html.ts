/** Loaded with the first thing that is inserted or pasted: the parser is large. */
import { type Fragment, importFragment, type NodeId, policyOf, type Site } from "../../../document.ts"

export type ReadHtml = { ok: true; fragment: Fragment; report: readonly string[] } | { ok: false; reason: string }

export function readHtml(site: Site, html: string, nextId: () => NodeId): ReadHtml {
  const read = importFragment(html, { nextId, policy: policyOf(site.facts) })
  if (!read.ok) return read
  if (read.fragment.roots.length === 0) return { ok: false, reason: "There is nothing in it that a page could show." }
  return { ok: true, fragment: read.fragment, report: read.report }
}
