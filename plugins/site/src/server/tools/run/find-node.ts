import {
  type DocumentRef,
  type ElementNode,
  keyOf,
  nameOf,
  type Place,
  placeAt,
  refuse,
  type Site,
  type SiteDocument,
  type SiteNode,
} from "../../../document.ts"

export interface FoundNode {
  readonly document: SiteDocument
  readonly node: SiteNode
}

/** A document as a call names it: `page:home`, or as lists have it. */
export type Where = DocumentRef | string

export function findDocument(site: Site, where: Where | undefined): SiteDocument {
  const home = Object.entries(site.facts.pages).find(([, { address }]) => address === "")?.[0]
  const wanted = where ?? (home === undefined ? undefined : `page:${home}`)
  const found = wanted ? site.documents.get(keyOfNamed(wanted)) : [...site.documents.values()][0]
  if (!found) {
    refuse(
      wanted
        ? `There is no ${told(wanted)}. List the documents to find the right one.`
        : "The site has no documents yet. Add a page first.",
    )
  }
  return found
}

/** A node by its id, in the document that has it. */
export function findNode(site: Site, id: string, where?: Where): FoundNode {
  if (where) {
    const document = findDocument(site, where)
    const node = document.nodes.get(id)
    if (!node) refuse(`There is no node ${id} in ${told(where)}. Read the document again for its ids.`)
    return { document, node }
  }
  const found = [...site.documents.values()].flatMap((document): FoundNode[] => {
    const node = document.nodes.get(id)
    return node ? [{ document, node }] : []
  })
  if (found.length > 1) {
    const names = found.slice(0, 3).map(({ document }) => told(document.ref))
    refuse(
      `Several documents have a node ${id}: ${names.join(", ")}. Name the document too, such as ${keyOf(found[0]!.document.ref)}.`,
    )
  }
  if (!found[0]) refuse(`There is no node ${id} in any document. Read the document again for its ids.`)
  return found[0]
}

export function findElement(site: Site, id: string, where?: Where): { document: SiteDocument; node: ElementNode } {
  const { document, node } = findNode(site, id, where)
  if (node.kind !== "element")
    refuse(`The node ${id} is ${node.kind === "text" ? "text" : "a comment"}. Name its parent ${node.parent} instead.`)
  return { document, node }
}

/** What somebody locked stays as it is, with all it holds. */
export function demandUnlocked({ nodes }: SiteDocument, id: string): void {
  for (let at: string | null = id; at !== null; ) {
    const node: SiteNode | undefined = nodes.get(at)
    if (node?.locked)
      refuse(`${capital(nameOf(node))} is locked, with all it holds. Ask for it to be unlocked in the editor.`)
    at = node?.parent ?? null
  }
}

/** Numbers count elements: texts between them are not seen by whoever counts. */
export function placeNumbered(
  document: SiteDocument,
  parent: ElementNode,
  index: number | undefined,
  without?: string,
): Place {
  const children = parent.children.filter((id) => id !== without)
  const elements = children.filter((id) => document.nodes.get(id)?.kind === "element")
  const before = index === undefined ? undefined : elements[index]
  const at = before === undefined ? children.length : children.indexOf(before)
  return placeAt({ ...parent, children }, at)
}

export function keyOfNamed(where: Where): string {
  return typeof where === "string" ? where : keyOf(where)
}

export function told(where: Where): string {
  const [, type, id] = /^(page|template|visualComponent):(.*)$/s.exec(keyOfNamed(where)) ?? []
  return type ? `${type === "visualComponent" ? "component" : type} ${id}` : `document "${String(where).slice(0, 80)}"`
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
