import { describe, expect, it } from "vitest"
import { closeness, closest } from "./closeness.ts"

describe("closest", () => {
  it("puts the beginning of a name before its inside, its tags and the rest", () => {
    const items = [
      { name: "Image delivery", rest: "Resizes product pictures" },
      { name: "Feeds", tags: "product" },
      { name: "By-product ledger" },
      { name: "New product page" },
      { name: "Product search" },
      { name: "Payments" },
    ]
    expect(closest(items, "Product", (item) => item).map(({ name }) => name)).toEqual([
      "Product search",
      "New product page",
      "By-product ledger",
      "Feeds",
      "Image delivery",
    ])
  })

  it("wants every word, wherever each stands, and keeps the order of equals", () => {
    expect(closeness("search prod", { name: "Product search" })).toBe(2)
    expect(closeness("search gone", { name: "Product search" })).toBeUndefined()
    expect(closest([{ name: "ab" }, { name: "aa" }], "a", (item) => item).map(({ name }) => name)).toEqual(["ab", "aa"])
  })
})
