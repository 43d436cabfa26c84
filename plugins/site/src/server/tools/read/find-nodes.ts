import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import {
  createMatcher,
  type ElementNode,
  type Placed,
  readSelectors,
  refuse,
  type Site,
  type SiteDocument,
  subtreeOf,
} from "../../../document.ts"
import { findDocument } from "../run/find-node.ts"

export function findNodes(site: Site, input: ParsedInputOf<typeof siteContract.findNodes>) {
  const { selector, tag, class: name, attribute, text, limit = 50 } = input
  if (!selector && !tag && !name && !attribute && !text)
    refuse("Say what to look for: a selector, a tag, a class, an attribute or a text.")
  const selects = selector ? selecting(selector) : () => true
  const documents = input.document === undefined ? [...site.documents.values()] : [findDocument(site, input.document)]
  const found = documents.flatMap((document) =>
    subtreeOf(document.nodes, document.rootNodeId).flatMap((node) => {
      if (node.kind !== "element" || !selects({ document, node })) return []
      if (tag && node.tag !== tag.toLowerCase()) return []
      if (name && !node.classes.includes(name.replace(/^\./, ""))) return []
      if (attribute && !node.attributes.some(([one]) => one === attribute)) return []
      const words = ownText(document, node)
      if (text && !words.toLowerCase().includes(text.toLowerCase())) return []
      return [
        {
          document: { ...document.ref },
          nodeId: node.id,
          tag: node.tag,
          classes: [...node.classes],
          text: words.slice(0, 120).toWellFormed(),
        },
      ]
    }),
  )
  return { nodes: found.slice(0, limit), left: Math.max(0, found.length - limit) }
}

/** What is only so now and then, such as `:hover`, is left open: those are found that could be. */
function selecting(selector: string): (placed: Placed) => boolean {
  const list = readSelectors(selector)
  if (!list) refuse(`"${selector.slice(0, 100)}" is no selector. Write it as in CSS, such as main > .card a[href].`)
  const matches = createMatcher({ inState: true })
  return (placed) => list.some((one) => matches(placed, one))
}

/** The texts right in an element, without those of elements it holds. */
export function ownText(document: SiteDocument, node: ElementNode): string {
  return node.children
    .map((id) => {
      const child = document.nodes.get(id)
      return child?.kind === "text" ? child.text : " "
    })
    .join("")
    .replace(/\s+/g, " ")
    .trim()
}
