import { describe, expect, it } from "vitest"
import { apply, emptySite, type Site, sheetOf, textOf } from "../../../document.ts"
import { choicesOf, PROPERTY_GROUPS } from "./properties.ts"
import {
  declarationsFor,
  inlineDeclarations,
  rulesFor,
  ruleText,
  setRuleStyle,
  setRuleText,
  withInline,
} from "./style-rules.ts"

let ids = 0
const nextId = () => {
  ids += 1
  return `new${ids}`
}

function siteWith(css: string): Site {
  const site = emptySite()
  return css === "" ? site : { ...site, sheets: [sheetOf(css, { id: "main", name: "main.css" })] }
}

function after(site: Site, commands: ReturnType<typeof setRuleStyle>): string {
  const applied = apply(site, { type: "group", commands })
  if (!applied.ok) throw new Error(applied.reason)
  return applied.site.sheets.map(textOf).join("")
}

describe("the style of a class", () => {
  it("changes the declaration in its rule and nothing around it", () => {
    const site = siteWith("/* Mine */\n.a { color: red; padding: 1px } .b { color: blue }")
    const commands = setRuleStyle(
      site,
      { selector: ".a", breakpoint: "base", property: "color", value: "green" },
      nextId,
    )
    expect(after(site, commands)).toBe("/* Mine */\n.a { color: green; padding: 1px } .b { color: blue }")
  })

  it("changes the last of several rules that has the property", () => {
    const site = siteWith(".a { color: red } .a { padding: 1px }")
    const set = (property: string) =>
      after(site, setRuleStyle(site, { selector: ".a", breakpoint: "base", property, value: "x" }, nextId))
    expect(set("color")).toBe(".a { color: x } .a { padding: 1px }")
    expect(set("margin")).toBe(".a { color: red } .a { padding: 1px; margin: x; }")
  })

  it("is another one in a state", () => {
    const site = siteWith(".a { color: red } .a:hover { color: blue }")
    const target = { selector: ".a", breakpoint: "base", state: "hover" }
    expect(declarationsFor(rulesFor(site, target))).toEqual([{ property: "color", value: "blue" }])
    expect(ruleText(site, target)).toBe("color: blue")
    expect(after(site, setRuleStyle(site, { ...target, property: "color", value: null }, nextId))).not.toContain("blue")
    const focused = { ...target, state: "focus-visible" }
    const commands = setRuleStyle(site, { ...focused, property: "color", value: "green" }, nextId)
    expect(after(site, commands)).toContain(".a:focus-visible { color: green; }")
  })

  it("stands in the query of a breakpoint, and is made where there is none", () => {
    const site = siteWith(".a { color: red }")
    const commands = setRuleStyle(
      site,
      { selector: ".a", breakpoint: "phone", property: "color", value: "green" },
      nextId,
    )
    expect(after(site, commands)).toBe(".a { color: red }\n@media (max-width: 480px) { .a { color: green; } }\n")
  })

  it("gets a sheet where the site has none", () => {
    const site = siteWith("")
    const commands = setRuleStyle(
      site,
      { selector: ".a", breakpoint: "base", property: "color", value: "green" },
      nextId,
    )
    expect(after(site, commands).trim()).toBe(".a { color: green; }")
  })

  it("is taken away by an empty value, and written as a whole", () => {
    const site = siteWith(".a { color: red; padding: 1px; }")
    const target = { selector: ".a", breakpoint: "base" }
    expect(after(site, setRuleStyle(site, { ...target, property: "color", value: null }, nextId))).toBe(
      ".a {  padding: 1px; }",
    )
    expect(ruleText(site, { selector: ".a", breakpoint: "base" })).toBe("color: red; padding: 1px;")
    expect(after(site, setRuleText(site, { ...target, text: "margin: 0;" }, nextId))).toBe(".a {\n  margin: 0;\n}")
  })

  it("is read with the last word of each property, at its own width", () => {
    const site = siteWith(".a { color: red } @media (max-width: 480px) { .a { color: blue !important } } .a{color:tan}")
    expect(declarationsFor(rulesFor(site, { selector: ".a", breakpoint: "base" }))).toEqual([
      { property: "color", value: "tan" },
    ])
    expect(declarationsFor(rulesFor(site, { selector: ".a", breakpoint: "phone" }))).toEqual([
      { property: "color", value: "blue !important" },
    ])
  })
})

describe("the style of a rule that is about more than a class", () => {
  it("is changed where it stands, in whatever stands around it", () => {
    const site = siteWith("@layer base { h1, h2 { color: red } } .a > p { color: red }")
    const target = { selector: "h1,h2", breakpoint: "phone", context: ["@layer base"] }
    expect(declarationsFor(rulesFor(site, target))).toEqual([{ property: "color", value: "red" }])
    expect(after(site, setRuleStyle(site, { ...target, property: "color", value: "tan" }, nextId))).toBe(
      "@layer base { h1, h2 { color: tan } } .a > p { color: red }",
    )
    const inState = { ...target, state: "hover", property: "color", value: "tan" }
    expect(after(site, setRuleStyle(site, inState, nextId))).toContain(
      "@layer base { :is(h1,h2):hover { color: tan; } }",
    )
    const atPhone = { selector: ".a>p", breakpoint: "phone", property: "color", value: "tan" }
    expect(after(site, setRuleStyle(site, atPhone, nextId))).toContain(
      "@media (max-width: 480px) { .a>p { color: tan; } }",
    )
  })
})

describe("the style of an element alone", () => {
  it("changes one declaration of the attribute", () => {
    expect(withInline("color: red; margin: 0", "color", "blue")).toBe("color: blue; margin: 0")
    expect(withInline(null, "color", "blue")).toBe("color: blue;")
    expect(withInline("color: red", "color", null)).toBeNull()
    expect(inlineDeclarations("color: red; --x: 1")).toEqual([
      { property: "color", value: "red" },
      { property: "--x", value: "1" },
    ])
  })
})

describe("what a field offers", () => {
  it("is the tokens of the site first", () => {
    const color = PROPERTY_GROUPS.flatMap(({ properties }) => properties).find(({ property }) => property === "color")!
    const tokens = { colors: { brand: { value: "red", tints: 1 } }, fonts: {}, scales: {} }
    expect(choicesOf(color, tokens)).toEqual([
      "var(--color-brand)",
      "var(--color-brand-tint-1)",
      "currentcolor",
      "inherit",
    ])
  })
})
