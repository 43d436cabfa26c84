/** Commands that change which documents there are. Each gives its inverse. */
import { LIMITS } from "../tree/limits.ts"
import { DOCUMENT_TYPES, fragmentOf, keyOf, type Site, type SiteDocument, type SiteNode } from "../tree/node.ts"
import { emptyMap } from "../tree/persistent-map.ts"
import type { Applied } from "./apply.ts"
import type { CommandOf } from "./command.ts"
import { checkContent, checkOutlets, closeDraft, hangUp, openDraft, told } from "./draft.ts"
import { checkRecord } from "./record.ts"
import { refuse } from "./refusal.ts"

type Outcome = Omit<Applied, "ok">

export function addDocument(site: Site, { document: ref, content }: CommandOf<"document.add">): Outcome {
  if (!DOCUMENT_TYPES.includes(ref.type) || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/.test(ref.id)) {
    refuse(`"${String(ref.id).slice(0, 60)}" cannot be the id of a document. Use letters and digits, at most 60.`)
  }
  if (site.documents.has(keyOf(ref))) refuse(`There is a ${told(ref)} already. Choose another id.`)
  const { title, mode, contentNodeId, fragment } = content
  checkTitle(title)
  const [rootNodeId] = fragment.roots
  const root = fragment.nodes.find(({ id }) => id === rootNodeId)
  if (fragment.roots.length !== 1 || root?.kind !== "element") refuse(`The ${told(ref)} needs one element as its root.`)
  checkRecord(root)
  const empty: SiteDocument = { ref, title, mode, rootNodeId: root.id, contentNodeId, nodes: emptyMap<SiteNode>() }
  const draft = openDraft(empty)
  draft.nodes.set(root.id, { ...root, children: [], parent: null })
  const rest = fragment.nodes.filter(({ id }) => id !== root.id)
  const bare = draft.nodes.get(root.id)! as SiteNode & { kind: "element" }
  if (root.children.length > 0) hangUp(draft, bare, 0, { roots: root.children, nodes: rest })
  else if (rest.length > 0)
    refuse(`The node ${rest[0]!.id} hangs on none of the others. Leave it out, or give it a parent.`)
  checkContent(draft, root.id)
  checkOutlets(draft)
  const document = closeDraft(draft)
  const problem = frameProblem(document)
  if (problem) refuse(problem)
  return {
    site: { ...site, documents: site.documents.set(keyOf(ref), document) },
    inverse: { type: "document.remove", document: ref },
    touched: [{ document: ref, nodes: [...draft.touched.add(root.id)] }],
    notes: [],
  }
}

/** A page and a template are `html` with `head` and `body`, a component is a `template`. */
export function frameProblem({ ref, nodes, rootNodeId, contentNodeId }: SiteDocument): string | null {
  const root = nodes.get(rootNodeId)
  if (root?.kind !== "element") return `The ${told(ref)} has no root.`
  if (ref.type === "visualComponent") {
    const stands = root.tag === "template" && root.namespace === "html" && contentNodeId === rootNodeId
    return stands ? null : `The root of the ${told(ref)} has to be a <template>.`
  }
  const parts = root.children.map((id) => nodes.get(id))
  const tags = parts.map((part) => (part?.kind === "element" && part.namespace === "html" ? part.tag : null))
  const stands = root.tag === "html" && tags.join() === "head,body" && root.children[1] === contentNodeId
  return stands ? null : `The root of the ${told(ref)} has to be <html> with one <head> and one <body>.`
}

export function removeDocument(site: Site, { document: ref }: CommandOf<"document.remove">): Outcome {
  const document = documentOf(site, ref)
  const { title, mode, contentNodeId, rootNodeId, nodes } = document
  const content = { title, mode, contentNodeId, fragment: fragmentOf(nodes, rootNodeId) }
  return {
    site: { ...site, documents: site.documents.delete(keyOf(ref)) },
    inverse: { type: "document.add", document: ref, content },
    touched: [{ document: ref, nodes: [...nodes.keys()] }],
    notes: [],
  }
}

export function setDocument(site: Site, command: CommandOf<"document.set">): Outcome {
  const document = documentOf(site, command.document)
  checkTitle(command.title)
  return {
    site: { ...site, documents: site.documents.set(keyOf(document.ref), { ...document, title: command.title }) },
    inverse: { ...command, title: document.title },
    touched: [{ document: document.ref, nodes: [] }],
    notes: [],
  }
}

export function documentOf(site: Site, ref: SiteDocument["ref"]): SiteDocument {
  const document = site.documents.get(keyOf(ref))
  if (!document) refuse(`There is no ${told(ref)}. It may have been deleted; list the documents again.`)
  return document
}

function checkTitle(title: string): void {
  if (title.trim() === "" || title.length > LIMITS.title) {
    refuse(`A title has 1 to ${LIMITS.title} characters. Choose ${title.trim() === "" ? "one" : "a shorter one"}.`)
  }
}
