import { quoteName } from "@countersign/core/contract"
import { keyOf, type Site, type SiteNode, subtreeOf } from "../../../document.ts"
import type { Where } from "./find-node.ts"
import { namedBy } from "./load-site.ts"

const LONGEST = 60

/** Which elements a call names, by their tags and how they begin: nobody knows an element by its id. */
export function elementWords(site: Site, input: object): string[] {
  const { nodeId, parentId, newParentId, nodeIds, document } = input as Named
  const ids = [nodeId, ...(nodeIds ?? []), parentId, newParentId].flatMap((id) => id ?? [])
  return [...new Set(ids)].slice(0, 10).flatMap((id) => sentenceFor(site, id, document))
}

interface Named {
  nodeId?: string
  parentId?: string
  newParentId?: string
  nodeIds?: readonly string[]
  document?: Where
}

function sentenceFor(site: Site, id: string, where?: Where): string[] {
  const name = find(site, id, where)
  return name === undefined ? [] : [`${id} is ${name}.`]
}

/** `the h2 that begins "Prices"`. */
export function elementName(site: Site, id: string, where: Where): string {
  return find(site, id, where) ?? "something that is gone"
}

function find(site: Site, id: string, where?: Where): string | undefined {
  const wanted = where === undefined ? undefined : namedBy(where).map(keyOf)
  for (const document of site.documents.values()) {
    if (wanted && !wanted.includes(keyOf(document.ref))) continue
    const node = document.nodes.get(id)
    if (!node) continue
    const text = wordsIn(subtreeOf(document.nodes, id))
    const what = node.kind === "element" ? node.tag : node.kind
    return text === "" ? `an empty ${what}` : `the ${what} that begins ${quoteName(text)}`
  }
  return undefined
}

function wordsIn(nodes: readonly SiteNode[]): string {
  const text = nodes
    .flatMap((node) => (node.kind === "text" ? [node.text] : []))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim()
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text
}
