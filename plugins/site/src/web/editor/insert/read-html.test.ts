import { expect, it } from "vitest"
import { emptySite } from "../../../document.ts"
import { readHtml } from "./read-html.ts"

function read(html: string) {
  let count = 0
  const nextId = () => {
    count += 1
    return `n${count}`
  }
  const answer = readHtml(emptySite(), html, nextId)
  if (!answer.ok) return { refused: answer.reason }
  const { roots, nodes } = answer.fragment
  const tags = nodes.map((node) => (node.kind === "element" ? node.tag : node.kind)).sort()
  return { roots: roots.length, tags, report: answer.report }
}

it("what is pasted brings nothing of the head of another page, and says that its styles stay out", () => {
  expect(read('<meta charset="utf-8"><title>Mail</title><p>Words</p>')).toEqual({
    roots: 1,
    tags: ["p", "text"],
    report: [],
  })
  expect(read("<style>p { color: red }</style><p>Words</p>").report).toEqual([
    "Styles that came along were left out: those of the site hold for its pages.",
  ])
  expect(read('<meta itemprop="price" content="1">')).toMatchObject({ roots: 1, tags: ["meta"] })
  expect(read('<meta charset="utf-8">').refused).toBe("There is nothing in it that a page could show.")
})
