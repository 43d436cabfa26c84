import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import { type ElementNode, refuse, type Site, type SiteDocument } from "../../../document.ts"
import { findDocument } from "../run/find-node.ts"

export function findNodes(site: Site, input: ParsedInputOf<typeof siteContract.findNodes>) {
  const { tag, class: name, attribute, text, limit = 50 } = input
  if (!tag && !name && !attribute && !text) refuse("Say what to look for: a tag, a class, an attribute or a text.")
  const documents = input.document === undefined ? [...site.documents.values()] : [findDocument(site, input.document)]
  const found = documents.flatMap((document) =>
    [...document.nodes.values()].flatMap((node) => {
      if (node.kind !== "element") return []
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
