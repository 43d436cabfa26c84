import { describe, expect, it } from "vitest"
import { snippetFor } from "./snippet.ts"
import { wordsOf } from "./words.ts"

const around = (content: string, question: string) => snippetFor(content, wordsOf(question))

describe("a snippet", () => {
  it("is the passage with most of the words, with the heading above it", () => {
    const content = "Nothing here.\n\n## Take **copies**\n\nRun it from cron.\n\n- Keep the key with the copy."
    expect(around(content, "keep the key")).toEqual({ heading: "Take copies", snippet: "Keep the key with the copy." })
  })

  it("shows no mark of Markdown", () => {
    const content = [
      "See **[AI tools](ai-tools.md#policies)** and `snake_case/*`, _then_ *stop* at 2 * 3.",
      "> quoted `x|y` key",
      "| a **key** | `PORT` |\n|---|---|\n| row | [link](x.md) |",
      "```sh\nnpx countersign backup key\n```",
    ]
    const shown = content.map((part) => around(part, "key tools").snippet)
    expect(shown).toEqual([
      "See AI tools and snake_case/*, then stop at 2 * 3.",
      "quoted x|y key",
      "a key · PORT",
      "npx countersign backup key",
    ])
  })

  it("is cut around the first match, within its bound", () => {
    const { snippet } = around(`${"word ".repeat(300)}needle ${"word ".repeat(300)}`, "needles")
    expect(snippet).toContain("needle")
    expect(snippet).toMatch(/^….*…$/)
    expect(snippet.length).toBeLessThanOrEqual(402)
  })

  it("is empty for a page without words", () => {
    expect(around("", "key")).toEqual({ heading: null, snippet: "" })
  })
})
