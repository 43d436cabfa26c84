import { describe, expect, it } from "vitest"
import { ownWords } from "./own-words.ts"

describe("a value that comes back to its editor", () => {
  it("is not written over letters that were typed since", () => {
    const words = ownWords()
    words.said("f")
    words.said("fe")
    words.said("fet")
    expect(words.isNews("f")).toBe(false)
    expect(words.isNews("fe")).toBe(false)
    // Nothing was typed since: writing it changes nothing, or takes back what a form did not accept.
    expect(words.isNews("fet")).toBe(true)
  })

  it("may skip what was said in between", () => {
    const words = ownWords()
    for (const text of ["a", "ab", "abc"]) words.said(text)
    expect(words.isNews("ab")).toBe(false)
    expect(words.isNews("abc")).toBe(true)
  })

  it("is news when somebody else wrote it, whatever is on its way", () => {
    const words = ownWords()
    words.said("a")
    expect(words.isNews("an example")).toBe(true)
    expect(words.isNews("a")).toBe(true)
  })
})
