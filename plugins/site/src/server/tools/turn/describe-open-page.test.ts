import { describe, expect, it } from "vitest"
import type { Command } from "../../../document.ts"
import { after, smallSite } from "../run/world.fixture.ts"
import { describeOpenPage } from "./describe-open-page.ts"

const OPEN = { document: "page:home", selectedNodeIds: ["hero", "t1"], breakpointId: "tablet" }
const LIST = {
  documents: [
    { type: "page" as const, id: "home", title: "Home" },
    { type: "page" as const, id: "about", title: "About" },
    { type: "template" as const, id: "chrome", title: "Chrome" },
  ],
  whole: true,
}

describe("what is open in the editor", () => {
  it("is told with its root, what is selected and the breakpoints, and the others by their names", () => {
    const told = describeOpenPage(smallSite(), LIST, OPEN)!
    expect(told.about.split("\n").slice(0, 4)).toEqual([
      "page:home is open in the editor: root home.body, shown at tablet (820 px).",
      "Selected: hero (section), t1 (text).",
      "Breakpoints: base@1280px, tablet@820px, phone@480px.",
      "There are no tokens yet: no design system. Set some before you build.",
    ])
    expect(told.names).toBe(
      'Documents: page:home="Home" (home page), page:about="About" (/about), template:chrome="Chrome".',
    )
    expect(told.quotes).toEqual([
      { type: "site.document", id: "page:home", name: "Home" },
      { type: "site.document", id: "page:about", name: "About" },
      { type: "site.document", id: "template:chrome", name: "Chrome" },
    ])
  })

  it("is told without what is gone, and not at all where it is gone itself", () => {
    const none = { ...OPEN, selectedNodeIds: ["never"], breakpointId: "watch" }
    expect(describeOpenPage(smallSite(), LIST, none)!.about).toMatch(/root home\.body\.\nNothing is selected\.\n/)
    expect(describeOpenPage(smallSite(), LIST, { ...OPEN, document: "page:never" })).toBeNull()
  })

  it("takes a few thousand bytes, however many documents and tokens there are", () => {
    const slugs = Array.from({ length: 90 }, (_, at) => `colour-${at}-${"x".repeat(30)}`)
    const colors: Command = {
      type: "setTokens",
      set: { colors: Object.fromEntries(slugs.map((slug) => [slug, { value: "#123456" }])) },
    }
    const documents = Array.from({ length: 500 }, (_, at) => ({
      type: "page" as const,
      id: `p${at}`,
      title: `${"Ö".repeat(200)}${at}`,
    }))
    const told = describeOpenPage(after(smallSite(), colors), { documents, whole: false }, OPEN)!
    expect(Buffer.byteLength(told.about + told.names)).toBeLessThan(6_000)
    expect(told.names).toMatch(/, at least \d+ more, which listDocuments tells\.\nTokens: colours /)
    expect(told.names).toMatch(/; \d+ more, which listTokens tells\.$/)
    expect(told.quotes.length).toBeLessThan(60)
  })
})
