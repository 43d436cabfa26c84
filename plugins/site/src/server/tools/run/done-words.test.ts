import { describe, expect, it } from "vitest"
import { siteTools } from "../tools.ts"
import { done, insertedWords, replacedWords, stylesWords } from "./done-words.ts"

const created = (...tags: string[]) => tags.map((tag, at) => ({ id: `n${at}`, tag }))

describe("what a call has done", () => {
  it("is told by what came, and how much of it", () => {
    const section = { nodeIds: ["n0"], created: created("section", ...Array.from({ length: 14 }, () => "li")) }
    expect(insertedWords(section)).toBe("Inserted a section with 14 elements")
    expect(insertedWords({ nodeIds: ["n0"], created: created("h2") })).toBe("Inserted a heading")
    expect(insertedWords({ nodeIds: ["n0"], created: created("x-mine", "p") })).toBe(
      "Inserted an element with 1 element",
    )
    expect(insertedWords({ nodeIds: ["n0", "n1"], created: created("p", "p") })).toBe("Inserted 2 elements")
    expect(insertedWords({ cssRulesCreated: 2, cssRulesUpdated: 1 })).toBe("Added 2 rules and changed 1 rule of style")
    expect(replacedWords(section)).toBe("Replaced what an element holds by a section with 14 elements")
  })

  it("is told by rules and properties of style, and by nothing where there were none", () => {
    expect(stylesWords({ cssRulesDeleted: 1, cssPropertiesRemoved: 2 })).toBe(
      "Removed 1 rule and removed 2 properties of style",
    )
    expect(stylesWords({ cssRulesCreated: 0, cssRulesUpdated: 0 })).toBeUndefined()
  })

  it("has happened: every change of the draft is told as past", () => {
    const say = { quote: (text: string) => `"${text}"`, name: () => undefined, names: () => undefined }
    const changes = siteTools.filter(({ draft }) => draft)
    expect(changes.length).toBeGreaterThan(25)
    for (const { name, describe: words, tell } of changes) {
      const before = words!({} as never, say)
      const after = tell?.({} as never, {} as never, say)
      expect(after, name).toBe(done(before))
      if (!before.startsWith("Set ")) expect(after, name).not.toBe(before)
    }
  })
})
