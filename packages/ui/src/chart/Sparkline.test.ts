import { describe, expect, it } from "vitest"
import { pathOf } from "./Sparkline.tsx"

describe("the path of a sparkline", () => {
  it("begins anew after a gap, and makes a dot of a value without neighbours", () => {
    expect(pathOf([10, 5, null, 5, null])).toBe("M0 1L24 10M72 10L72 10")
  })

  it("is empty where nothing was measured, and flat where nothing took any time", () => {
    expect(pathOf([null, null])).toBe("")
    expect(pathOf([0, 0])).toBe("M0 19L96 19")
  })
})
