import { describe, expect, it } from "vitest"
import { parseSearch, stringifySearch } from "./search-params.ts"

describe("search params", () => {
  it("keep words as words, whatever they look like", () => {
    expect(parseSearch("?text=123&open=true&q=null")).toEqual({ text: "123", open: "true", q: "null" })
    expect(stringifySearch({ text: "123", empty: "", gone: undefined })).toBe("?text=123")
  })

  it("bring lists, objects and odd text back as they were", () => {
    const values = { tags: ["a", "b"], range: { from: "1" }, text: '"quoted" [x', after: "eyJ=" }

    expect(parseSearch(stringifySearch(values))).toEqual(values)
  })

  it("read a broken list as the text it is", () => {
    expect(parseSearch("?tags=[a")).toEqual({ tags: "[a" })
  })
})
