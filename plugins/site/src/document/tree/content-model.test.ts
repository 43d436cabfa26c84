/**
 * Every element in every other, and in what stands around that, against two judges: parse5 says of each pair whether a page
 * keeps it, and Chromium whether it keeps all that is admitted.
 */
import { type DefaultTreeAdapterTypes as Parsed, parse } from "parse5"
import { type Browser, chromium } from "playwright-core"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import "../../../../../packages/testing/src/vitest-context.ts"
import { findChromium } from "../../../../../scripts/chromium.mjs"
import { enter, type Surroundings, whyNotIn } from "./content-model.ts"
import { SPECIAL, VOID } from "./elements.ts"
import type { ElementRecord, Namespace } from "./node.ts"

type Name = readonly [namespace: Namespace, tag: string]
const named = (namespace: Namespace, tags: string): Name[] => tags.split(" ").map((tag) => [namespace, tag])
const BODY = named("html", "html body")

const PHRASES =
  "a abbr b canvas dialog font i image label legend mark nobr optgroup option picture rb rp rt rtc ruby s search slot span u video x-y".split(
    " ",
  )

/** What a parser looks for when it opens an element. */
const AROUND: readonly Name[][] = [
  BODY,
  named("html", "html head"),
  named("html", "html head noscript"),
  ...[
    "p a b nobr span h1 button form li dd dt div address details object marquee template noscript select ruby x-y",
    "table label pre",
  ]
    .flatMap((tags) => tags.split(" "))
    .map((tag) => [...BODY, ["html", tag] as Name]),
  [...BODY, ...named("html", "p button")],
  [...BODY, ...named("html", "a object")],
  [...BODY, ...named("html", "a table tbody tr td")],
  [...BODY, ...named("html", "li ul")],
  [...BODY, ...named("html", "ruby rtc")],
  [...BODY, ...named("html", "select optgroup")],
  [...BODY, ...named("html", "template form")],
  [...BODY, ...named("html", "table caption")],
  [...BODY, ...named("html", "table colgroup")],
  [...BODY, ...named("html", "table tbody")],
  [...BODY, ...named("html", "table tbody tr")],
  [...BODY, ...named("html", "table tbody tr td")],
  [...BODY, ...named("svg", "svg")],
  [...BODY, ...named("svg", "svg g")],
  [...BODY, ["html", "p"], ...named("svg", "svg foreignObject")],
  [...BODY, ["html", "a"], ...named("svg", "svg desc")],
  [...BODY, ...named("math", "math")],
  [...BODY, ["html", "a"], ...named("math", "math mi")],
]
const CHILDREN: readonly Name[] = [
  ...named("html", [...new Set([...SPECIAL, ...PHRASES])].join(" ")),
  ...named("svg", "svg g a title desc foreignObject style script font b"),
  ...named("math", "math mi mo mtext annotation-xml mglyph b"),
]
/** Of those that a parser treats alike, one: every one of them between two takes thirty times as long. */
const BETWEEN: readonly Name[] = inject("long")
  ? CHILDREN
  : [...named("html", "a button object p search span"), ["svg", "foreignObject"], ["math", "mi"]]

const element = ([namespace, tag]: Name): ElementRecord => ({
  kind: "element",
  id: "n",
  tag,
  namespace,
  attributes: [],
  classes: [],
  style: null,
  children: [],
})

/** Every way from the root down to an element that stands in one that stands there. */
function ways(): { way: Name[]; why: string | null }[] {
  const all: { way: Name[]; why: string | null }[] = []
  for (const around of AROUND) {
    const outside = around.reduce<Surroundings | null>((open, name) => enter(open, element(name)), null)!
    for (const middle of CHILDREN) {
      const why = whyNotIn(outside, element(middle))
      all.push({ way: [...around, middle], why })
      if (why) continue
      if (!BETWEEN.some(([namespace, tag]) => namespace === middle[0] && tag === middle[1])) continue
      const inside = enter(outside, element(middle))
      for (const inner of CHILDREN) {
        all.push({ way: [...around, middle, inner], why: whyNotIn(inside, element(inner)) })
      }
    }
  }
  return all
}
const WAYS = ways()

/** A comment behind every element tells where a parser has got to: what it took off unseen would hold it no more. */
function page(way: readonly Name[]): string {
  const inner = way.slice(1).reduceRight((held, [namespace, tag], at) => {
    const ending = namespace === "html" && VOID.has(tag) ? "" : `</${tag}>`
    return `<${tag}>${held}${ending}${at > 0 ? "<!---->" : ""}`
  }, "")
  return `<!DOCTYPE html><html>${way[1]![1] === "head" ? `${inner}<body></body>` : `<head></head>${inner}`}</html>`
}

function outlineOf(way: readonly Name[]): string {
  const inner = way
    .slice(1)
    .reduceRight((held, [namespace, tag], at) => `(${namespace} ${tag}${held})${at > 0 ? "!" : ""}`, "")
  return `(html html${way[1]![1] === "head" ? `${inner}(html body)` : `(html head)${inner}`})`
}

function parsedOutline(node: Parsed.Node): string {
  if (node.nodeName === "#text") return (node as Parsed.TextNode).value
  if (node.nodeName === "#comment") return "!"
  if (!("tagName" in node)) return "childNodes" in node ? node.childNodes.map(parsedOutline).join("") : ""
  const { namespaceURI: uri, tagName } = node
  const namespace = uri.endsWith("svg") ? "svg" : uri.endsWith("MathML") ? "math" : "html"
  const held = "content" in node ? node.content.childNodes : node.childNodes
  return `(${namespace} ${tagName}${held.map(parsedOutline).join("")})`
}

/** Kept by a parser where they stand alone: no page of ours has them there, or their neighbours decide. */
const REFUSED_ALL_THE_SAME =
  /^template > (?:caption|col|colgroup|tbody|td|tfoot|th|thead|tr)$|^(?:table|tbody|tfoot|thead|tr) > form$|> (?:script|style|font|mglyph|basefont|bgsound|noframes)$|^annotation-xml > svg$/

const told = (way: readonly Name[]): string => way.map(([, tag]) => tag).join(" > ")

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(findChromium())
})
afterAll(() => browser?.close())

describe(`what may stand where (${WAYS.length} ways)`, () => {
  it("is what parse5 keeps", () => {
    const admitted: string[] = []
    const refused = new Set<string>()
    for (const { way, why } of WAYS) {
      const kept = parsedOutline(parse(page(way), { scriptingEnabled: false })) === outlineOf(way)
      if (!kept && !why) admitted.push(told(way))
      // With scripts a browser reads the outer of two as text, and that ends at the inner one's end.
      else if (kept && why && way.at(-1)![1] !== "noscript") refused.add(`${way.at(-2)![1]} > ${way.at(-1)![1]}`)
    }
    expect(admitted).toEqual([])
    expect([...refused].filter((pair) => !REFUSED_ALL_THE_SAME.test(pair))).toEqual([])
  })

  it("is kept by Chromium", async () => {
    const admitted = WAYS.filter(({ why }) => !why).map(({ way }) => way)
    const tab = await browser.newPage()
    const outlines = await tab.evaluate((pages) => {
      const parser = new DOMParser()
      const outline = (node: Node): string => {
        if (node instanceof Text) return node.data
        if (!(node instanceof Element)) return "!"
        const uri = node.namespaceURI!
        const namespace = uri.endsWith("svg") ? "svg" : uri.endsWith("MathML") ? "math" : "html"
        const held = node instanceof HTMLTemplateElement ? node.content.childNodes : node.childNodes
        return `(${namespace} ${node.localName}${[...held].map(outline).join("")})`
      }
      return pages.map((html) => outline(parser.parseFromString(html, "text/html").documentElement))
    }, admitted.map(page))
    expect(admitted.filter((way, at) => outlines[at] !== outlineOf(way)).map(told)).toEqual([])
    expect(admitted.length).toBeGreaterThan(10_000)
  })
})
