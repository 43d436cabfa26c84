import { describe, expect, it } from "vitest"
import { parseJson } from "./parse-json.ts"

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels)

describe("parseJson", () => {
  it("reads documents, and tells what is none", () => {
    expect(parseJson('{"a":[1,{"b":null}]}')).toEqual({ a: [1, { b: null }] })
    expect(["", "{", "<html>", "[1,]"].map(parseJson)).toEqual([undefined, undefined, undefined, undefined])
  })

  it("counts what is deeper than anybody means as none, and brackets in texts as text", () => {
    expect(parseJson(nested(500))).toBeInstanceOf(Array)
    expect(parseJson(nested(501))).toBeUndefined()
    expect(parseJson(nested(120_000))).toBeUndefined()
    const text = `\\" ${"[{".repeat(1_000)}`
    expect(parseJson(JSON.stringify([text]))).toEqual([text])
  })
})
