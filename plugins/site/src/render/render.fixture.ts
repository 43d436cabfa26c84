/** Documents out of HTML, and the least that a page needs around it. */
import { importPage } from "../document/html/import-html.ts"
import { OWN_ONLY, type SafetyPolicy } from "../document/safety/policy.ts"
import type { DocumentRef, SiteDocument, SiteNode } from "../document/tree/node.ts"
import { mapOf } from "../document/tree/persistent-map.ts"
import type { LoopQuery, RowsPage, SourceWords } from "./loops/loop-source.ts"
import { queryRows } from "./loops/query-rows.ts"
import { type NotRendered, type Rendered, render } from "./render.ts"
import type { Values } from "./tokens/values.ts"
import type { RenderInput } from "./work.ts"

/** A page or a template out of its HTML; of a component what stands in its `template`. */
export function documentOf(
  html: string,
  { type = "page", id = "home", policy = OWN_ONLY }: Partial<DocumentRef> & { policy?: SafetyPolicy | null } = {},
): SiteDocument {
  let count = 0
  const page = importPage(html, { nextId: () => `n${count++}`, policy })
  if (!page.ok) throw new Error(page.reason)
  const parents = new Map<string, string>()
  for (const node of page.fragment.nodes)
    if (node.kind === "element") for (const child of node.children) parents.set(child, node.id)
  const nodes = mapOf(
    page.fragment.nodes.map((node): [string, SiteNode] => [node.id, { ...node, parent: parents.get(node.id) ?? null }]),
  )
  const ref = { type, id }
  const title = page.title || id
  const [root] = page.fragment.roots
  if (type !== "visualComponent") {
    return { ref, title, mode: page.mode, rootNodeId: root!, contentNodeId: page.contentNodeId, nodes }
  }
  const template = page.fragment.nodes.find((node) => node.kind === "element" && node.tag === "template")!
  return { ref, title, mode: "standards", rootNodeId: template.id, contentNodeId: template.id, nodes }
}

export function componentOf(id: string, html: string): [string, SiteDocument] {
  return [id, documentOf(html, { type: "visualComponent", id })]
}

export const INCIDENTS: SourceWords = {
  id: "incidents",
  title: "incidents",
  fields: [
    { id: "title", title: "Title", type: "text" },
    { id: "status", title: "Status", type: "text" },
    { id: "startedAt", title: "Started", type: "instant" },
    { id: "address", title: "Address", type: "address" },
    { id: "score", title: "Score", type: "number" },
  ],
}

interface Around extends Partial<Omit<RenderInput, "components" | "sources" | "rows">> {
  components?: readonly [string, SiteDocument][]
  sources?: readonly SourceWords[]
  rows?: readonly Values[] | ((query: LoopQuery) => RowsPage | undefined)
}

export function inputOf(pages: string | readonly SiteDocument[], around: Around = {}): RenderInput {
  const { components = [], sources = [INCIDENTS], rows = [], ...rest } = around
  const known = new Map(sources.map((source) => [source.id, source]))
  return {
    layers: typeof pages === "string" ? [documentOf(`<!doctype html>${pages}`)] : pages,
    components: new Map(components),
    sources: known,
    rows: typeof rows === "function" ? rows : (query) => queryRows(rows, known.get(query.source)!.fields, query),
    site: { name: "Acme", url: "https://status.example.com", language: "en", timeZone: "UTC" },
    page: { title: "Home", language: "en" },
    route: { path: "/" },
    policy: OWN_ONLY,
    ...rest,
  }
}

export function rendered(pages: string | readonly SiteDocument[], around: Around = {}): Rendered {
  const made: Rendered | NotRendered = render(inputOf(pages, around))
  if (!made.ok) throw new Error(made.reason)
  return made
}

/** What stands in the body. */
export function bodyOf({ html }: { html: string }): string {
  return /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? html
}
