/** More CSS than anybody writes: nothing of it is lost, and nobody waits for it. */
import { cpuMsOf } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { applyCss } from "./apply-css.ts"
import { cascadeOf } from "./cascade.ts"
import { cleanCss } from "./clean-css.ts"
import { editSheet, rulesOf, setDeclaration } from "./rules.ts"
import { type Stylesheet, sheetOf, textOf } from "./stylesheet.ts"

const POLICY = { resourceHosts: [], frameHosts: [] }
const read = (css: string): Stylesheet => sheetOf(css, { id: "s", name: "s.css" })

describe("2 MB of CSS", () => {
  const rule = (at: number) =>
    `.c${at} > .inner:hover, .item-${at}::before {\n  margin: ${at}px auto;\n  color: red;\n}\n`
  const css = Array.from({ length: 30_000 }, (_, at) => rule(at)).join("")
  const sheet = read(css)

  it("is kept as it was written, with all of its rules, and cleaned of nothing", () => {
    expect(css.length).toBeGreaterThan(2 * 1024 * 1024)
    expect(textOf(sheet)).toBe(css)
    expect(rulesOf(sheet)).toHaveLength(30_000)
    expect(cleanCss(css, POLICY)).toEqual({ css, removed: [] })
  })

  it("changes in one declaration and nowhere else", () => {
    const edited = editSheet(sheet, [setDeclaration(rulesOf(sheet)[20_000]!, "color", "blue")])
    expect(edited.ok && textOf(edited.sheet)).toBe(css.replace(rule(20_000), rule(20_000).replace("red", "blue")))
    expect(applyCss(sheet, css, () => "x")).toEqual({ edits: [], created: 0, updated: 0 })
  })

  it("comes and goes at once, rule by rule, in its order", () => {
    let ids = 0
    const { edits } = applyCss(read(""), css, () => `r${ids++}`)
    expect(edits).toHaveLength(30_000)
    const results: ReturnType<typeof editSheet>[] = []
    // By the square of the rules it took 6 s.
    expect(cpuMsOf(() => results.push(editSheet(read(""), edits)))).toBeLessThan(3_000)
    const [came] = results
    if (!came?.ok) throw new Error(came?.reason)
    expect(textOf(came.sheet).replaceAll("\n\n", "\n").trim()).toBe(css.trim())
    const gone = editSheet(came.sheet, came.inverse)
    expect(gone.ok && gone.sheet.pieces).toEqual([])
  })
})

describe("20,000 blocks in each other", () => {
  it.each([
    ["rules", "a{", 101],
    ["layers", "@layer a{", 0],
    ["rules of which the last is a declaration", "a{b:c;", 101],
  ])("are kept as they were written and looked into as deep as anybody goes: %s", (_, opening, rules) => {
    const css = `${opening.repeat(20_000)}${"}".repeat(20_000)}`
    const sheet = read(`${css} p { color: red }`)
    expect(textOf(sheet)).toBe(`${css} p { color: red }`)
    expect(rulesOf(sheet)).toHaveLength(rules + 1)
    expect(() => cascadeOf([sheet], { width: 800 })).not.toThrow()
    const cleaned = cleanCss(css, POLICY)
    expect(cleaned).toEqual({ css, removed: [] })
    const { edits } = applyCss(sheet, "p { color: blue }", () => "x")
    expect(edits).toHaveLength(1)
  })
})
