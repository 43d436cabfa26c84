/** Addresses out of a version of the site: what is at each of them, and what that rests on. */
import { createHash } from "node:crypto"
import type { SiteDocument } from "../../document.ts"
import { keyOf } from "../../document.ts"
import { starterDocument } from "../../render/starters/starter-document.ts"
import {
  feedOf,
  keyOfQuery,
  type ListedPage,
  type LoopQuery,
  layersFor,
  pageAddress,
  type Rendered,
  renderReading,
  robotsOf,
  sitemapOf,
  statusPage,
  type Values,
} from "../../render.ts"
import type { NewFile } from "../files/file-store.ts"
import { addressOfPage, NOT_FOUND_PATH } from "./addresses.ts"
import { LIVE_SCRIPT } from "./live-script.ts"
import type { MediaAddresses, MediaFacts } from "./media-addresses.ts"
import { pagePolicy } from "./page-policy.ts"
import { pageRows, type RowReader } from "./read-rows.ts"
import type { SiteFrame } from "./site-frame.ts"
import type { SiteVersion } from "./site-version.ts"

export interface MadeAddress {
  readonly path: string
  readonly status: number
  readonly file: NewFile | null
  readonly location: string | null
  readonly policy: string | null
}

/** What one page, or one of the site's own parts, answers at its addresses. */
export interface Made {
  readonly owner: string
  /** Of everything that is in none of the lists below. */
  readonly madeOf: string
  readonly addresses: readonly MadeAddress[]
  readonly documents: readonly string[]
  readonly queries: readonly LoopQuery[]
  readonly problems: readonly string[]
}

/** Something to be made, and whether it has to be. */
export interface Makeable {
  readonly owner: string
  readonly madeOf: string
  make(): Promise<Made>
}

/** A page that cannot be made keeps the site as it is; the sentence says which, and why. */
export class NotMade extends Error {}

export interface Making {
  readonly version: SiteVersion
  readonly frame: SiteFrame
  readonly rows: RowReader
  readonly media: MediaAddresses
  readonly pictures: MediaFacts["pictures"]
  readonly url: string | null
}

export function makeablesOf(making: Making): Makeable[] {
  const { version, frame, pictures } = making
  const templates = frame.templates.map(({ document: { ref }, target, priority }) => [keyOf(ref), target, priority])
  // A library may have as many pictures as the site has pages: they are written down once, not for each page.
  const common = fingerprint([frame.madeOf, templates, [...pictures.values()]])
  const pages = [...version.documents.keys()].flatMap((key) => {
    const id = key.startsWith("page:") ? key.slice("page:".length) : null
    return id !== null && version.facts.pages[id]?.address !== undefined ? [pageOf(making, id, common)] : []
  })
  return [...pages, notFoundOf(making, common), redirectsOf(making), machineFilesOf(making)]
}

function pageOf(making: Making, id: string, common: string): Makeable {
  const { version, frame, media } = making
  const key = `page:${id}`
  const known = version.documents.get(key)!
  const { address = "", seoTitle, description, language, noindex, image } = version.facts.pages[id]!
  const path = addressOfPage(address)
  const values: Values = {
    title: seoTitle ?? known.title,
    description: description ?? null,
    language: language ?? String(frame.site.language),
    image: image ? media(image) : (frame.site.image ?? null),
    noindex: noindex === true,
    publishedAt: known.publishedAt,
    updatedAt: known.updatedAt,
  }
  return {
    owner: key,
    madeOf: fingerprint([common, values, path]),
    async make() {
      const document = await version.load(key)
      if (!document) throw new NotMade(`The page "${known.title}" is not there any more. Publish the whole site.`)
      const layers = layersFor({ type: "page", document }, frame.templates)!
      return render(making, { owner: key, madeOf: this.madeOf, layers, values, path, status: 200 })
    },
  }
}

function notFoundOf(making: Making, common: string): Makeable {
  const { frame } = making
  const own = layersFor({ type: "notFound" }, frame.templates)
  return {
    owner: "not found",
    madeOf: common,
    async make() {
      const builtIn = starterDocument({ type: "page", id: "not-found" }, "Not found", statusPage.notFound)
      const layers = own ?? layersFor({ type: "page", document: builtIn }, frame.templates)!
      const values: Values = { title: "Not found", language: String(frame.site.language), noindex: true }
      return render(making, {
        owner: this.owner,
        madeOf: this.madeOf,
        layers,
        values,
        path: NOT_FOUND_PATH,
        status: 404,
      })
    },
  }
}

async function render(
  { frame, rows, pictures }: Making,
  page: {
    owner: string
    madeOf: string
    layers: readonly SiteDocument[]
    values: Values
    path: string
    status: number
  },
): Promise<Made> {
  const addresses: MadeAddress[] = []
  const documents = new Set<string>()
  const queries = new Map<string, LoopQuery>()
  const problems = new Set<string>()
  const scripts = frame.scriptsOf(page.layers.map(({ ref }) => keyOf(ref)))
  let pageCount = 1
  for (let number = 1; number <= pageCount; number += 1) {
    const rendered = await renderReading(
      {
        layers: page.layers,
        components: frame.components,
        sources: rows.sources,
        site: frame.site,
        page: page.values,
        route: { path: page.status === 404 ? "/" : page.path, ...(number > 1 && { pageNumber: number }) },
        policy: frame.policy,
        pictures,
        headEnd: frame.styles + scripts,
      },
      rows.read,
      rows.known,
    )
    if (!rendered.ok) throw new NotMade(`The page "${String(page.values.title)}" cannot be made. ${rendered.reason}`)
    pageCount = page.status === 200 ? rendered.pageCount : 1
    for (const key of rendered.reads.documents) documents.add(key)
    for (const query of rendered.reads.queries) queries.set(keyOfQuery(query), query)
    for (const problem of rendered.problems) problems.add(problem)
    const html = withLiveScript(rendered)
    addresses.push({
      path: page.status === 404 ? NOT_FOUND_PATH : pageAddress(page.path, number),
      status: page.status,
      file: { type: "text/html; charset=utf-8", bytes: Buffer.from(html) },
      location: null,
      policy: pagePolicy({ html, policy: frame.policy, scripts: scripts !== "", live: rendered.live.length > 0 }),
    })
  }
  const { owner, madeOf } = page
  return {
    owner,
    madeOf,
    addresses,
    documents: [...documents],
    queries: [...queries.values()],
    problems: [...problems].map((problem) => `On "${String(page.values.title)}": ${problem}`),
  }
}

/** The one inline script there is; its hash stands in the page's policy. */
function withLiveScript({ html, live }: Rendered): string {
  if (live.length === 0) return html
  const end = html.lastIndexOf("</body>")
  const at = end === -1 ? html.length : end
  return `${html.slice(0, at)}<script>${LIVE_SCRIPT}</script>${html.slice(at)}`
}

function redirectsOf({ version: { facts } }: Making): Makeable {
  const addresses = Object.entries(facts.redirects).flatMap(([from, to]): MadeAddress[] => {
    const target = "page" in to ? facts.pages[to.page]?.address : to.address
    if (target === undefined) return []
    const location = "page" in to ? addressOfPage(target) : target
    return [{ path: addressOfPage(from), status: 301, file: null, location, policy: null }]
  })
  const madeOf = fingerprint(addresses)
  return fixed("redirects", madeOf, addresses)
}

function machineFilesOf({ version, frame, media, url }: Making): Makeable {
  const listed = pageRows(version, media).map(
    ({ address, title, description, publishedAt, updatedAt, listed: shown }): ListedPage => ({
      path: String(address),
      title: String(title),
      ...(description ? { description: String(description) } : {}),
      publishedAt: String(publishedAt),
      updatedAt: String(updatedAt),
      noindex: shown !== true,
    }),
  )
  const siteUrl = url ?? ""
  const feed = { siteUrl, path: "/feed.xml", title: String(frame.site.name), updatedAt: "" }
  const addresses = [
    textAt("/robots.txt", "text/plain; charset=utf-8", robotsOf(siteUrl)),
    textAt("/sitemap.xml", "application/xml; charset=utf-8", sitemapOf(siteUrl, listed)),
    textAt("/feed.xml", "application/atom+xml; charset=utf-8", feedOf(feed, listed)),
  ]
  return fixed("machine files", fingerprint([siteUrl, feed.title, listed]), addresses)
}

function textAt(path: string, type: string, text: string): MadeAddress {
  return { path, status: 200, file: { type, bytes: Buffer.from(text) }, location: null, policy: null }
}

function fixed(owner: string, madeOf: string, addresses: readonly MadeAddress[]): Makeable {
  return {
    owner,
    madeOf,
    make: async () => ({ owner, madeOf, addresses, documents: [], queries: [], problems: [] }),
  }
}

function fingerprint(parts: unknown): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url")
}
