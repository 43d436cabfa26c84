import { addressFrom, freeAddress, refuse, type Site } from "../../../document.ts"
import { wordsOf } from "../../whose-words.ts"
import type { Ran } from "../run/runner.ts"
import { turnInto } from "./set-page-template.ts"

/** A template becomes a page again, at an address made of its title. Its outlet goes: it would show nothing there. */
export function clearPageTemplate(site: Site, { pageId }: { pageId: string }): Ran<object> {
  const template = site.documents.get(`template:${pageId}`)
  if (!template) refuse(`The page ${pageId} is not a template. List the documents to see which are.`)
  const address = freeAddress(site.facts, addressFrom(template.title))
  const document = { type: "page" as const, id: pageId }
  const outlets = [...template.nodes.values()].filter((node) => node.kind === "element" && node.tag === "cs-outlet")
  return {
    commands: [
      ...turnInto(site, pageId, "template", "page"),
      ...outlets.map(({ id }) => ({ type: "remove" as const, document, node: id })),
      { type: "page.set", page: pageId, set: { address } },
    ],
    data: {},
    warnings: [`The page is at "${address}" now.`],
    copiedFrom: [wordsOf(template.ref)],
  }
}
