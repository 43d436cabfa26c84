import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { Markdown } from "./Markdown.tsx"

const TEXT = "## What `it` has *read*: a/b\n\nText."

describe("a heading", () => {
  it("can be linked to where the text is our own", () => {
    expect(renderToStaticMarkup(<Markdown anchors>{TEXT}</Markdown>)).toContain('id="what-it-has-read-ab"')
  })

  it("has no id of its author's choosing anywhere else", () => {
    expect(renderToStaticMarkup(<Markdown>{TEXT}</Markdown>)).not.toContain("id=")
  })
})
