import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { aiPlugin } from "../../server.ts"
import { getDoc } from "./get-doc.ts"
import { guideOf } from "./guide.ts"
import { listDocs } from "./list-docs.ts"
import { searchDocs } from "./search-docs.ts"

const { as, anonymous } = await testPlatform({ plugins: [aiPlugin] })

describe("the guide", () => {
  it("is listed, searched and read by anyone signed in", async () => {
    const vera = await as("vera", "viewer")

    const { pages, sections } = await listDocs(vera, {})
    const { hits } = await searchDocs(vera, { query: "one-time link administrator" })
    const page = await getDoc(vera, { slug: hits[0]!.slug })

    expect(sections).toContain("start")
    expect(pages.map(({ slug }) => slug)).toContain(hits[0]!.slug)
    expect(page.content).toContain("one-time")
    expect(hits[0]!.snippet.length).toBeLessThanOrEqual(402)
  })

  it("is not for people who are not signed in", async () => {
    await expect(listDocs(await anonymous(), {})).rejects.toThrow("You are not signed in.")
  })

  it("answers an unknown slug with the closest real ones", async () => {
    await expect(getDoc(await as("ana"), { slug: "start/first-step" })).rejects.toThrow(
      /no page "start\/first-step". The closest are start\/first-steps/,
    )
  })

  it("names the sections there are when asked for another", async () => {
    await expect(listDocs(await as("ana"), { section: "nowhere" })).rejects.toThrow(
      'The guide has no section "nowhere". Its sections are ',
    )
  })

  it("says when nothing or little matches, so that nobody searches in circles", async () => {
    const ana = await as("ana")
    expect((await searchDocs(ana, { query: "qwertyuiop" })).note).toContain("Nothing matches")
    expect((await searchDocs(ana, { query: "people qwertyuiop asdfgh zxcvbn" })).note).toContain("weak matches")
  })

  it("has the platform's pages and those of the plugins that run, and no others", async () => {
    const running = (...ids: string[]) => guideOf({ plugins: ids.map((id) => ({ id })) })

    expect(new Set((await running()).pages.map(({ plugin }) => plugin))).toEqual(new Set([null]))
    expect((await running("incident")).pages.map(({ slug }) => slug)).toContain("operate/incidents")
    expect((await running("ai")).search("resolve an incident", 10).map(({ page }) => page.plugin)).not.toContain(
      "incident",
    )
  })
})
