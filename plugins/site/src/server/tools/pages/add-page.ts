import type { ElementRecord, Site } from "../../../document.ts"
import type { Ran, RunContext } from "../run/runner.ts"
import { newAddress } from "./addresses.ts"

export function addPage(
  site: Site,
  { title, slug }: { title: string; slug?: string | undefined },
  { nextId }: RunContext,
): Ran<{ pageId: string; rootNodeId: string; slug: string }> {
  const address = newAddress(site, title, slug)
  // A tilde stands in ids of nodes only.
  const pageId = nextId().replace("~", "-")
  const element = (tag: string, children: readonly string[]): ElementRecord => ({
    kind: "element",
    id: nextId(),
    tag,
    namespace: "html",
    attributes: [],
    classes: [],
    style: null,
    children,
  })
  const [head, body] = [element("head", []), element("body", [])]
  const html = element("html", [head.id, body.id])
  const content = {
    title,
    mode: "standards" as const,
    contentNodeId: body.id,
    fragment: { roots: [html.id], nodes: [html, head, body] },
  }
  return {
    commands: [
      { type: "document.add", document: { type: "page", id: pageId }, content },
      { type: "page.set", page: pageId, set: { address } },
    ],
    data: { pageId, rootNodeId: body.id, slug: address },
  }
}
