import { expect, it } from "vitest"
import { PAGE, startSite } from "../../../document/commands/random-commands.fixture.ts"
import { apply, type Command, type NodeRecord } from "../../../document.ts"
import { forPeople } from "./node-words.ts"

const site = startSite()
const end = (parent: string) => ({ parent, after: null, before: null })
const box = {
  kind: "element",
  id: "x1",
  tag: "div",
  namespace: "html",
  attributes: [],
  classes: [],
  style: null,
  children: [],
} as NodeRecord

function told(command: object): string {
  const answer = apply(site, { document: PAGE, ...command } as Command)
  if (answer.ok) throw new Error("It was not refused.")
  return forPeople(answer.reason)
}

it("people are told why something does not happen without ids, and without what only a model can do", () => {
  const sentences = [
    told({ type: "remove", node: "ab~9" }),
    told({ type: "remove", node: "d1", document: { type: "page", id: "p7q" } }),
    told({ type: "insert", place: end("ab~9"), fragment: { roots: ["x1"], nodes: [box] } }),
    told({ type: "insert", place: end("p1"), fragment: { roots: ["x1"], nodes: [box] } }),
    told({ type: "move", node: "p1", place: end("b1") }),
    told({ type: "spliceText", node: "t1", at: 0, removed: "Nothing of the like", inserted: "" }),
  ]

  expect(sentences.slice(0, 3)).toEqual([
    "What you changed was removed meanwhile.",
    "The page was deleted meanwhile.",
    "Its place is gone: what it stood in was removed meanwhile.",
  ])
  expect(forPeople("The node t1 is text; insert beside it, or into its parent d1.")).toBe(
    "The node is text; insert beside it, or into its parent.",
  )
  for (const sentence of sentences)
    expect(sentence).not.toMatch(/\b(?:ab~9|p7q|x1|p1|b1|t1|d1)\b|home|read the document/)
  expect(forPeople("The <h1> s~4k cannot stand in s~4: a heading would end the paragraph around it.")).toBe(
    "The <h1> cannot stand there: a heading would end the paragraph around it.",
  )
})
