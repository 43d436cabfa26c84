import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { Markdown } from "../../text/Markdown.tsx"
import { settleTail, splitMarkdown } from "./split-markdown.ts"

const TEXT = `## What is wrong

Two systems are **degraded**, see [payments](/systems/1).

- payments-api answers slowly

  since 08:12
- search-index

  \`\`\`sh
  curl -s localhost

  echo done
  \`\`\`

After the list.

1. first

2. second

| System | State |
| --- | --- |
| a | b |

\`\`\`json
{ "a": 1,

  "b": 2 }
\`\`\`

> quoted

    indented code

    goes on

The end.`

const html = (source: string) => renderToStaticMarkup(createElement(Markdown, null, source))
const inner = (source: string) =>
  html(source)
    .replace(/^<div[^>]*>/, "")
    .replace(/<\/div>$/, "")

describe("splitMarkdown", () => {
  it("cuts a text into pieces that together show what the whole does", () => {
    const pieces = splitMarkdown(TEXT)

    expect(pieces.length).toBeGreaterThan(7)
    expect(pieces.map(inner).join("\n").replaceAll("\n", "")).toBe(inner(TEXT).replaceAll("\n", ""))
  })

  it("never changes a piece once another follows it, however the text grows", () => {
    let finished: readonly string[] = []
    for (let length = 1; length <= TEXT.length; length++) {
      const pieces = splitMarkdown(TEXT.slice(0, length))
      const before = finished.slice(0, Math.max(0, pieces.length - 1))
      expect(pieces.slice(0, before.length).map((piece) => piece.trimEnd())).toEqual(
        before.map((each) => each.trimEnd()),
      )
      finished = pieces.slice(0, -1)
    }
  })

  it("keeps a text with link definitions together", () => {
    const source = "See [the runbook][1].\n\nMore.\n\n[1]: https://wiki.example.org/runbook"

    expect(splitMarkdown(source)).toEqual([source])
  })
})

describe("settleTail", () => {
  it.each([
    ["Two systems\n-", "Two systems"],
    ["Two systems\n--", "Two systems"],
    ["It is **degr", "It is **degr**"],
    ["It is **", "It is "],
    ["Run `curl", "Run `curl`"],
    ["See [the runbook](https://wiki.exa", "See the runbook"],
    ["See [the run", "See the run"],
    ["| a | b |\n| --- | --- |\n| 1", "| a | b |\n| --- | --- |"],
    ["```sh\ncurl **x", "```sh\ncurl **x"],
    ["Done.", "Done."],
    ["- one\n- [ ] two", "- one\n- [ ] two"],
  ])("shows %j as %j while more is to come", (source, shown) => {
    expect(settleTail(source)).toBe(shown)
  })
})
