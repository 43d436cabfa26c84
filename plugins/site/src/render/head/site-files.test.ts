import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { escapeXml, feedOf, robotsOf, SITEMAP_PAGES, sitemapOf } from "./site-files.ts"

/** Halves of pairs and control characters included. `unit: "binary"` would take seconds to begin. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes))

type Parser = new () => DOMParser
const { JSDOM } = (await import("jsdom" as string)) as { JSDOM: new () => { window: { DOMParser: Parser } } }
const { DOMParser } = new JSDOM().window

const SITE = "https://status.example.com"
const FEED = { siteUrl: SITE, path: "/feed.xml", title: "Acme", updatedAt: "2026-01-01T00:00:00Z" }

/** Texts by the name of their element. Throws where it is no XML. */
function read(xml: string): Record<string, string[]> {
  const texts: Record<string, string[]> = {}
  const parsed = new DOMParser().parseFromString(xml, "application/xml")
  for (const element of parsed.querySelectorAll("*")) {
    const text = element.textContent ?? ""
    if (element.localName === "parsererror") throw new Error(text)
    if (element.children.length === 0 && text !== "") {
      texts[element.localName] = [...(texts[element.localName] ?? []), text]
    }
  }
  return texts
}

describe("a sitemap", () => {
  it("lists the pages that may be found, with when they changed", () => {
    const pages = [
      { path: "/", title: "Home", updatedAt: "2026-02-03T04:05:06Z" },
      { path: "/a&b <c>", title: "Odd", updatedAt: "never" },
      { path: "/hidden", title: "Hidden", noindex: true },
      { path: "javascript:x", title: "Bad" },
    ]
    expect(read(sitemapOf(SITE, pages))).toEqual({
      loc: [`${SITE}/`, `${SITE}/a&b%20%3Cc%3E`],
      lastmod: ["2026-02-03T04:05:06.000Z"],
    })
  })

  it("holds no more than a search engine reads", () => {
    const pages = Array.from({ length: SITEMAP_PAGES + 10 }, (_, at) => ({ path: `/${at}`, title: "x" }))
    expect(sitemapOf(SITE, pages).match(/<url>/g)).toHaveLength(SITEMAP_PAGES)
  })
})

describe("robots", () => {
  it("are told where the pages are, or to stay away", () => {
    expect(robotsOf(SITE)).toBe(`User-agent: *\nAllow: /\nSitemap: ${SITE}/sitemap.xml\n`)
    expect(robotsOf("nowhere")).toBe("User-agent: *\nAllow: /\n")
    expect(robotsOf(SITE, { hidden: true })).toBe("User-agent: *\nDisallow: /\n")
  })
})

describe("a feed", () => {
  it("has the newest first", () => {
    const pages = [
      { path: "/old", title: "Old", publishedAt: "2026-01-02T00:00:00Z" },
      { path: "/new", title: "New", publishedAt: "2026-03-02T00:00:00Z", description: "a < b" },
      { path: "/undated", title: "Undated" },
    ]
    const { title, summary, updated } = read(feedOf(FEED, pages))
    expect(title).toEqual(["Acme", "New", "Old"])
    expect(summary).toEqual(["a < b"])
    expect(updated![0]).toBe("2026-03-02T00:00:00.000Z")
  })

  it("is XML whatever its pages are called", () => {
    const odd = `]]> <!-- &x; "'\u0001\ufffe\0\ud800 \u{1f600}`
    const page = { path: "/x", title: odd, description: odd, publishedAt: "2026-01-02T00:00:00Z" }
    expect(read(feedOf({ ...FEED, title: odd }, [page])).summary).toEqual([`]]> <!-- &x; "'\ufffd \u{1f600}`])
  })

  it("writes any text so that nothing in it is markup, and all that XML can carry comes back", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const written = escapeXml(text)
        expect(written.replace(/&#\d+;/g, "")).not.toMatch(/[&<>"'\r]/)
        const back = written.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
        expect(back).toBe([...text.toWellFormed()].filter(isCarried).join(""))
      }),
      { seed: 11, numRuns: 300 },
    )
  })
})

/** What XML 1.0 calls a character. */
function isCarried(sign: string): boolean {
  const code = sign.codePointAt(0)!
  return (
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    code >= 0x10000
  )
}
