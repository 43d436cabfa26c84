import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import { type Command, DEFAULT_PRIORITY, fragmentOf, refuse, type Site, type TemplateFor } from "../../../document.ts"
import { wordsOf } from "../../whose-words.ts"
import type { Ran } from "../run/runner.ts"
import { findPage } from "./find-page.ts"

/** Turns a page into a template with the same id and the same nodes, or says what a template is for. */
export function setPageTemplate(
  site: Site,
  { pageId, target, priority }: ParsedInputOf<typeof siteContract.setPageTemplate>,
): Ran<object> {
  const known = site.documents.has(`template:${pageId}`) ? site.facts.templates[pageId] : undefined
  const { kind, tableSlugs = [] } = target
  if (kind === "postTypes" && tableSlugs.length === 0)
    refuse("Name at least one collection as tableSlugs, from listPostTypes.")
  if (kind !== "postTypes" && tableSlugs.length > 0)
    refuse("Only a template for post types has tableSlugs. Leave them out, or say the kind postTypes.")
  const isFor: TemplateFor = kind === "postTypes" ? { type: kind, slugs: tableSlugs } : { type: kind }
  const facts = { target: isFor, priority: priority ?? known?.priority ?? DEFAULT_PRIORITY }
  const set: Command = { type: "template.set", template: pageId, facts }
  if (site.documents.has(`template:${pageId}`))
    return { commands: [set], data: {}, warnings: outletWarning(site, pageId, "template", isFor) }
  const page = findPage(site, pageId)
  const pages = [...site.documents.values()].filter(({ ref }) => ref.type === "page")
  if (pages.length === 1)
    refuse(`The page ${pageId} is the only one. Add another one before you make a template of it.`)
  return {
    commands: [...turnInto(site, page.ref.id, "page", "template"), set],
    data: {},
    warnings: outletWarning(site, pageId, "page", isFor),
    copiedFrom: [wordsOf(page.ref)],
  }
}

export function turnInto(site: Site, id: string, from: "page" | "template", to: "page" | "template"): Command[] {
  const { title, mode, contentNodeId, rootNodeId, nodes } = site.documents.get(`${from}:${id}`)!
  if (site.documents.has(`${to}:${id}`))
    refuse(`There is a ${to} ${id} already. Duplicate this one under another id first.`)
  const content = { title, mode, contentNodeId, fragment: fragmentOf(nodes, rootNodeId) }
  return [
    { type: "document.remove", document: { type: from, id } },
    { type: "document.add", document: { type: to, id }, content },
  ]
}

function outletWarning(site: Site, id: string, type: "page" | "template", target: TemplateFor): string[] {
  if (target.type !== "everywhere") return []
  const nodes = site.documents.get(`${type}:${id}`)!.nodes
  for (const node of nodes.values()) if (node.kind === "element" && node.tag === "cs-outlet") return []
  return ["It has no <cs-outlet> yet, so it is not used. Insert one where pages belong."]
}
