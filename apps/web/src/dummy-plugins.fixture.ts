import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Plugin } from "vite"

const ROOT = join(import.meta.dirname, "../../..")
const ICONS = ["Anchor", "Beaker", "Camera", "Drum", "Feather", "Gem", "Hammer", "Key", "Lamp", "Magnet"]

/**
 * Adds plugins to the web app that is being built: each with a contract of thirty verbs, six pages, navigation with a
 * badge, settings, a palette, first steps, and parts on another's page. They exist in memory only. Their words are
 * taken from the guide, so that they compress as people's words do.
 */
export function withDummyPlugins(count: number): Plugin {
  const files = new Map<string, string>()
  for (let index = 0; index < count; index++) addDummy(files, `dummy${index}`, ICONS[index % ICONS.length] ?? "Key")
  return {
    name: "dummy-plugins",
    enforce: "pre",
    resolveId(source, importer) {
      if (!importer || !source.startsWith(".")) return null
      const path = join(dirname(importer), source)
      return files.has(path) ? path : null
    },
    load: (id) => files.get(id) ?? null,
    transform(code, id) {
      if (id !== join(ROOT, "apps/web/src/plugins.ts")) return null
      const names = Array.from({ length: count }, (_, index) => `dummy${index}`)
      const imports = names.map((name) => `import { ${name} } from "../../../plugins/${name}/src/web.tsx"`)
      const list = /(const plugins[^=]*= \[)/
      if (!list.test(code)) throw new Error("apps/web/src/plugins.ts has no list of plugins any more.")
      return `${imports.join("\n")}\n${code.replace(list, `$1${names.join(", ")}, `)}`
    },
  }
}

function addDummy(files: Map<string, string>, id: string, icon: string): void {
  const words = wordsFrom(id)
  const add = (path: string, text: string) => files.set(join(ROOT, "plugins", id, "src", path), text)
  const nouns = words(2).map((noun) => noun.toLowerCase())
  const pages = words(6).map((word, index) => `${word}${index}Page`)
  const sentence = (length = 8) => `${words(length).join(" ")}.`
  const verbs = words(30).map((word, index) => `${word.toLowerCase()}${index}`)

  add(
    "contract/access.ts",
    `import { defineAccess } from "@countersign/core/contract"
    ${nouns.map((noun, at) => `export const access${at} = defineAccess("${id}.${noun}", { read: "${sentence()}", manage: "${sentence()}" })`).join("\n")}`,
  )
  add(
    "contract.ts",
    `import { defineContract, line, pageInput, pageOf, procedure } from "@countersign/core/contract"
    import { z } from "zod"
    import { access0 } from "./contract/access.ts"
    ${verbs.map((verb) => `const Shape_${verb} = z.object({ ${fields(words)} })`).join("\n")}
    export const contract = defineContract("${id}", {
      ${verbs.map((verb) => `${verb}: procedure({ summary: "${sentence()}", effect: "read", access: access0.read, input: z.object({ ...pageInput(["name"]) , ${fields(words)} }), output: pageOf(Shape_${verb}) })`).join(",\n")}
    })`,
  )
  for (const page of pages)
    add(
      `web/${page}.tsx`,
      `import { useCall } from "@countersign/core/web"
      import { ListPage } from "@countersign/ui"
      import { contract } from "../contract.ts"
      export default function Page() {
        const { data } = useCall(contract.${verbs[0]}, {})
        return <ListPage title="${sentence(3)}"><p>${sentence(40)}</p>{data?.items.length}</ListPage>
      }`,
    )
  add(
    "web/find.ts",
    `import { call } from "@countersign/core/web"
    import { contract } from "../contract.ts"
    export default async (query, signal) => (await call(contract.${verbs[1]}, { text: query }, { signal })).items`,
  )
  add(
    "web/Panel.tsx",
    `import { useCall } from "@countersign/core/web"
    import { contract } from "../contract.ts"
    export default function Panel({ id }) { return <p>${sentence(20)}{useCall(contract.${verbs[2]}, { id }).data?.items.length}</p> }`,
  )
  add(
    "web/row.tsx",
    `import { call, defineRowCells } from "@countersign/core/web"
    import { contract } from "../contract.ts"
    export default defineRowCells({ load: async (ids) => new Map((await call(contract.${verbs[3]}, { ids })).items), cell: (data) => data.name })`,
  )
  add(
    "web.tsx",
    `import { call, defineWebPlugin, type NoContract, verbsOf } from "@countersign/core/web"
    import { ${icon} } from "lucide-react"
    import { access0, access1 } from "./contract/access.ts"
    const verb = verbsOf("${id}")
    export const ${id} = defineWebPlugin<NoContract>({
      id: "${id}",
      pages: [${pages.map((page, at) => `{ path: "/${id}/${page.toLowerCase()}", load: () => import("./web/${page}.tsx"), access: [access${at % 2}.read] }`).join(",\n")}],
      things: { "${id}.${nouns[0]}": (id) => \`/${id}/${nouns[0]}/\${id}\` },
      on: { "catalog.system": [
        { id: "${id}.panel", place: "overview", title: "${sentence(2)}", order: 40, access: [access0.read], load: () => import("./web/Panel.tsx") },
        { id: "${id}.row", place: "row", title: "${sentence(1)}", order: 40, access: [access0.read], resources: ["${id}.${nouns[0]}"], load: () => import("./web/row.tsx") },
      ] },
      navigation: [{ workspace: "operate", label: "${sentence(1)}", path: "/${id}/${nouns[0]}", icon: ${icon}, order: 40, access: [access0.read],
        badge: { count: async (signal) => (await call(verb("${verbs[4]}"), {}, { signal })).open, label: "${sentence(2)}", resources: ["${id}.${nouns[0]}"] } }],
      settings: [{ workspace: "settings", label: "${sentence(2)}", path: "/settings/${id}", icon: ${icon}, sentence: "${sentence(12)}", order: 90, access: [access1.manage] }],
      palette: [
        { group: "${sentence(1)}", access: [access0.manage], entries: [{ id: "new", title: "${sentence(3)}", path: "/${id}/new" }] },
        { group: "${sentence(1)}", access: [access0.read], search: () => import("./web/find.ts") },
      ],
      firstSteps: [{ title: "${sentence(3)}", why: "${sentence(14)}", href: "/${id}/new", order: 60, access: [access0.manage], done: async ({ signal }) => (await call(verb("${verbs[5]}"), { limit: 1 }, { signal })).items.length > 0, resources: ["${id}.${nouns[0]}"] }],
    })`,
  )
}

function fields(words: (count: number) => string[]): string {
  return words(8)
    .map((word, index) => `${word.toLowerCase()}${index}: z.string().max(200).describe("${words(8).join(" ")}")`)
    .join(", ")
}

/** Words of the guide in an order of the seed's own, the same in every run. */
function wordsFrom(seed: string): (count: number) => string[] {
  let state = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
  return (count) =>
    Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return GUIDE[(state >>> 8) % GUIDE.length] ?? "Word"
    })
}

const GUIDE = [
  ...new Set(
    readdirSync(join(ROOT, "docs/guide"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".md"))
      .sort()
      .flatMap((path) => readFileSync(join(ROOT, "docs/guide", path), "utf8").match(/\b[A-Za-z]{3,12}\b/g) ?? []),
  ),
]
