import { describe, expect, it } from "vitest"
import { apply } from "../commands/apply.ts"
import type { Command } from "../commands/command.ts"
import { startSite } from "../commands/random-commands.fixture.ts"
import { sheetOf } from "../css/stylesheet.ts"
import { importPage } from "../html/import-html.ts"
import type { ElementRecord, NodeRecord } from "../tree/node.ts"
import { guardFor } from "./guard.ts"
import { OWN_ONLY } from "./policy.ts"

const PAGE = { type: "page", id: "home" } as const
const guard = guardFor(OWN_ONLY)
const element = (id: string, tag: string, more: Partial<ElementRecord> = {}): ElementRecord => ({
  kind: "element",
  id,
  tag,
  namespace: "html",
  attributes: [],
  classes: [],
  style: null,
  children: [],
  ...more,
})
const insert = (...nodes: NodeRecord[]): Command => ({
  type: "insert",
  document: PAGE,
  place: { parent: "body", after: null, before: null },
  fragment: { roots: [nodes[0]!.id], nodes },
})
const reasonOf = (command: Command, site = startSite()) => {
  const applied = apply(site, command, guard)
  return applied.ok ? "done" : applied.reason
}

describe("a command that no parser has read", () => {
  it.each(["xlink:href", "xlink:Href", "XLINK:HREF"])("cannot lead astray by writing a name as %s", (name) => {
    const link = element("x2", "a", { namespace: "svg", attributes: [[name, "javascript:hit()"]] })
    const drawing = element("x1", "svg", { namespace: "svg", children: ["x2"] })
    expect(reasonOf(insert(drawing, link))).toMatch(/could run something/)
  })

  it("cannot put the end of a noscript into a frame", () => {
    const text = { kind: "text", id: "x3", text: "</noscript><img src=x onerror=hit()>" } as const
    const frame = element("x2", "iframe", { children: ["x3"] })
    expect(reasonOf(insert(element("x1", "noscript", { children: ["x2"] }), frame, text))).toMatch(/would end/)
  })

  it("cannot make of two harmless rules one that is not", () => {
    const withSheet = apply(startSite(), {
      type: "sheet.add",
      sheet: sheetOf("a { color: red }", { id: "s", name: "main.css" }),
      after: null,
    })
    if (!withSheet.ok) throw new Error(withSheet.reason)
    const add = (text: string): Command => ({
      type: "editStyles",
      sheet: "s",
      edits: [{ type: "add", piece: { id: "new", text }, after: null }],
    })
    // Before a rule that begins with a star, the first would be the beginning of a comment.
    for (const open of ["/", "b {", "b { color: url(", '"', "/* ", "b { } c\\"]) {
      expect(reasonOf(add(open), withSheet.site)).toMatch(/^A rule for main\.css leaves .* open/)
    }
    expect(reasonOf(add("* { color: url(//evil.test/x) }"), withSheet.site)).toMatch(/could run something/)
    expect(reasonOf(add("* { color: blue }"), withSheet.site)).toBe("done")
    const pieces = [{ id: "p", text: "/" }]
    const sheet = { id: "t", name: "other.css", media: "", pieces }
    expect(reasonOf({ type: "sheet.add", sheet, after: null }, withSheet.site)).toMatch(/^A rule for other\.css leaves/)
  })
})

describe("a name with a character that nobody sees", () => {
  const hidden = "Pri\u202ecing"
  const shape = element("x1", "div", { label: hidden })
  const content = { title: hidden, mode: "standards", contentNodeId: "b", fragment: { roots: [], nodes: [] } } as const
  const commands: readonly Command[] = [
    { type: "document.add", document: { type: "page", id: "new" }, content },
    {
      type: "document.add",
      document: PAGE,
      content: { ...content, title: "x", fragment: { roots: [], nodes: [shape] } },
    },
    { type: "document.set", document: PAGE, title: hidden },
    { type: "sheet.add", sheet: { ...sheetOf("", { id: "s", name: hidden }) }, after: null },
    insert(shape),
    { type: "wrap", document: PAGE, nodes: ["x"], wrapper: shape },
    { type: "split", document: PAGE, node: "x", at: 1, right: { id: "y", label: hidden } },
    { type: "rename", document: PAGE, node: "body", label: hidden },
    { type: "setting.set", set: { name: hidden } },
    { type: "breakpoints.set", breakpoints: [{ id: "base", name: hidden, width: 1280 }] },
    { type: "setTokens", set: { fonts: { body: { name: hidden, fallback: "serif" } } } },
  ]

  it.each(commands.map((command) => [command.type, command] as const))("is refused by %s", (_, command) => {
    expect(reasonOf(command)).toMatch(/no characters that cannot be seen/)
  })

  it("is welcome where a script or an emoji needs it", () => {
    for (const title of ["می\u200cخواهم", "\u{1f469}\u200d\u{1f4bb} desk"])
      expect(reasonOf({ type: "document.set", document: PAGE, title })).toBe("done")
  })
})

describe("a page in another encoding", () => {
  it.each([
    ['<meta charset="iso-2022-jp">', [["charset", "utf-8"]]],
    ['<meta charset="UTF-8">', [["charset", "UTF-8"]]],
    [
      '<meta http-equiv="Content-Type" content="text/html; charset=utf-16">',
      [
        ["http-equiv", "Content-Type"],
        ["content", "text/html; charset=utf-8"],
      ],
    ],
  ])("says that it is UTF-8 now: %s", (html, attributes) => {
    let count = 0
    const page = importPage(html, { nextId: () => `n${count++}` })
    const metas = page.ok ? page.fragment.nodes.filter((node) => node.kind === "element" && node.tag === "meta") : []
    expect(metas).toMatchObject([{ attributes }])
  })
})
