/** What a site says to machines: which pages there are, what may be read, what is new. Pages in, text out. */
import { wordsOf } from "../tokens/values.ts"
import { absolute } from "./head.ts"

export interface ListedPage {
  readonly path: string
  readonly title: string
  readonly description?: string
  readonly updatedAt?: string
  readonly publishedAt?: string
  readonly noindex?: boolean
}

/** Search engines read no more of one file (sitemaps.org). */
export const SITEMAP_PAGES = 50_000

/** Pages that nobody is to find are not in it, nor those beyond the most that one may hold. */
export function sitemapOf(siteUrl: string, pages: readonly ListedPage[]): string {
  const entries = pages
    .filter(({ noindex }) => !noindex)
    .flatMap(({ path, updatedAt }) => {
      const address = absolute(siteUrl, path)
      const changed = instantOf(updatedAt)
      if (address === "") return []
      return [`<url><loc>${escapeXml(address)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ""}</url>\n`]
    })
    .slice(0, SITEMAP_PAGES)
  return `${XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("")}</urlset>\n`
}

/** A site that is not to be found says so to all; otherwise it says where its pages are listed. */
export function robotsOf(siteUrl: string, { hidden = false } = {}): string {
  if (hidden) return "User-agent: *\nDisallow: /\n"
  const sitemap = absolute(siteUrl, "/sitemap.xml")
  return `User-agent: *\nAllow: /\n${sitemap ? `Sitemap: ${sitemap}\n` : ""}`
}

export interface FeedFacts {
  readonly siteUrl: string
  readonly path: string
  readonly title: string
  /** When something in it changed last, where none of its pages says so. */
  readonly updatedAt: string
}

/** Feed readers ask again and again: the newest are enough. */
const FEED_PAGES = 50

/** An Atom feed (RFC 4287), newest first. */
export function feedOf(feed: FeedFacts, pages: readonly ListedPage[]): string {
  const self = absolute(feed.siteUrl, feed.path)
  const dated = pages
    .map((page) => ({ page, at: instantOf(page.publishedAt) ?? instantOf(page.updatedAt) ?? "" }))
    .filter(({ page, at }) => at !== "" && !page.noindex && absolute(feed.siteUrl, page.path) !== "")
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    .slice(0, FEED_PAGES)
  const entries = dated.map(({ page, at }) => {
    const address = escapeXml(absolute(feed.siteUrl, page.path))
    const summary = page.description ? `<summary>${escapeXml(page.description)}</summary>` : ""
    const updated = instantOf(page.updatedAt) ?? at
    return `<entry><id>${address}</id><title>${escapeXml(page.title)}</title><link href="${address}"/><published>${at}</published><updated>${updated}</updated>${summary}</entry>\n`
  })
  const updated = dated[0]?.at ?? instantOf(feed.updatedAt) ?? "1970-01-01T00:00:00.000Z"
  return `${XML}<feed xmlns="http://www.w3.org/2005/Atom">\n<id>${escapeXml(self)}</id><title>${escapeXml(feed.title)}</title><updated>${updated}</updated><author><name>${escapeXml(feed.title)}</name></author><link rel="self" href="${escapeXml(self)}"/>\n${entries.join("")}</feed>\n`
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

function instantOf(text: string | undefined): string | null {
  const at = Date.parse(text ?? "")
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** XML 1.0 cannot carry most control characters, not even escaped: they go. */
export function escapeXml(text: string): string {
  return wordsOf(text)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"'\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
