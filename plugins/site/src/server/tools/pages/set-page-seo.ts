import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import { type PageFactsPatch, refuse, type Site } from "../../../document.ts"
import type { Ran } from "../run/runner.ts"
import { findPage } from "./find-page.ts"

/** What search engines and those who share a link are told; null takes it away. */
export function setPageSeo(
  site: Site,
  { pageId, noindex, ...words }: ParsedInputOf<typeof siteContract.setPageSeo>,
): Ran<object> {
  findPage(site, pageId)
  const said = Object.entries(words).filter(([, value]) => value !== undefined)
  const set: PageFactsPatch = {
    ...Object.fromEntries(said),
    ...(noindex !== undefined && { noindex: noindex ? true : null }),
  }
  if (Object.keys(set).length === 0) refuse("Say what to change: seoTitle, description, language, image or noindex.")
  return { commands: [{ type: "page.set", page: pageId, set }], data: {} }
}
