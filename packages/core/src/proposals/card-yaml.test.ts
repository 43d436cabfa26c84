import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { yamlEntries } from "./card-yaml.ts"

const unnamed = () => undefined
const parsed = (value: object, nameOf: (id: string) => string | undefined = unnamed) => {
  const entries = yamlEntries(value, nameOf)
  const lines = Array.isArray(value) ? entries.map((entry) => `- ${entry.replaceAll("\n", "\n  ")}`) : entries
  return parse(lines.join("\n"))
}

describe("yamlEntries", () => {
  it.each([
    ["plain words", { tier: "gold", path: "/var/log", note: "a b, c: d" }],
    [
      "what YAML takes for something else",
      { a: "1", b: "true", c: "null", d: "~", e: "- x", f: "# x", g: "x #y", h: "" },
    ],
    [
      "texts that look like numbers",
      { size: "1234567e-5", "9999999e-9": "12345678", hex: "0x1f", id: "12345678-1234" },
    ],
    ["numbers and switches", { a: 1, b: 1.5, c: true, d: null, e: 1e21 }],
    ["keys that are none", { "": "x", "a: b": "c", "- d": "e", yes: "f", "1": "g", "key ": "h" }],
    ["quotes and escapes", { a: `"it's"`, b: "back\\\\slash", c: "line\nbreak", d: "tab\there", e: " padded " }],
    ["characters nobody sees", { a: "x\u202ey", b: "\u200b", c: "\u2028", d: "\u0085", e: "\u{e0041}", f: "\ufeff" }],
    ["objects in objects", { a: { b: { c: ["d", { e: "f", g: [] }], h: {} } }, i: [[1, [2, "x"]], []] }],
    [
      "a list of objects",
      [{ label: "Runbook", url: "https://a.example/?q=1#top" }, { label: "B", url: "x" }, "z", 3, []],
    ],
  ])("parses back: %s", (_, value) => {
    expect(parsed(value)).toEqual(value)
  })

  it("says the name of an id beside it", () => {
    const id = "3f0c1111-1111-4111-8111-111111111111"
    const nameOf = (one: string) => (one === id ? "Core\nteam" : undefined)
    expect(yamlEntries({ owner: id }, nameOf)).toEqual([`owner: ${id} # Core team`])
    expect(parsed({ owner: id }, nameOf)).toEqual({ owner: id })
  })

  it("writes no character that nobody sees", () => {
    expect(yamlEntries({ a: "x\u202ey", b: "\u{e0041}" }, unnamed)).toEqual(['a: "x\\u202ey"', 'b: "\\udb40\\udc41"'])
  })
})
