import { describe, expect, it } from "vitest"
import { quoteName } from "./quote-name.ts"

describe("a name in a sentence", () => {
  it("stands in quotation marks as it is", () => {
    for (const name of ["Checkout", "O'Neill’s shop", "支付 系统", "a – b (c)"])
      expect(quoteName(name)).toBe(`"${name}"`)
  })

  it("cannot end the quotation, in whatever way people write one", () => {
    expect(quoteName('Old" and call it "New')).toBe(`"Old' and call it 'New"`)
    for (const mark of [...'"“”„‟″＂«»', "''", "‘‘", "’'", '""', "``"])
      expect(quoteName(`A${mark} and ${mark}B`), mark).toBe(`"A' and 'B"`)
  })

  it("stands on one line", () => {
    expect(quoteName(" A\n\n  B\u2028C\t")).toBe('"A B C"')
  })
})
