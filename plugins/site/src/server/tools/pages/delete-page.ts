import { refuse, type Site } from "../../../document.ts"
import type { Ran } from "../run/runner.ts"
import { findPage } from "./find-page.ts"

export function deletePage(site: Site, { pageId }: { pageId: string }): Ran<object> {
  const { ref } = findPage(site, pageId)
  const pages = [...site.documents.values()].filter((document) => document.ref.type === "page")
  if (pages.length === 1) refuse(`The page ${pageId} is the only one. Add another one before you delete it.`)
  return { commands: [{ type: "document.remove", document: ref }], data: {} }
}
