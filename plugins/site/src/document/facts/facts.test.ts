import { describe, expect, it } from "vitest"
import { apply } from "../commands/apply.ts"
import type { Command } from "../commands/command.ts"
import { PAGE, startSite } from "../commands/random-commands.fixture.ts"
import { sheetOf, textOf } from "../css/stylesheet.ts"
import { guardBySettings } from "../safety/guard.ts"
import type { Site } from "../tree/node.ts"
import { addressFrom, addressProblem, freeAddress } from "./address.ts"
import { DEFAULT_BREAKPOINTS, queryOf } from "./breakpoints.ts"
import { DEFAULT_SCALES, NO_TOKENS } from "./design-tokens.ts"
import { renameToken } from "./rename-token.ts"
import { tokenSheet } from "./token-sheet.ts"

function after(...commands: Command[]): Site {
  const applied = apply(startSite(), { type: "group", commands }, guardBySettings)
  if (!applied.ok) throw new Error(applied.reason)
  return applied.site
}
function reasonOf(command: Command, site: Site = startSite()): string {
  const applied = apply(site, command, guardBySettings)
  if (applied.ok) throw new Error(`${command.type} was not refused.`)
  return applied.reason
}
const address = (page: string, path: string | null): Command => ({ type: "page.set", page, set: { address: path } })

describe("an address", () => {
  it("belongs to one page, and its page may leave it to another", () => {
    const site = after(address("home", ""), address("about", "about"))
    expect(reasonOf(address("news", "about"), site)).toBe(
      'The page about is at "about" already. Choose another address, or change that one first.',
    )
    expect(reasonOf(address("news", ""), site)).toMatch(/The page home is the home page already\./)
    expect(after(address("about", "about"), address("about", "us"), address("news", "about")).facts).toMatchObject({
      pages: { about: { address: "us" }, news: { address: "about" } },
      redirects: {},
    })
  })

  it("that a page left leads to it, however often it moves", () => {
    const { redirects } = after(
      address("a", "one"),
      address("a", "two"),
      address("a", "three"),
      address("a", "one"),
    ).facts
    expect(redirects).toEqual({ two: { page: "a" }, three: { page: "a" } })
  })

  it.each([
    ["About", /cannot be an address/],
    ["/about", /cannot be an address/],
    ["a//b", /cannot be an address/],
    ["../etc", /cannot be an address/],
    ["_media/x", /cannot be an address/],
    ["__proto__", /cannot be an address/],
    ["a b", /cannot be an address/],
    ["sitemap.xml", /The site itself answers at "sitemap.xml"/],
    ["x".repeat(4_000), /at most 200 characters, and this one has 4000/],
  ])("%.20s is refused with a sentence", (path, sentence) => {
    expect(addressProblem(path)).toMatch(sentence)
    expect(reasonOf(address("home", path))).toMatch(sentence)
  })

  it("is made of a title, and told apart from those that are taken", () => {
    expect(addressFrom("Über uns & mehr!")).toBe("uber-uns-mehr")
    expect(addressFrom("日本語")).toBe("日本語")
    expect(addressFrom("!!!")).toBe("page")
    expect(addressProblem(addressFrom("x".repeat(500)))).toBeNull()
    expect(freeAddress(after(address("a", "news"), address("b", "news-2")).facts, "news")).toBe("news-3")
  })

  it("cannot lead back to itself", () => {
    const site = after({ type: "redirect.set", from: "a", to: { address: "/b" } })
    expect(reasonOf({ type: "redirect.set", from: "b", to: { address: "/a?x" } }, site)).toMatch(/lead back to itself/)
    expect(reasonOf({ type: "redirect.set", from: "b", to: { address: "javascript:alert(1)" } })).toMatch(
      /a person can be sent/,
    )
  })
})

describe("a fact that cannot be one", () => {
  const end = { size: 16, ratio: 1.2, width: 360 }
  const cases: [string, Command, RegExp][] = [
    ["a language", { type: "page.set", page: "home", set: { language: "english!" } }, /is not a language/],
    ["an empty description", { type: "page.set", page: "home", set: { description: " " } }, /1 to 1000 characters/],
    [
      "a host that would end a policy",
      { type: "setting.set", set: { frameHosts: [";script-src-elem"] } },
      /is not a host/,
    ],
    ["a word of a policy", { type: "setting.set", set: { resourceHosts: ["'unsafe-inline'"] } }, /is not a host/],
    ["every host", { type: "setting.set", set: { resourceHosts: ["*"] } }, /is not a host/],
    ["a host with a path", { type: "setting.set", set: { frameHosts: ["a.example/x"] } }, /is not a host/],
    [
      "a template for nothing",
      { type: "template.set", template: "t", facts: { target: { type: "postTypes", slugs: [] }, priority: 1 } },
      /at least one/,
    ],
    ["no breakpoint", { type: "breakpoints.set", breakpoints: [] }, /the base first/],
    [
      "two of one width",
      {
        type: "breakpoints.set",
        breakpoints: [
          { id: "a", name: "A", width: 900 },
          { id: "b", name: "B", width: 900 },
        ],
      },
      /same width/,
    ],
    [
      "a colour that loads",
      { type: "setTokens", set: { colors: { x: { value: "url(https://e.example)" } } } },
      /could run something, or load it/,
    ],
    [
      "a colour that ends its rule",
      { type: "setTokens", set: { colors: { x: { value: "red; } body { display: none" } } } },
      /leaves a bracket open/,
    ],
    [
      "two tokens for one variable",
      { type: "setTokens", set: { colors: { "a-shade-1": { value: "red" }, a: { value: "red", shades: 1 } } } },
      /would make --color-a-shade-1/,
    ],
    [
      "a fallback that ends its rule",
      { type: "setTokens", set: { fonts: { x: { name: "X", fallback: "serif; }" } } } },
      /a list of families/,
    ],
    [
      "a scale without steps",
      {
        type: "setTokens",
        set: { scales: { text: { of: "text", steps: [], base: 0, min: end, max: { ...end, width: 900 } } } },
      },
      /1 to 30 steps/,
    ],
    [
      "a script that is none",
      {
        type: "asset.set",
        script: { id: "a", path: "../a.js", content: "", runtime: { documents: null, place: "head", module: true } },
      },
      /cannot be the path of a script/,
    ],
  ]
  it.each(cases)("%s: is refused with a sentence", (_, command, sentence) => {
    expect(reasonOf(command)).toMatch(sentence)
  })
})

describe("the hosts of a site", () => {
  const picture: Command = {
    type: "setInlineStyle",
    document: PAGE,
    node: "d1",
    style: "background: url(https://pictures.example/a.png)",
  }
  it("are asked when a command comes", () => {
    expect(reasonOf(picture)).toMatch(/a host that is not allowed/)
    expect(after({ type: "setting.set", set: { resourceHosts: ["pictures.example"] } }, picture)).toBeTruthy()
  })
})

describe("the sheet of tokens", () => {
  it("has a variable for each colour, its steps and its dark value, each font and each size", () => {
    const sheet = tokenSheet(
      {
        colors: {
          brand: { value: "#1f4b99", dark: "#93b6f5", shades: 1, tints: 1, alphas: [20] },
          ink: { value: "black" },
        },
        fonts: {
          heading: {
            name: "Heading",
            family: "Inter",
            fallback: "system-ui, sans-serif",
            files: [{ media: "m1", weight: "100 900", style: "normal" }],
          },
        },
        scales: { text: { ...DEFAULT_SCALES.text, steps: ["s", "m"], base: 1 } },
      },
      (media) => `/_media/${media}`,
    )
    expect(
      sheet,
    ).toBe(`@font-face { font-family: "Inter"; src: url("/_media/m1"); font-weight: 100 900; font-style: normal; font-display: swap; }
:root {
  color-scheme: light dark;
  --color-brand: #1f4b99;
  --color-brand-shade-1: color-mix(in oklab, var(--color-brand), black 50%);
  --color-brand-tint-1: color-mix(in oklab, var(--color-brand), white 50%);
  --color-brand-alpha-20: color-mix(in oklab, var(--color-brand) 20%, transparent);
  --color-ink: black;
  --font-heading: "Inter", system-ui, sans-serif;
  --text-s: clamp(0.8333rem, 0.8072rem + 0.1159vw, 0.9rem);
  --text-m: clamp(1rem, 0.9511rem + 0.2174vw, 1.125rem);
}
@media (prefers-color-scheme: dark) {
  :root {
    --color-brand: #93b6f5;
  }
}
`)
    expect(tokenSheet(NO_TOKENS, () => null)).toBe("")
  })
})

describe("a breakpoint", () => {
  it("counts below its width where it is narrower than the base, and above it where it is wider", () => {
    const breakpoints = [...DEFAULT_BREAKPOINTS, { id: "wide", name: "Wide", width: 1600 }]
    expect(["base", "phone", "wide", "gone"].map((id) => queryOf(breakpoints, id))).toEqual([
      null,
      "(max-width: 480px)",
      "(min-width: 1600px)",
      null,
    ])
  })
})

describe("a token with another name", () => {
  it("has it everywhere it is used, and nowhere else, and gets the old one back", () => {
    const css = `.a { color: var(--color-brand, var(--color-brand-shade-1)); content: "var(--color-brand)" } /* --color-brand */ .b { color: var(--color-brandy) }\n`
    const site = after(
      {
        type: "setTokens",
        set: { colors: { brand: { value: "#1f4b99", shades: 1 }, link: { value: "var(--color-brand)" } } },
      },
      { type: "sheet.add", sheet: sheetOf(css, { id: "s", name: "s.css" }), after: null },
      { type: "setInlineStyle", document: PAGE, node: "d1", style: "color: var(--color-brand)" },
    )
    const applied = apply(site, renameToken(site, { family: "colors", slug: "brand" }, "accent")!, guardBySettings)
    if (!applied.ok) throw new Error(applied.reason)
    expect(textOf(applied.site.sheets[0]!)).toBe(
      `.a { color: var(--color-accent, var(--color-accent-shade-1)); content: "var(--color-brand)" } /* --color-brand */ .b { color: var(--color-brandy) }\n`,
    )
    expect(applied.site.documents.get("page:home")!.nodes.get("d1")).toMatchObject({
      style: "color: var(--color-accent)",
    })
    expect(applied.site.facts.tokens.colors).toEqual({
      accent: { value: "#1f4b99", shades: 1 },
      link: { value: "var(--color-accent)" },
    })
    const undone = apply(applied.site, applied.inverse)
    if (!undone.ok) throw new Error(undone.reason)
    expect(undone.site.facts).toEqual(site.facts)
    expect(undone.site.sheets).toEqual(site.sheets)
  })
})
