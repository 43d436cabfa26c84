import { describe, expect, it } from "vitest"
import { sheetOf } from "../../../document.ts"
import { usesInWords, variablesUsed } from "./token-uses.ts"

const sheets = [
  ".a { color: var(--color-brand); background: var( --color-brand-shade-1 , red) } .b { color: var(--color-brand) }",
  ":root { --color-brand: red; --color-brandy: tan } .c { color: var(--color-brandy) }",
].map((css, at) => sheetOf(css, { id: `s${at}`, name: `${at}.css` }))

describe("how often a token is used", () => {
  it("is counted where its value is asked for, and not where it is set or another begins like it", () => {
    const used = variablesUsed(sheets)
    expect(Object.fromEntries(used)).toEqual({
      "--color-brand": 2,
      "--color-brand-shade-1": 1,
      "--color-brandy": 1,
    })
    expect(usesInWords(used, ["--color-brand", "--color-brand-shade-1"])).toBe("used 3 times")
    expect(usesInWords(used, ["--color-brandy"])).toBe("used once")
    expect(usesInWords(used, ["--font-body"])).toBe("not used in the styles")
  })
})
