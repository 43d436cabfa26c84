import { describe, expect, it } from "vitest"
import { buildDocsIndex } from "./docs-index.ts"
import { createDocsRanker } from "./rank-docs.ts"

const page = (slug: string, title: string, body: string, description = "About it.") => ({
  slug,
  markdown: `---\ntitle: ${title}\ndescription: ${description}\n---\n\n${body}\n`,
})

const pages = [
  page(
    "operate/incidents",
    "Incidents",
    "An incident tells people what is wrong.\n\n## Resolve an incident\n\nChoose resolve.",
  ),
  page("operate/systems", "Systems", "A system may have an incident. Teams own systems."),
  page("settings/teams", "Teams", "Teams hold grants."),
  page("a/same", "Twin", "Identical words."),
  page("b/same", "Twin", "Identical words."),
  page("settings/überwachung", "Überwachung", "Straße und Café."),
]
const ranker = createDocsRanker(buildDocsIndex(pages))
const slugs = (query: string, limit = 10) => ranker.rank(query, limit).map(({ page }) => page.slug)

describe("rankDocs", () => {
  it("puts the page whose title has the word before one that mentions it", () => {
    expect(slugs("incident")).toEqual(["operate/incidents", "operate/systems"])
    expect(slugs("teams")[0]).toBe("settings/teams")
  })

  it("breaks ties by slug, so the order never wavers", () => {
    expect(slugs("identical words")).toEqual(["a/same", "b/same"])
  })

  it("finds words of any script without regard to case and accents", () => {
    expect(slugs("uberwachung CAFE")).toEqual(["settings/überwachung"])
  })

  it("finds the last word while it is still being typed", () => {
    expect(slugs("inciden")).toContain("operate/incidents")
  })

  it("returns nothing for words that stand nowhere, and survives words that objects inherit", () => {
    expect(slugs("zebra")).toEqual([])
    expect(slugs("constructor toString __proto__")).toEqual([])
  })

  it("honours the limit", () => {
    expect(slugs("incident teams systems", 2)).toHaveLength(2)
  })
})

describe("buildDocsIndex", () => {
  it("refuses a page without title or description, naming it", () => {
    expect(() => buildDocsIndex([{ slug: "x/y", markdown: "No header." }])).toThrow(
      "docs/guide/x/y.md has no title or description",
    )
  })

  it("cuts a page that is too long and says so", () => {
    const { pages } = buildDocsIndex([page("long/page", "Long", "word ".repeat(20_000))])
    expect(pages[0]).toMatchObject({ truncated: true })
    expect(pages[0]!.content.length).toBeLessThanOrEqual(40_000)
  })
})
