import { describe, expect, it } from "vitest"
import type { RenderInput } from "../work.ts"
import { headOf } from "./head.ts"

const SITE = { name: "Acme", url: "https://acme.example" }
const PAGE = { title: "About", description: "Who we are", image: "/media/team.png" }

/** What the head says, by the name it says it under. */
function said(more: Partial<Pick<RenderInput, "site" | "page" | "route" | "entry">> = {}): Record<string, string> {
  const parts = headOf({ site: SITE, page: PAGE, route: { path: "/about" }, ...more } as RenderInput)
  return Object.fromEntries(
    parts.map(({ tag, attributes, text }) => {
      const of = Object.fromEntries(attributes)
      return [of.property ?? of.name ?? of.rel ?? (of.charset ? "charset" : tag), of.content ?? of.href ?? text ?? ""]
    }),
  )
}

describe("the head of a page", () => {
  it("tells whoever links to it its title, site, description, address and picture", () => {
    const { charset: _, viewport, ...head } = said()
    expect(viewport).toBe("width=device-width, initial-scale=1")
    expect(head).toEqual({
      title: "About · Acme",
      description: "Who we are",
      canonical: "https://acme.example/about",
      "og:type": "website",
      "og:title": "About",
      "og:site_name": "Acme",
      "og:description": "Who we are",
      "og:url": "https://acme.example/about",
      "og:image": "https://acme.example/media/team.png",
      "twitter:card": "summary_large_image",
    })
  })

  it("names no address and no picture where the site does not say where it is, or says something that is none", () => {
    for (const url of ["", "acme", "javascript:alert(1)"]) {
      const head = said({ site: { name: "Acme", url } })
      expect(Object.keys(head).filter((name) => /canonical|url|image|card/.test(name))).toEqual([])
    }
  })

  it("leads nowhere but to pages: a picture by another kind of address is left out", () => {
    expect(said({ page: { ...PAGE, image: "data:image/png;base64,AAAA" } })).not.toHaveProperty("og:image")
    expect(said({ page: { ...PAGE, image: "https://cdn.example/team.png" } })["og:image"]).toBe(
      "https://cdn.example/team.png",
    )
  })

  it("asks not to be found, and names no address of record, where the page says so", () => {
    const head = said({ page: { ...PAGE, noindex: true } })
    expect(head.robots).toBe("noindex")
    expect(head).not.toHaveProperty("canonical")
  })

  it("takes an entry's own words, and says that it is an article", () => {
    const entry = { source: "posts", row: { title: "Five nines", description: "How we got there" } }
    expect(said({ page: {}, entry })).toMatchObject({
      title: "Five nines · Acme",
      "og:type": "article",
      "og:title": "Five nines",
      "og:description": "How we got there",
    })
  })
})
