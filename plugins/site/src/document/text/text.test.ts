import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { mergeText } from "./merge-text.ts"
import { type Splice, shiftSplice } from "./shift-splice.ts"

const words = fc.array(fc.constantFrom("one ", "two ", "three ", "漢字", "かな", "e\u0301", "\n"), { maxLength: 80 })
const text = words.map((parts) => parts.join(""))
const merge = (base: string, mine: string, theirs: string, language?: string) =>
  mergeText({ base, mine, theirs, language })
const options = { seed: 20261117, numRuns: 500 }

describe("mergeText", () => {
  it("takes the one that changed, and the change that both made", () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(merge(base, changed, base)).toBe(changed)
        expect(merge(base, base, changed)).toBe(changed)
        expect(merge(base, changed, changed)).toBe(changed)
      }),
      options,
    )
  })

  it("does not depend on who is called mine", () => {
    fc.assert(
      fc.property(text, text, text, (base, a, b) => {
        expect(merge(base, a, b)).toBe(merge(base, b, a))
      }),
      options,
    )
  })

  it("loses no word of either where a word stands between their changes", () => {
    const parts = fc.array(fc.constantFrom<string>("alpha", "beta", "gamma", "delta"), { minLength: 12, maxLength: 60 })
    fc.assert(
      fc.property(parts, fc.nat(), fc.nat(), (list, first, second) => {
        const a = first % list.length
        const b = second % list.length
        fc.pre(Math.abs(a - b) > 1)
        const mine = list.with(a, "ANA")
        const theirs = list.with(b, "BEN")
        expect(merge(list.join(" "), mine.join(" "), theirs.join(" "))).toBe(
          list.with(a, "ANA").with(b, "BEN").join(" "),
        )
      }),
      options,
    )
  })

  it("knows words where there are no spaces", () => {
    const base = "私は東京に住んでいます。".repeat(20)
    const mine = base.replace("東京", "大阪")
    const theirs = base.replace(/東京(?=に住んでいます。$)/, "京都")
    expect(merge(base, mine, theirs, "ja")).toBe(mine.replace(/東京(?=に住んでいます。$)/, "京都"))
  })

  it("gives up where both changed the same word", () => {
    expect(merge("Hello Ana", "Hello Ben", "Hello Cleo")).toBeNull()
  })

  it("bears a language that is none", () => {
    expect(merge("a b c", "A b c", "a b C", "not a language!")).toBe("A b C")
  })
})

describe("shiftSplice", () => {
  const apply = (from: string, { at, removed, inserted }: Splice): string => {
    expect(from.slice(at, at + removed.length)).toBe(removed)
    return from.slice(0, at) + inserted + from.slice(at + removed.length)
  }
  const splice = (base: string, [from, to, inserted]: readonly [number, number, string]): Splice => {
    const at = from % (base.length + 1)
    return { at, removed: base.slice(at, at + (to % 5)), inserted }
  }
  const any = fc.tuple(fc.nat(), fc.nat(), fc.constantFrom("", "x", "yz"))

  it("fits whatever came first, and takes out nothing that the earlier one put in", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 12 }), any, any, (base, a, b) => {
        const earlier = splice(base, [a[0], a[1], a[2].toUpperCase()])
        const later = splice(base.replaceAll(/[A-Z]/g, "o"), b)
        const plain = base.replaceAll(/[A-Z]/g, "o")
        const first = { ...earlier, removed: plain.slice(earlier.at, earlier.at + earlier.removed.length) }
        const both = apply(apply(plain, first), shiftSplice(later, first))
        expect(both).toContain(first.inserted)
        expect(both).toContain(later.inserted)
        // Where they do not meet, it is the same as the other way round.
        if (later.at > first.at + first.removed.length) expect(both).toBe(apply(apply(plain, later), first))
      }),
      options,
    )
  })

  it("lets two insertions at one point stand in the order in which they came", () => {
    const [first, second] = ["Ana ", "Ben "].map((inserted) => ({ at: 0, removed: "", inserted }))
    expect(apply(apply("!", first!), shiftSplice(second!, first!))).toBe("Ana Ben !")
  })
})
