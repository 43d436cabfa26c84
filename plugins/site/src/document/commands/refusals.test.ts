import { describe, expect, it } from "vitest"
import type { Fragment, NodeRecord, Site } from "../tree/node.ts"
import { apply } from "./apply.ts"
import type { Command, NodeCommand } from "./command.ts"
import { PAGE, startSite } from "./random-commands.fixture.ts"

const site = startSite()
type OnPage = NodeCommand extends infer C ? (C extends { document: unknown } ? Omit<C, "document"> : never) : never
const on = (command: OnPage): Command => ({ ...command, document: PAGE }) as Command
const end = (parent: string) => ({ parent, after: null, before: null })
const element = (id: string, tag: string, more: object = {}): NodeRecord =>
  ({
    kind: "element",
    id,
    tag,
    namespace: "html",
    attributes: [],
    classes: [],
    style: null,
    children: [],
    ...more,
  }) as NodeRecord
const one = (record: NodeRecord): Fragment => ({ roots: [record.id], nodes: [record] })

function reasonOf(command: Command, from: Site = site): string {
  const answer = apply(from, command)
  if (answer.ok) throw new Error(`${command.type} was not refused.`)
  return answer.reason
}

describe("a command that cannot happen says why", () => {
  const cases: [string, Command, RegExp][] = [
    [
      "a document that is gone",
      { ...on({ type: "remove", node: "d1" }), document: { type: "page", id: "old" } } as Command,
      /no page old\. It may have been deleted/,
    ],
    ["a node that is gone", on({ type: "remove", node: "zz" }), /no node zz in page home\. It may have been removed/],
    [
      "a parent that is gone",
      on({ type: "insert", place: end("zz"), fragment: one(element("x", "div")) }),
      /Its place is gone: there is no node zz/,
    ],
    [
      "a place in a text",
      on({ type: "insert", place: end("t1"), fragment: one(element("x", "div")) }),
      /The node t1 is text; insert beside it, or into its parent d1\./,
    ],
    ["a cycle", on({ type: "move", node: "p1", place: end("b1") }), /cannot be moved into itself/],
    [
      "the frame of the page",
      on({ type: "remove", node: "body" }),
      /The <body> body is the frame of the document and cannot be removed/,
    ],
    [
      "a second body",
      on({ type: "insert", place: end("html"), fragment: one(element("x", "body")) }),
      /holds the head and the body/,
    ],
    [
      "a block in a paragraph",
      on({ type: "insert", place: end("b1"), fragment: one(element("x", "div")) }),
      /would end the paragraph/,
    ],
    [
      "a row outside of a table",
      on({ type: "insert", place: end("d1"), fragment: one(element("x", "tr")) }),
      /belongs into a table/,
    ],
    [
      "an id that is used",
      on({ type: "insert", place: end("d1"), fragment: one(element("p1", "p")) }),
      /The id p1 is used already/,
    ],
    [
      "an id that is none",
      on({ type: "insert", place: end("d1"), fragment: one(element("a b", "p")) }),
      /"a b" cannot be the id of a node/,
    ],
    [
      "a tag that is none",
      on({ type: "insert", place: end("d1"), fragment: one(element("x", "p onclick=")) }),
      /is not the name of an element/,
    ],
    [
      "an attribute that is none",
      on({ type: "setAttributes", node: "d1", set: { 'a"b': "" } }),
      /is not the name of an attribute/,
    ],
    [
      "a class as an attribute",
      on({ type: "setAttributes", node: "d1", set: { class: "a" } }),
      /class has a command of its own/,
    ],
    ["two words as a class", on({ type: "setClasses", node: "d1", add: ["a b"], remove: [] }), /A class is one word/],
    [
      "a text that moved on",
      on({ type: "spliceText", node: "t1", at: 0, removed: "Bye", inserted: "" }),
      /does not say "Bye" at 0 any more\. It now says: "Hello there"/,
    ],
    [
      "two changes of the same words",
      on({ type: "setText", node: "t1", text: "Hello Ben", base: "Hello Ana" }),
      /Somebody else changed the same words of t1/,
    ],
    [
      "a half of a character",
      on({ type: "setText", node: "t1", text: "\ud83d", base: "Hello there" }),
      /a character that no page can carry/,
    ],
    [
      "an end of a comment",
      on({ type: "insert", place: end("d1"), fragment: one({ kind: "comment", id: "c", text: "a --> b" }) }),
      /holds what would end it/,
    ],
    [
      "nothing to insert",
      on({ type: "insert", place: end("d1"), fragment: { roots: [], nodes: [] } }),
      /nothing to insert/,
    ],
    [
      "a tree that holds itself",
      on({
        type: "insert",
        place: end("d1"),
        fragment: { roots: ["x"], nodes: [element("x", "p"), element("y", "b", { children: ["y"] })] },
      }),
      /hangs on none of its roots/,
    ],
    [
      "what is not a neighbour",
      on({ type: "wrap", nodes: ["d1", "u1"], wrapper: element("x", "div") as never }),
      /does not stand right behind d1/,
    ],
    ["texts of different kinds", on({ type: "join", left: "t2", right: "b1" }), /are of different kinds/],
    ["a title of nothing", { type: "document.set", document: PAGE, title: " " }, /A title has 1 to 500 characters/],
    [
      "a second outlet",
      {
        type: "group",
        commands: ["x", "y"].map((id) =>
          on({ type: "insert", place: end("d1"), fragment: one(element(id, "cs-outlet")) }),
        ),
      },
      /has an outlet already \(x\)/,
    ],
  ]
  it.each(cases)("%s", (_, command, reason) => {
    expect(reasonOf(command)).toMatch(reason)
    expect(reasonOf(command)).toMatch(/^[A-Z"].*\.$/s)
  })

  it("in the words of whoever guards the site", () => {
    const guarded = apply(site, on({ type: "remove", node: "d1" }), () => "Nothing may change today.")
    expect(guarded).toEqual({ ok: false, reason: "Nothing may change today." })
  })
})

describe("more than a document can hold", () => {
  it("is refused at 100,000 nodes, and 20,000 are taken", () => {
    const many = (count: number) => {
      const children = Array.from({ length: count }, (_, n) => `m${n}`)
      return on({
        type: "insert",
        place: end("d1"),
        fragment: {
          roots: ["m"],
          nodes: [element("m", "div", { children }), ...children.map((id) => element(id, "br"))],
        },
      })
    }
    expect(reasonOf(many(100_000))).toMatch(/would have 100015 nodes, and 100000 is the most/)
    expect(apply(site, many(20_000)).ok).toBe(true)
  })

  it("is refused 20,000 deep", () => {
    const ids = Array.from({ length: 20_000 }, (_, n) => `m${n}`)
    const nodes = ids.map((id, n) => element(id, "div", { children: ids[n + 1] ? [ids[n + 1]] : [] }))
    expect(reasonOf(on({ type: "insert", place: end("d1"), fragment: { roots: ["m0"], nodes } }))).toMatch(
      /browsers stop at 500/,
    )
  })

  it("is refused at 10,001 classes, and 10,000 are taken", () => {
    const classes = (count: number) =>
      on({ type: "setClasses", node: "d1", add: Array.from({ length: count }, (_, n) => `c${n}`), remove: [] })
    expect(reasonOf(classes(10_001))).toMatch(/10001 classes, and 10000 is the most/)
    expect(apply(site, classes(10_000)).ok).toBe(true)
  })
})

describe("a place", () => {
  it("that lost both neighbours is the end, and says so", () => {
    const place = { parent: "body", after: "gone", before: "gone" }
    const applied = apply(site, on({ type: "insert", place, fragment: one(element("x", "hr")) }))
    expect(applied).toMatchObject({
      ok: true,
      notes: ["Its neighbour gone is no longer in body, so it stands at the end of body."],
    })
  })
})

describe("what a command leaves alone", () => {
  it("is the same object afterwards, node by node", () => {
    const applied = apply(site, on({ type: "setText", node: "t3", text: "2", base: "two" }))
    if (!applied.ok) throw new Error(applied.reason)
    const before = site.documents.get("page:home")!.nodes
    const after = applied.site.documents.get("page:home")!.nodes
    const changed = [...after.keys()].filter((id) => before.get(id) !== after.get(id))
    expect(changed).toEqual(["t3"])
    expect(before.get("t3")).toMatchObject({ text: "two" })
    expect(applied.touched).toEqual([{ document: PAGE, nodes: ["t3"] }])
  })
})
