/**
 * What a page is published as is what was judged: Chromium makes the very tree of it that the sanitiser left, with scripts
 * on and with scripts off. Markup that changes when it is read again has no other way in.
 */
import fc from "fast-check"
import { type Browser, chromium } from "playwright-core"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import "../../../../../packages/testing/src/vitest-context.ts"
import { findChromium } from "../../../../../scripts/chromium.mjs"
import { apply } from "../commands/apply.ts"
import { HOSTILE } from "../safety/corpus.fixture.ts"
import { OWN_ONLY } from "../safety/policy.ts"
import { emptySite, type SiteDocument } from "../tree/node.ts"
import { importPage } from "./import-html.ts"
import { writeDocument } from "./write-html.ts"

const SOUPS = inject("long") ? 20_000 : 600
const PARTS = [
  ..."<p>|</p>|<div>|</div>|<b>|</b>|<a href=x>|</a>|<nobr>|<font color=a>|<form>|</form>|<button>|<li>|<dd>|<h1>|</h2>".split(
    "|",
  ),
  ..."<table>|</table>|<tr>|<td>|<caption>|<col>|<select>|</select>|<option>|<optgroup>|<hr>|<ruby>|<rt>|<rp>".split(
    "|",
  ),
  ..."<svg>|</svg>|<g>|<desc>|<title>|</title>|<foreignObject>|</foreignObject>|<path/>|<style>|</style>|<a xlink:href=y>".split(
    "|",
  ),
  ..."<math>|</math>|<mi>|</mi>|<mtext>|<mglyph>|<annotation-xml encoding=text/html>|</annotation-xml>|<malignmark>".split(
    "|",
  ),
  ..."<noscript>|</noscript>|<iframe>|</iframe>|<template>|</template>|<textarea>|</textarea>|<xmp>|</xmp>|<noembed>|<object>".split(
    "|",
  ),
  ..."<!--|-->|--!>|<!-->|<![CDATA[|]]>|<?x|</|<|>|\"|'|`|&lt;|&amp;|&#0;|&#13;|&quot;|\r\n|\n|\t|\0| x |=".split("|"),
  ..."<p title='</noscript>'>|<p class=\"--><img>\">|<b id='\"><i>'>|<pre>\n\n|<img src=x onerror=y>|<input value='<!--'>|<br/>".split(
    "|",
  ),
  ..."<body class=z>|<html lang=q>|<head>|</head>|</body>|</html>|<frameset>|<plaintext>|<image src=i>|<x-y>|</x-y>|<script>|</script>".split(
    "|",
  ),
]

function published(html: string): SiteDocument {
  let count = 0
  const page = importPage(html, { nextId: () => `n${count++}` })
  if (!page.ok) throw new Error(page.reason)
  const { mode, contentNodeId, fragment } = page
  const content = { title: page.title || "x", mode, contentNodeId, fragment }
  const added = apply(emptySite(), { type: "document.add", document: { type: "page", id: "home" }, content })
  if (!added.ok) throw new Error(`${added.reason} ${html}`)
  return added.site.documents.get("page:home")!
}

/** Names, attributes, texts and comments; of a `noscript` nothing that it holds, which scripts make a text of. */
function outlineOf({ nodes, rootNodeId }: SiteDocument): string {
  const outline = (id: string): string => {
    const node = nodes.get(id)!
    if (node.kind === "text") return node.text
    if (node.kind === "comment") return `(!${node.text})`
    const written: (readonly [string, string])[] = [...node.attributes]
    if (node.classText !== undefined || node.classes.length > 0)
      written.push(["class", node.classText ?? node.classes.join(" ")])
    if (node.style !== null) written.push(["style", node.style])
    const attributes = written.map(([name, value]) => ` ${name}=${JSON.stringify(value)}`).join("")
    const held = node.tag === "noscript" ? "" : node.children.map(outline).join("")
    return `(${node.namespace} ${node.tag}${attributes} ${held})`
  }
  return outline(rootNodeId)
}

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(findChromium())
})
afterAll(() => browser?.close())

/** By a parser without scripts, and by one with them: a frame into which the page is written. */
function look(pages: string[]): [off: string, on: string][] {
  const outline = (node: Node): string => {
    if (node instanceof Text || node.nodeType === 3) return (node as Text).data
    if (node.nodeType === 8) return `(!${(node as Comment).data})`
    const element = node as Element
    const uri = element.namespaceURI!
    const namespace = uri.endsWith("svg") ? "svg" : uri.endsWith("MathML") ? "math" : "html"
    const attributes = [...element.attributes].map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`).join("")
    const inside = "content" in element && element.localName === "template" ? (element.content as Node) : element
    const held = element.localName === "noscript" ? "" : [...inside.childNodes].map(outline).join("")
    return `(${namespace} ${element.localName}${attributes} ${held})`
  }
  const frame = document.createElement("iframe")
  document.body.append(frame)
  return pages.map((html) => {
    const off = outline(new DOMParser().parseFromString(html, "text/html").documentElement)
    const shown = frame.contentDocument!
    shown.open()
    shown.write(html)
    shown.close()
    return [off, outline(frame.contentDocument!.documentElement)]
  })
}

describe("a published page", () => {
  it(`is the tree that was judged, in Chromium (${HOSTILE.length} attacks, ${SOUPS} soups of tags)`, async () => {
    const soups = fc.sample(fc.array(fc.constantFrom(...PARTS), { minLength: 3, maxLength: 30 }), {
      seed: 20261117,
      numRuns: SOUPS,
    })
    const given = [...HOSTILE, ...soups.map((parts) => `<!DOCTYPE html>${parts.join("")}`)]
    const documents = given.map(published)
    const tab = await browser.newPage()
    await tab.route("**", (route) => route.abort())
    const seen = await tab.evaluate(
      look,
      documents.map((document) => writeDocument(document, { policy: OWN_ONLY })),
    )
    const unlike = given.filter((_, at) => seen[at]!.some((outline) => outline !== outlineOf(documents[at]!)))
    expect(unlike).toEqual([])
  })
})
