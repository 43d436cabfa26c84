import type { OutputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import type { Site } from "../../../document.ts"

type Module = OutputOf<typeof siteContract.listModules>["modules"][number]

/** What the renderer knows besides HTML, and the components of the site. */
export function listModules(site: Site, { category }: { category?: string | undefined }): { modules: Module[] } {
  const components = [...site.documents.values()].flatMap((document): Module[] => {
    if (document.ref.type !== "visualComponent") return []
    const root = document.nodes.get(document.rootNodeId)
    const attributes = root?.kind === "element" ? root.attributes : []
    const parameters = attributes.flatMap(([name, value]) =>
      name.startsWith("data-param-")
        ? [{ name, means: value === "" ? "A text." : `A text; "${value.slice(0, 200)}" where it is left out.` }]
        : [],
    )
    return [
      {
        id: `component.${document.ref.id}`,
        name: document.title,
        category: "components",
        html: `<cs-component data-component="${document.ref.id}"></cs-component>`,
        settings: parameters,
        defaults: Object.fromEntries(attributes.filter(([name]) => name.startsWith("data-param-"))),
      },
    ]
  })
  const all = [...BUILT_IN, ...components]
  return { modules: category === undefined ? all : all.filter((module) => module.category === category) }
}

const PLAIN = { settings: [], defaults: {} }

const BUILT_IN: readonly Module[] = [
  {
    id: "loop",
    name: "Loop",
    category: "dynamic",
    html: '<cs-loop data-source="pages" data-limit="10"><article>{currentEntry.title}</article></cs-loop>',
    settings: [
      { name: "data-source", means: "Which rows; list the loop sources for those there are." },
      { name: "data-filter", means: "Such as status=open; score>1." },
      { name: "data-order-by", means: "A field of the source." },
      { name: "data-direction", means: "asc or desc." },
      { name: "data-limit", means: "How many rows at most." },
      { name: "data-offset", means: "How many rows are passed over." },
      { name: "data-page-size", means: "In place of data-limit: rows on a page." },
    ],
    defaults: { "data-direction": "asc", "data-offset": "0" },
  },
  { id: "loop.each", name: "Repeated part of a loop", category: "dynamic", html: "<cs-each></cs-each>", ...PLAIN },
  { id: "loop.empty", name: "Shown without rows", category: "dynamic", html: "<cs-empty></cs-empty>", ...PLAIN },
  {
    id: "loop.pages",
    name: "Links to the pages of a loop",
    category: "dynamic",
    html: '<cs-pages><a href="{pages.next}">Next</a></cs-pages>',
    ...PLAIN,
  },
  { id: "outlet", name: "Outlet", category: "templates", html: "<cs-outlet></cs-outlet>", ...PLAIN },
]
