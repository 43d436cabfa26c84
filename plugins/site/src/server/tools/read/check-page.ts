import {
  type DocumentRef,
  type ElementNode,
  keyOf,
  type Site,
  type SiteDocument,
  subtreeOf,
} from "../../../document.ts"
import { findDocument, type Where } from "../run/find-node.ts"
import { contrastsIn } from "./check-contrast.ts"

interface Finding {
  document: DocumentRef
  nodeId: string | null
  problem: string
}

/** What can be told without drawing the page: headings, texts of pictures, labels, links, contrast, and what search engines read. */
export function checkPage(site: Site, { document: ref }: { document?: Where | undefined }): { findings: Finding[] } {
  const documents = ref ? [findDocument(site, ref)] : [...site.documents.values()]
  return { findings: documents.flatMap((document) => findingsIn(site, document)).slice(0, 200) }
}

function findingsIn(site: Site, document: SiteDocument): Finding[] {
  const found: Finding[] = []
  const say = (nodeId: string | null, problem: string) => found.push({ document: { ...document.ref }, nodeId, problem })
  const nodes = subtreeOf(document.nodes, document.rootNodeId).filter(
    (node): node is ElementNode => node.kind === "element",
  )
  let level = 0
  const ids = new Map<string, string>()
  const addresses = new Set(
    Object.values(site.facts.pages).flatMap(({ address }) => (address === undefined ? [] : [`/${address}`])),
  )
  for (const node of nodes) {
    const value = attributeOf(node)
    const own = value("id")
    if (own !== undefined && ids.has(own))
      say(node.id, `The id "${own}" stands on ${ids.get(own)} already. Give each element its own.`)
    else if (own !== undefined) ids.set(own, node.id)
    const heading = /^h([1-6])$/.exec(node.tag)
    if (heading) {
      const next = Number(heading[1])
      if (level > 0 && next > level + 1)
        say(node.id, `A heading of level ${next} follows one of level ${level}. Use level ${level + 1}.`)
      if (level === 0 && next > 1 && document.ref.type === "page")
        say(node.id, "The first heading is not an h1. Begin with one.")
      level = next
      if (wordsIn(document, node) === "") say(node.id, "The heading is empty. Write something into it, or remove it.")
    }
    if (node.tag === "img" && value("alt") === undefined)
      say(node.id, 'The picture has no alt text. Say what it shows, or write alt="" if it only decorates.')
    if (node.tag === "a" && value("href") !== undefined) {
      if (wordsIn(document, node) === "" && !value("aria-label"))
        say(node.id, "The link has no words. Say where it leads.")
      const href = value("href")!
      const path = /^\/[^/]/.test(href) || href === "/" ? href.replace(/[?#].*$/s, "") : null
      const known =
        path === null ||
        addresses.has(path) ||
        path.startsWith("/_") ||
        Object.hasOwn(site.facts.redirects, path.slice(1))
      if (!known && !href.includes("{")) say(node.id, `The link leads to ${path}, where no page is.`)
      if (href === "" || href === "#") say(node.id, "The link leads nowhere. Give it an address, or make it a button.")
    }
    if (
      ["input", "select", "textarea"].includes(node.tag) &&
      !["hidden", "submit", "button", "reset"].includes(value("type") ?? "") &&
      !isLabelled(document, nodes, node)
    )
      say(node.id, "The field has no label. Put it into a <label>, or name it by aria-label.")
  }
  for (const { nodeId, problem } of contrastsIn(site, document)) say(nodeId, problem)
  if (document.ref.type === "page") describe(site, document, say)
  return found
}

function describe(site: Site, document: SiteDocument, say: (node: null, problem: string) => void): void {
  const facts = site.facts.pages[document.ref.id]
  if (facts?.address === undefined) say(null, "The page has no address, so it is not published. Give it one.")
  if (!facts?.description) say(null, "The page has no description for search engines. Write a sentence or two.")
  const title = facts?.seoTitle ?? document.title
  if (title.length > 65) say(null, `The title has ${title.length} characters; search engines show about 60.`)
  const twin = [...site.documents.values()].find(
    (other) => other.ref.type === "page" && keyOf(other.ref) !== keyOf(document.ref) && other.title === document.title,
  )
  if (twin) say(null, `The page ${twin.ref.id} has the same title. Tell them apart.`)
}

function attributeOf(node: ElementNode): (name: string) => string | undefined {
  return (name) => node.attributes.find(([one]) => one === name)?.[1]
}

function isLabelled(document: SiteDocument, nodes: readonly ElementNode[], field: ElementNode): boolean {
  const value = attributeOf(field)
  if (value("aria-label")?.trim() || value("aria-labelledby")?.trim() || value("title")?.trim()) return true
  for (let at = field.parent; at !== null; ) {
    const around = document.nodes.get(at)
    if (around?.kind === "element" && around.tag === "label") return true
    at = around?.parent ?? null
  }
  const id = value("id")
  return id !== undefined && nodes.some((node) => node.tag === "label" && attributeOf(node)("for") === id)
}

function wordsIn(document: SiteDocument, node: ElementNode): string {
  return subtreeOf(document.nodes, node.id)
    .map((one) => (one.kind === "text" ? one.text : one.kind === "element" ? (attributeOf(one)("alt") ?? "") : ""))
    .join("")
    .trim()
}
