import { describe, expect, it } from "vitest"
import { problemsOf, type SourcePage, toPages } from "./doc-page.ts"

const page = (file: string, body: string, header = "title: A\ndescription: About it."): SourcePage => {
  const [, plugin, slug] = /^(?:docs|plugins\/([^/]+))\/guide\/(.+)\.md$/.exec(file)!
  return { file, plugin: plugin ?? null, slug: slug!, markdown: `---\n${header}\n---\n\n${body}\n` }
}

describe("a page of the guide", () => {
  it("links to pages of other folders as files do, and is read with their addresses", () => {
    const pages = toPages([
      page("docs/guide/run/a.md", "See [B](../../../plugins/b/guide/operate/b.md#two-words), [top](#here).\n\n## Here"),
      page(
        "plugins/b/guide/operate/b.md",
        "To [A](../../../../docs/guide/run/a.md), [out](https://x.test).\n\n## Two words",
      ),
    ])
    expect(pages.map(({ slug, plugin, content }) => ({ slug, plugin, content: content.split("\n")[0] }))).toEqual([
      { slug: "operate/b", plugin: "b", content: "To [A](/help/run/a), [out](https://x.test)." },
      { slug: "run/a", plugin: null, content: "See [B](/help/operate/b#two-words), [top](#here)." },
    ])
  })

  it("is refused without title or description, naming the file", () => {
    const untitled = page("docs/guide/run/a.md", "Text.", "title: A")
    expect(problemsOf([untitled])).toEqual([
      "docs/guide/run/a.md has no title or description: begin it with front matter that gives both.",
    ])
    expect(() => toPages([untitled])).toThrow("docs/guide/run/a.md has no title or description")
  })

  it("is refused where it links to a page or a heading that does not exist", () => {
    expect(problemsOf([page("docs/guide/run/a.md", "[B](b.md) and [C](#c) and [A](a.md#d)")])).toEqual([
      "docs/guide/run/a.md links to b.md, but there is no page docs/guide/run/b.md.",
      "docs/guide/run/a.md links to #c, but docs/guide/run/a.md has no heading for #c.",
      "docs/guide/run/a.md links to a.md#d, but docs/guide/run/a.md has no heading for #d.",
    ])
  })

  it("is refused outside a section, or under the address of another", () => {
    expect(
      problemsOf([
        page("docs/guide/a.md", "Text."),
        page("docs/guide/run/b.md", "Text."),
        page("plugins/b/guide/run/b.md", "Text."),
      ]),
    ).toEqual([
      "docs/guide/a.md is not in a section: a page is <guide folder>/<section>/<page>.md.",
      "plugins/b/guide/run/b.md and docs/guide/run/b.md have the same address, run/b: rename one of them.",
    ])
  })

  it("is cut where it is too long, and says so", () => {
    const [long] = toPages([page("docs/guide/run/a.md", "word ".repeat(20_000))])
    expect(long).toMatchObject({ truncated: true })
    expect(long!.content.length).toBeLessThanOrEqual(40_000)
  })
})
