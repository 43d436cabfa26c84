import { describe, expect, it } from "vitest"
import type { SourcePage } from "./doc-page.ts"
import { buildDocsIndex } from "./docs-index.ts"
import { createDocsSearch } from "./search-docs.ts"

const page = (slug: string, title: string, body: string, plugin: string | null = null): SourcePage => ({
  file: `docs/guide/${slug}.md`,
  plugin,
  slug,
  markdown: `---\ntitle: ${title}\ndescription: About it.\n---\n\n${body}\n`,
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
  page("run/copies", "Copies", "Take a backup each night.", "copies"),
  page("run/history", "History", "Going back in time.", "history"),
]
const guide = createDocsSearch(buildDocsIndex(pages))
const slugs = (question: string, limit = 10) => guide.search(question, limit).map(({ page }) => page.slug)

describe("a search of the guide", () => {
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

  it("finds a word that was mistyped, and one with another ending", () => {
    expect(slugs("incidnet")).toContain("operate/incidents")
    expect(slugs("resolving")).toEqual(["operate/incidents"])
  })

  it("takes two words for the one they are also written as", () => {
    expect(slugs("how do I back up")[0]).toBe("run/copies")
  })

  it("looks for the words that matter, and for the others where there are none", () => {
    expect(slugs("how do I get the grants of what is mine")[0]).toBe("settings/teams")
    expect(() => slugs("how do I")).not.toThrow()
  })

  it("says how much of the question a page has", () => {
    expect(guide.search("resolve incident", 1)[0]!.coverage).toBe(1)
    expect(guide.search("grants xylophone quagmire", 1)[0]!.coverage).toBeCloseTo(1 / 3)
  })

  it("leaves out pages that are not shown", () => {
    const found = guide.search("backup", 10, ({ plugin }) => plugin !== "copies")
    expect(found.map(({ page }) => page.slug)).toEqual([])
  })

  it("returns nothing for words that stand nowhere, and survives words that objects inherit", () => {
    expect(slugs("zebra")).toEqual([])
    expect(slugs("constructor toString __proto__ hasOwnProperty")).toEqual([])
    expect(slugs("?!")).toEqual([])
  })

  it("honours the limit", () => {
    expect(slugs("incident teams systems", 2)).toHaveLength(2)
  })

  it("survives being stored as text", () => {
    const stored = createDocsSearch(JSON.parse(JSON.stringify(buildDocsIndex(pages))))
    expect(stored.search("resolve incident", 5)).toEqual(guide.search("resolve incident", 5))
  })
})
