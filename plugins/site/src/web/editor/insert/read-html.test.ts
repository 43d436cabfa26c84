import { expect, it } from "vitest"
import { emptySite, type Site, sheetOf } from "../../../document.ts"
import { readHtml } from "./read-html.ts"
import { stylesTold } from "./styles-told.ts"

function read(html: string, css = "") {
  let count = 0
  const nextId = () => {
    count += 1
    return `n${count}`
  }
  const site: Site = css === "" ? emptySite() : { ...emptySite(), sheets: [sheetOf(css, { id: "s", name: "s.css" })] }
  const answer = readHtml(site, html, nextId)
  if (!answer.ok) return { refused: answer.reason }
  const { roots, nodes } = answer.fragment
  const tags = nodes.map((node) => (node.kind === "element" ? node.tag : node.kind)).sort()
  const added = answer.styles.commands.flatMap((command) =>
    command.type === "editStyles"
      ? command.edits.map((edit) => (edit.type === "add" ? edit.piece.text.trim() : edit.type))
      : [command.type],
  )
  return { roots: roots.length, tags, report: answer.report, added, told: stylesTold(answer) }
}

it("what is pasted brings nothing of the head of another page", () => {
  expect(read('<meta charset="utf-8"><title>Mail</title><p>Words</p>')).toEqual({
    roots: 1,
    tags: ["p", "text"],
    report: [],
    added: [],
    told: null,
  })
  expect(read('<meta itemprop="price" content="1">')).toMatchObject({ roots: 1, tags: ["meta"] })
  expect(read('<meta charset="utf-8">').refused).toBe("There is nothing in it that a page could show.")
})

it("styles that come with elements are new rules only, and it is said which came and which the site has", () => {
  const pasted =
    '<style>.card { color: red } .hero { color: red }</style>\n<style media="print">.card { color: black }</style><p class="card">Words</p>'
  expect(read(pasted, ".hero { color: blue }")).toEqual({
    roots: 1,
    tags: ["p", "text"],
    report: [],
    added: [".card { color: red }", "@media print { .card { color: black } }"],
    told: {
      text: "Styles came along for .card. The site has its own for .hero, which stay as they are.",
      tone: "warning",
    },
  })
  expect(read("<style>.card { color: red }</style><p>Words</p>")).toMatchObject({
    added: ["sheet.add", ".card { color: red }"],
    told: { text: "Styles came along for .card.", tone: "info" },
  })
})

it("of styles nothing comes that could run or load something, nor what is only named", () => {
  const { added, told } = read(
    '<link rel="stylesheet" href="https://evil.example/a.css"><style>@import "https://evil.example/b.css"; .card { background: url(https://evil.example/c.png) }</style><p>Words</p>',
  )
  expect(added?.join(" ")).not.toContain("evil")
  expect(told).toMatchObject({ tone: "warning", text: expect.stringContaining("it could run or load something") })
  expect(told?.text).toContain("Stylesheets that it only names were left out")
})

it("of what no browser understands nothing is named", () => {
  expect(read("<style>.card { color: red } { color: blue } </style><p>Words</p>").told?.text).toBe(
    "Styles came along for .card.",
  )
})

it("styles that come alone are written, also where the site has such rules", () => {
  expect(read("<style>.hero { color: red }</style>\n", ".hero { color: blue }")).toMatchObject({
    roots: 0,
    added: ["replace"],
    told: { text: "The styles of the site have rules for .hero now.", tone: "info" },
  })
  expect(read("<style>.hero { color: blue }</style>", ".hero { color: blue }")).toMatchObject({
    added: [],
    told: { text: "The site has all of these styles already.", tone: "info" },
  })
})
