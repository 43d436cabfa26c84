import { describe, expect, it } from "vitest"
import { cpuMsOf } from "../../testing/src/measure.ts"
import { demandStorable, NotJsonError, parseJson } from "./json.ts"

const MEBIBYTE = 1024 * 1024

describe("parseJson", () => {
  it("reads what fits, however its strings look", () => {
    const value = { a: ['[[[[{{{"', "\\", '\\"', "é, ü,"], "{,}": { b: [] }, c: null }
    expect(parseJson(JSON.stringify(value), { limits: { depth: 3, values: 10 } })).toEqual(value)
    expect(parseJson("7")).toBe(7)
  })

  it.each([
    ["lists", `${"[".repeat(65)}${"]".repeat(65)}`],
    ["objects", `${'{"a":'.repeat(65)}1${"}".repeat(65)}`],
    ["lists that nobody closes", "[".repeat(MEBIBYTE)],
    ["objects that nobody closes", '{"a":'.repeat(MEBIBYTE / 5)],
  ])("refuses more than 64 levels of %s", (_, text) => {
    expect(() => parseJson(text)).toThrow(/^The body nests deeper than 64 levels\.$/)
  })

  it("takes 64 levels", () => {
    expect(() => parseJson(`${"[".repeat(64)}${"]".repeat(64)}`)).not.toThrow()
  })

  it.each([
    ["numbers", `[${"1,".repeat(MEBIBYTE / 2 - 2)}1]`],
    ["empty objects", `[${"{},".repeat(MEBIBYTE / 3 - 2)}{}]`],
    ["keys", `{${Array.from({ length: 100_000 }, (_, at) => `"${at}":1`).join(",")}}`],
  ])("refuses a mebibyte of %s before it is parsed", (_, text) => {
    const before = process.memoryUsage().heapUsed
    expect(() => parseJson(text)).toThrow(/^The body has more than 20,000 values in it\. Send less at once\.$/)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(5 * MEBIBYTE)
  })

  it.each([
    ["quotes behind backslashes", `"${'\\"'.repeat(MEBIBYTE / 2)}"`],
    ["backslashes", `"${"\\\\".repeat(MEBIBYTE / 2)}"`],
    ["quotes", '"'.repeat(MEBIBYTE)],
    ["backslashes that nobody ends", `"${"\\".repeat(MEBIBYTE)}`],
  ])("takes no longer for a mebibyte of %s", (_, text) => {
    const read = () => {
      try {
        parseJson(text)
      } catch (error) {
        expect(error).toBeInstanceOf(NotJsonError)
      }
    }
    expect(Math.min(...[1, 2, 3].map(() => cpuMsOf(read)))).toBeLessThan(100)
  })

  it("tells text that is no JSON from JSON with a key that reaches into prototypes", () => {
    expect(() => parseJson("{")).toThrow(NotJsonError)
    expect(() => parseJson('{"a":{"__proto__":1}}')).toThrow(/not allowed anywhere, such as "__proto__"/)
    expect(() => parseJson('{"a":{"constructor":{"prototype":1}}}')).toThrow(/not allowed anywhere/)
    expect(parseJson('{"toJSON":"x","constructor":1}')).toEqual({ toJSON: "x", constructor: 1 })
  })

  it.each(['"a\\u0000"', '"a\\ud800"', '{"a\\uDC00b":1}', '[["\\uDBFFx"]]'])(
    "refuses %s unless it is to be cleaned",
    (text) => {
      expect(() => parseJson(text)).toThrow(/cannot be stored/)
      expect(() => parseJson(text, { keepUnstorable: true })).not.toThrow()
    },
  )

  it("takes whole surrogate pairs and escapes that only look like U+0000", () => {
    expect(parseJson('["\\ud83d\\ude00", "\\\\u0000"]')).toEqual(["😀", "\\u0000"])
  })
})

describe("demandStorable", () => {
  it("looks into every text and key, and leaves alone what writes itself", () => {
    for (const value of ["\0", { a: [{ b: "\ud800" }] }, { "\0": 1 }])
      expect(() => demandStorable(value)).toThrow(/cannot be stored/)
    for (const value of [undefined, null, 7, new Date(), Buffer.from("\0"), { a: ["😀"] }])
      expect(() => demandStorable(value)).not.toThrow()
  })
})
