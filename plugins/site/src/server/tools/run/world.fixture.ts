/** A small site, and tools tried on it without a server: what a runner wants is done by the library, with the guard of the server. */
import { apply, type Command, emptySite, guardBySettings, Refusal, type Site, sheetOf } from "../../../document.ts"
import { idsAfter } from "./make-verb.ts"
import type { Ran, RunContext } from "./runner.ts"

export const HOME = { type: "page", id: "home" } as const

export function after(site: Site, ...commands: readonly Command[]): Site {
  const applied = apply(site, { type: "group", commands }, guardBySettings)
  if (!applied.ok) throw new Error(applied.reason)
  return applied.site
}

export function smallSite(): Site {
  const element = (id: string, tag: string, children: string[], classes: string[] = []) => ({
    kind: "element" as const,
    id,
    tag,
    namespace: "html" as const,
    attributes: [],
    classes,
    style: null,
    children,
  })
  const page = (id: string, title: string, nodes: ReturnType<typeof element>[]): Command => ({
    type: "document.add",
    document: { type: "page", id },
    content: { title, mode: "standards", contentNodeId: `${id}.body`, fragment: { roots: [`${id}.html`], nodes } },
  })
  const frame = (id: string, children: string[]) => [
    element(`${id}.html`, "html", [`${id}.head`, `${id}.body`]),
    element(`${id}.head`, "head", []),
    element(`${id}.body`, "body", children),
  ]
  return after(
    emptySite(),
    page("home", "Home", [
      ...frame("home", ["hero", "list"]),
      element("hero", "section", ["h1"], ["hero"]),
      element("h1", "h1", []),
      element("list", "ul", ["one", "two"]),
      element("one", "li", []),
      element("two", "li", []),
    ]),
    page("about", "About", frame("about", [])),
    {
      type: "insert",
      document: HOME,
      place: { parent: "h1", after: null, before: null },
      fragment: { roots: ["t1"], nodes: [{ kind: "text", id: "t1", text: "Hello" }] },
    },
    { type: "page.set", page: "home", set: { address: "" } },
    { type: "page.set", page: "about", set: { address: "about" } },
    {
      type: "sheet.add",
      sheet: sheetOf(".hero { color: red; margin: 0 }\n@media (max-width: 480px) { .hero { color: blue } }\n", {
        id: "main",
        name: "main.css",
      }),
      after: null,
    },
  )
}

let calls = 0

/** What a call answers, with the site as it is then; a sentence where it is refused. */
export function attempt<Input, Data>(
  run: (site: Site, input: Input, context: RunContext) => Ran<Data>,
  site: Site,
  input: Input,
): { ok: true; data: Data; warnings: readonly string[]; site: Site } | { ok: false; reason: string } {
  calls += 1
  try {
    const { commands, data, warnings = [] } = run(site, input, idsAfter(calls))
    const applied = apply(site, { type: "group", commands }, guardBySettings)
    return applied.ok ? { ok: true, data, warnings, site: applied.site } : applied
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message }
    throw error
  }
}
