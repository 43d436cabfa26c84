/** What the head of every page says, whatever its author put there. */
import type { Attribute, SiteNode } from "../../document/tree/node.ts"
import { pageAddress } from "../loops/page-address.ts"
import { wordsOf } from "../tokens/values.ts"
import type { RenderInput } from "../work.ts"

export interface HeadPart {
  readonly tag: "title" | "meta" | "link"
  readonly attributes: readonly Attribute[]
  readonly text?: string
}

/** Facts of a page by name: `title`, `description`, `image`, `noindex`; of a site `name`, `url`. */
export function headOf({ site, page, route, entry }: RenderInput): readonly HeadPart[] {
  const field = (name: string) => wordsOf(page[name]).trim() || (entry ? wordsOf(entry.row[name]).trim() : "")
  const siteName = wordsOf(site.name).trim()
  const own = field("title")
  const title = own === "" || own === siteName ? siteName || own : siteName === "" ? own : `${own} · ${siteName}`
  const number = route.pageNumber ?? 1
  const address = absolute(wordsOf(site.url), pageAddress(route.path, number))
  const image = field("image") && absolute(wordsOf(site.url), field("image"))
  const parts: HeadPart[] = [
    { tag: "meta", attributes: [["charset", "utf-8"]] },
    named("viewport", "width=device-width, initial-scale=1"),
    { tag: "title", attributes: [], text: number > 1 ? `${title} · ${number}` : title || "Untitled" },
  ]
  const description = field("description")
  if (description) parts.push(named("description", description))
  if (page.noindex === true) parts.push(named("robots", "noindex"))
  if (address && page.noindex !== true)
    parts.push({
      tag: "link",
      attributes: [
        ["rel", "canonical"],
        ["href", address],
      ],
    })
  parts.push(property("og:type", entry ? "article" : "website"), property("og:title", own || siteName || "Untitled"))
  if (siteName) parts.push(property("og:site_name", siteName))
  if (description) parts.push(property("og:description", description))
  if (address) parts.push(property("og:url", address))
  if (image) parts.push(property("og:image", image), named("twitter:card", "summary_large_image"))
  return parts
}

function named(name: string, content: string): HeadPart {
  return {
    tag: "meta",
    attributes: [
      ["name", name],
      ["content", content],
    ],
  }
}

function property(name: string, content: string): HeadPart {
  return {
    tag: "meta",
    attributes: [
      ["property", name],
      ["content", content],
    ],
  }
}

/** An address that others can follow; empty where the site does not say where it is, or the address leads elsewhere. */
export function absolute(site: string, path: string): string {
  const base = URL.parse(site)
  if (!base || (base.protocol !== "https:" && base.protocol !== "http:")) return ""
  const url = URL.parse(path, base)
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : ""
}

/** Whether the head above says the same: twice is once too often. */
export function isReplaced(node: SiteNode | undefined): boolean {
  if (node?.kind !== "element") return false
  const value = (name: string) =>
    node.attributes
      .find(([one]) => one === name)?.[1]
      .trim()
      .toLowerCase()
  if (node.tag === "title") return true
  if (node.tag === "link") return value("rel") === "canonical"
  if (node.tag !== "meta") return false
  if (value("charset") !== undefined || value("http-equiv") === "content-type") return true
  return REPLACED.has(value("name") ?? "") || (value("property")?.startsWith("og:") ?? false)
}
const REPLACED = new Set(["viewport", "description", "robots", "twitter:card"])
