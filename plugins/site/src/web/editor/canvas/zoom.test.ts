import { describe, expect, it } from "vitest"
import { nextZoom, scaleFor, zoomOf } from "./zoom.ts"

describe("the size of the page on the canvas", () => {
  it("fits the room and is never larger than the page, unless somebody says so", () => {
    expect(scaleFor("fit", 640, 1280)).toBe(0.5)
    expect(scaleFor("fit", 2_000, 1280)).toBe(1)
    expect(scaleFor("fit", 0, 1280)).toBe(1)
    expect(scaleFor(2, 640, 1280)).toBe(2)
  })

  it("goes to the next size from whatever is shown, and stays at the outermost", () => {
    expect([0.51, 0.502, 1, 2].map((scale) => nextZoom(scale, 1))).toEqual([0.75, 0.75, 1.25, 2])
    expect([0.51, 1, 0.4].map((scale) => nextZoom(scale, -1))).toEqual([0.5, 0.75, 0.5])
    expect(["+", "=", "-", "0", "1", "a"].map((key) => zoomOf(key, 1))).toEqual([1.25, 1.25, 0.75, "fit", 1, null])
  })
})
