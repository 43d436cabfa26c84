import { describe, expect, it } from "vitest"
import { linkNames } from "./link-names.ts"

const text = (value: string) => ({ type: "text", value })
const linked = (names: Record<string, string>, ...children: object[]) => {
  const tree = { type: "root", children: [{ type: "paragraph", children }] }
  linkNames(new Map(Object.entries(names)))()(tree as never)
  return (tree.children[0]!.children as { type: string; value?: string; url?: string }[]).map(
    ({ type, value, url }) => value ?? `${type} ${url ?? ""}`,
  )
}

describe("linkNames", () => {
  it("links whole names, the longest first, wherever they stand", () => {
    const names = { Search: "/s", "Search index": "/i", Checkout: "/c" }
    expect(linked(names, text("Checkout waits for Search index, not for Search."))).toEqual([
      "link /c",
      " waits for ",
      "link /i",
      ", not for ",
      "link /s",
      ".",
    ])
    expect(linked(names, text("Searching and Checkouts are no names."))).toEqual([
      "Searching and Checkouts are no names.",
    ])
  })

  it("leaves links, code and very short names alone", () => {
    const link = { type: "link", url: "/there", children: [text("Checkout")] }
    expect(linked({ Checkout: "/c" }, link, { type: "inlineCode", value: "Checkout" })).toEqual([
      "link /there",
      "Checkout",
    ])
    expect(linked({ It: "/it" }, text("It works."))).toEqual(["It works."])
  })

  it("takes signs in names for what they are", () => {
    expect(linked({ "C++ (old)": "/x" }, text("Use C++ (old) here"))).toEqual(["Use ", "link /x", " here"])
  })
})
