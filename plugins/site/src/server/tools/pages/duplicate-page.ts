import { recordOf, type Site, type SiteDocument, subtreeOf } from "../../../document.ts"
import { wordsOf } from "../../whose-words.ts"
import type { Ran, RunContext } from "../run/runner.ts"
import { newAddress } from "./addresses.ts"
import { findPage } from "./find-page.ts"

export function duplicatePage(
  site: Site,
  { pageId, title, slug }: { pageId: string; title: string; slug?: string | undefined },
  { nextId }: RunContext,
): Ran<{ pageId: string; slug: string }> {
  const page = findPage(site, pageId)
  const address = newAddress(site, title, slug)
  const id = nextId().replace("~", "-")
  const { address: _, ...facts } = site.facts.pages[pageId] ?? {}
  return {
    commands: [
      { type: "document.add", document: { type: "page", id }, content: { ...copyOf(page, nextId), title } },
      { type: "page.set", page: id, set: { ...facts, address } },
    ],
    data: { pageId: id, slug: address },
    copiedFrom: [wordsOf(page.ref)],
  }
}

/** The same nodes under ids of their own. */
function copyOf(page: SiteDocument, nextId: () => string) {
  const nodes = subtreeOf(page.nodes, page.rootNodeId)
  const ids = new Map(nodes.map(({ id }) => [id, nextId()]))
  const named = (id: string) => ids.get(id)!
  const records = nodes.map((node) => {
    const record = { ...recordOf(node), id: named(node.id) }
    return record.kind === "element" ? { ...record, children: record.children.map(named) } : record
  })
  return {
    mode: page.mode,
    contentNodeId: named(page.contentNodeId),
    fragment: { roots: [named(page.rootNodeId)], nodes: records },
  }
}
