/** Commands by chance, on a small page of elements that do not get along with each other. */
import fc from "fast-check"
import type { StyleEdit } from "../css/rules.ts"
import { sheetOf } from "../css/stylesheet.ts"
import {
  type ElementRecord,
  type ElementShape,
  emptySite,
  type Fragment,
  type Namespace,
  type NodeId,
  type Site,
  type SiteNode,
} from "../tree/node.ts"
import { apply } from "./apply.ts"
import type { Command } from "./command.ts"

export const PAGE = { type: "page", id: "home" } as const
const OTHER = { type: "template", id: "frame" } as const

/** Numbers that say what to do; what they mean is decided by the document they meet. */
export interface Intent {
  kind: number
  picks: readonly [number, number, number]
  text: string
}
export const intents = (most: number): fc.Arbitrary<Intent[]> =>
  fc.array(
    fc.record({
      kind: fc.nat(999),
      picks: fc.tuple(fc.nat(9_999), fc.nat(9_999), fc.nat(9_999)),
      text: fc.constantFrom("", " ", "\n", "a", "Two words", "< & >", "\nline", "日本語", "é"),
    }),
    { minLength: Math.min(8, most), maxLength: most },
  )

const HTML =
  "div p span a b ul li dl dd dt table caption colgroup col thead tbody tr td th button h1 h2 form select optgroup option ruby rt rp rtc nobr pre textarea br img template object marquee section cs-outlet cs-loop x-y em address label fieldset article".split(
    " ",
  )
const SVG = "svg g path foreignObject desc title a text".split(" ")
const MATH = "math mi mrow mtext mn".split(" ")

export function startSite(): Site {
  const element = (id: string, tag: string, children: string[]): ElementRecord => ({
    ...shape(id, tag, "html"),
    children,
  })
  const text = (id: string, words: string) => ({ kind: "text" as const, id, text: words })
  const commands: Command[] = [
    {
      type: "document.add",
      document: PAGE,
      content: {
        title: "Home",
        mode: "standards",
        contentNodeId: "body",
        fragment: {
          roots: ["html"],
          nodes: [
            element("html", "html", ["head", "body"]),
            element("head", "head", ["title"]),
            element("title", "title", ["t0"]),
            text("t0", "Home"),
            element("body", "body", ["d1", "p1", "u1"]),
            element("d1", "div", ["t1"]),
            text("t1", "Hello there"),
            element("p1", "p", ["t2", "b1", "t4"]),
            text("t2", "One "),
            element("b1", "b", ["t3"]),
            text("t3", "two"),
            text("t4", " three"),
            element("u1", "ul", ["l1"]),
            element("l1", "li", []),
          ],
        },
      },
    },
  ]
  const applied = apply(emptySite(), { type: "group", commands })
  if (!applied.ok) throw new Error(applied.reason)
  return applied.site
}

/** The command that an intent means for a site. `id` names what it makes. */
export function commandFor(site: Site, { kind, picks, text }: Intent, id: string): Command {
  const nodes = [...(site.documents.get("page:home")?.nodes.values() ?? [])].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const pick = (n: number): SiteNode | undefined => nodes[picks[n]! % Math.max(1, nodes.length)]
  // Now and then somebody means a node that is gone.
  const idOf = (n: number): NodeId => (picks[n]! % 41 === 40 ? "gone" : (pick(n)?.id ?? "gone"))
  const texts = nodes.filter((node) => node.kind === "text")
  const words = texts[picks[0] % Math.max(1, texts.length)]
  const elements = nodes.filter((node) => node.kind === "element")
  const element = elements[picks[0] % Math.max(1, elements.length)]
  const sibling = (of: SiteNode | undefined, n: number): NodeId | null =>
    (of?.kind === "element" && of.children[picks[n]! % (of.children.length + 1)]) || null
  const into = elements[picks[1] % Math.max(1, elements.length)]
  const place = { parent: into?.id ?? "gone", after: sibling(into, 2), before: picks[2] % 7 === 0 ? "gone" : null }
  const document = PAGE
  switch (kind % 22) {
    case 0:
    case 1:
    case 2:
      return { type: "insert", document, place, fragment: someFragment(picks, text, id) }
    case 3:
      return { type: "remove", document, node: idOf(0) }
    case 4:
    case 5:
      return { type: "move", document, node: idOf(0), place }
    case 6:
      return { type: "duplicate", document, node: idOf(0), ids: picks[1] % 2 ? [id] : [id, `${id}b`, `${id}c`] }
    case 7: {
      const parent = element
      const at = parent?.children.length ? picks[1] % parent.children.length : 0
      const chosen = parent?.children.slice(at, at + 1 + (picks[2] % 3)) ?? []
      return { type: "wrap", document, nodes: chosen, wrapper: someShape(picks[2], id) }
    }
    case 8:
      return { type: "unwrap", document, node: idOf(0) }
    case 9:
      return { type: "split", document, node: words?.id ?? "gone", at: picks[1] % 12, right: { id } }
    case 10:
      return { type: "split", document, node: element?.id ?? "gone", before: sibling(element, 1), right: { id } }
    case 11: {
      const at = element?.children.length ? picks[1] % element.children.length : 0
      return {
        type: "join",
        document,
        left: element?.children[at] ?? "gone",
        right: element?.children[at + 1] ?? "gone",
      }
    }
    case 12:
      return { type: "setText", document, node: words?.id ?? "gone", text, base: words?.text ?? "" }
    case 13: {
      const at = picks[1] % ((words?.text.length ?? 0) + 1)
      const removed = picks[2] % 9 === 0 ? "other" : (words?.text.slice(at, at + (picks[2] % 4)) ?? "")
      return { type: "spliceText", document, node: words?.id ?? "gone", at, removed, inserted: text }
    }
    case 14: {
      const name = ["title", "lang", "data-a", "hidden"][picks[1] % 4]!
      const other = ["title", "data-a", "id", "alt"][picks[2] % 4]!
      const set = { [name]: picks[2] % 3 ? text : null, [other]: picks[1] % 3 ? "b" : null }
      return {
        type: "setAttributes",
        document,
        node: idOf(0),
        set,
        ...(picks[1] % 5 === 0 && { breakpoint: "narrow" }),
      }
    }
    case 15:
      return {
        type: "setClasses",
        document,
        node: idOf(0),
        add: picks[1] % 2 ? ["card", "wide"] : ["lead"],
        remove: picks[2] % 2 ? ["card"] : [],
        ...(picks[2] % 5 === 0 && { written: "  lead " }),
      }
    case 16:
      return { type: "setInlineStyle", document, node: idOf(0), style: picks[1] % 3 ? `color: ${text}` : null }
    case 17:
      return picks[1] % 2
        ? { type: "rename", document, node: idOf(0), label: picks[2] % 3 ? "Hero" : null }
        : { type: "setFlags", document, node: idOf(0), locked: picks[2] % 2 === 0, hidden: picks[2] % 3 === 0 }
    case 18:
      return {
        type: "bind",
        document,
        node: idOf(0),
        name: ["text", "href"][picks[1] % 2]!,
        binding: picks[2] % 3 ? "{page.title}" : null,
      }
    case 19:
    case 20:
      return someFactCommand(picks, text)
    default:
      return someDocumentCommand(site, picks, text)
  }
}

function someDocumentCommand(site: Site, picks: Intent["picks"], text: string): Command {
  if (picks[0] % 2 === 0) return someStyleCommand(site, picks, text)
  if (picks[0] % 3 === 0) return { type: "document.remove", document: OTHER }
  if (picks[0] % 3 === 1) return { type: "document.set", document: picks[1] % 2 ? PAGE : OTHER, title: text }
  const nodes = [
    { ...shape("h", "html", "html"), children: ["e", "y"] },
    { ...shape("e", "head", "html"), children: [] },
    { ...shape("y", "body", "html"), children: ["o"] },
    { ...shape("o", "cs-outlet", "html"), children: [] },
  ]
  const content = { title: "Frame", mode: "standards" as const, contentNodeId: "y", fragment: { roots: ["h"], nodes } }
  return { type: "document.add", document: OTHER, content }
}

/** Few pages and few addresses, so that they get into each other's way. */
function someFactCommand([what, which, how]: Intent["picks"], text: string): Command {
  const page = ["home", "about", "news"][which % 3]!
  const address = ["", "about", "news", "a/b", "No!"][how % 5]!
  const value = how % 3 ? (text.trim() === "" ? "No!" : text) : null
  const noValue = value === "No!" ? "" : value
  switch (what % 11) {
    case 0:
    case 1:
    case 2:
      return { type: "page.set", page, set: { address: how % 7 ? address : null } }
    case 3:
      return { type: "page.set", page, set: { description: told(noValue, how), noindex: how % 2 ? true : null } }
    case 4:
      return { type: "redirect.set", from: address, to: how % 4 ? { page } : null }
    case 5: {
      const to = ["about", "news", "a/b"][which % 3]!
      return { type: "redirect.set", from: address, to: { address: `/${to}` } }
    }
    case 6: {
      const target = how % 2 ? ({ type: "everywhere" } as const) : ({ type: "postTypes", slugs: ["posts"] } as const)
      return { type: "template.set", template: "frame", facts: how % 3 ? { target, priority: which } : null }
    }
    case 7:
      return {
        type: "setting.set",
        set: how % 2 ? { name: told(noValue, how) } : { frameHosts: how % 3 ? ["a.example"] : null },
      }
    case 8: {
      const color = how % 5 ? { value: "#1f4b99", shades: how % 3 } : { value: "url(No!)" }
      return { type: "setTokens", set: { colors: { [page]: which % 4 ? color : null }, fonts: {} } }
    }
    case 9: {
      const runtime = { documents: null, place: "head" as const, module: how % 2 === 0 }
      const path = how % 6 ? `${page}.js` : "No!"
      return { type: "asset.set", script: { id: `c${how % 4}`, path, content: text, runtime } }
    }
    default:
      return which % 2
        ? { type: "asset.remove", script: `c${how % 4}` }
        : {
            type: "breakpoints.set",
            breakpoints: [{ id: "base", name: how % 4 ? "Wide" : "No!", width: how % 4 ? 900 : 1 }],
          }
  }
}

/** A description may be neither empty nor missing: where it is empty, everybody refuses it. */
function told(words: string | null, how: number): string | null {
  return words === "" ? `No!${"x".repeat(2_000)}` : how % 3 ? words : null
}

function someStyleCommand(site: Site, [, what, which]: Intent["picks"], words: string): Command {
  // One in four leaves its block open.
  const text = `.c { --said: ${words.replace(/\W/g, "")}${which % 4 ? " }" : ""}`
  const sheet = site.sheets[which % Math.max(1, site.sheets.length)]
  const id = `s${which % 3}`
  if (!sheet || what % 5 === 0) {
    const after = site.sheets[what % (site.sheets.length + 1)]?.id ?? (what % 2 ? null : "gone")
    return { type: "sheet.add", sheet: sheetOf("a { color: red }\n.b { margin: 0 }", { id, name: id }), after }
  }
  if (what % 5 === 1) return { type: "sheet.remove", sheet: which % 7 === 0 ? "gone" : sheet.id }
  const piece = sheet.pieces[what % Math.max(1, sheet.pieces.length)]
  const expected = which % 5 === 0 ? "other" : (piece?.text ?? "")
  const after = which % 3 === 0 ? null : (piece?.id ?? null)
  const edits: StyleEdit[] = [
    { type: "add", piece: { id: `${sheet.id}.${what % 40}`, text }, after },
    { type: "replace", piece: piece?.id ?? "gone", expected, text },
    { type: "remove", piece: piece?.id ?? "gone", expected },
  ]
  return { type: "editStyles", sheet: sheet.id, edits: [edits[what % 3]!] }
}

function someFragment(picks: Intent["picks"], text: string, id: string): Fragment {
  if (picks[0] % 5 === 0) return { roots: [id], nodes: [{ kind: "text", id, text }] }
  if (picks[0] % 11 === 0) return { roots: [id], nodes: [{ kind: "comment", id, text: "note" }] }
  const outer = someShape(picks[0], id)
  if (picks[1] % 2) return { roots: [id], nodes: [{ ...outer, children: [] }] }
  const inner = someShape(picks[2], `${id}i`)
  return {
    roots: [id],
    nodes: [
      { ...outer, children: [inner.id, `${id}t`] },
      { ...inner, children: [] },
      { kind: "text", id: `${id}t`, text },
    ],
  }
}

function someShape(pick: number, id: string): ElementShape {
  const all = [
    ...HTML.map((tag) => [tag, "html"]),
    ...SVG.map((tag) => [tag, "svg"]),
    ...MATH.map((tag) => [tag, "math"]),
  ]
  const [tag, namespace] = all[pick % all.length]!
  return shape(id, tag!, namespace as Namespace)
}

function shape(id: string, tag: string, namespace: Namespace): ElementShape {
  return { kind: "element", id, tag, namespace, attributes: [], classes: [], style: null }
}
