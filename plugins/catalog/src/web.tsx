import { call, callOptions, defineWebPlugin } from "@countersign/core/web"
import { Server } from "lucide-react"
import { catalogContract, environmentAccess, groupAccess, systemAccess } from "./contract.ts"

const MANAGES_EVERYTHING = [systemAccess.manage]

export const catalogWebPlugin = defineWebPlugin({
  id: "catalog",
  pages: [
    { path: "/catalog", load: () => import("./web/BrowsePage.tsx"), access: [systemAccess.read] },
    { path: "/catalog/systems", load: () => import("./web/SystemsPage.tsx"), access: [systemAccess.read] },
    { path: "/catalog/systems/new", load: () => import("./web/NewSystemPage.tsx"), access: MANAGES_EVERYTHING },
    {
      path: "/catalog/systems/$systemId",
      load: () => import("./web/SystemPage.tsx"),
      prefetch: (client, { params }) =>
        void client.prefetchQuery(callOptions(catalogContract.getSystem, { systemId: params.systemId ?? "" })),
      access: [systemAccess.read],
    },
    { path: "/catalog/groups", load: () => import("./web/GroupsPage.tsx"), access: [groupAccess.read] },
    {
      path: "/catalog/environments",
      load: () => import("./web/EnvironmentsPage.tsx"),
      access: [environmentAccess.read],
    },
    { path: "/catalog/import", load: () => import("./web/ImportPage.tsx"), access: MANAGES_EVERYTHING },
  ],
  things: { "catalog.system": (id) => `/catalog/systems/${id}` },
  choices: {
    "catalog.system": async (text, signal) => (await options()).systemOptions(text, signal),
    "catalog.group": async (text, signal) => (await options()).groupOptions(text, signal),
    "catalog.environment": async (text, signal) => (await options()).environmentOptions(text, signal),
    "platform.team": async (text, signal) => (await options()).teamOptions(text, signal),
  },
  navigation: [
    {
      workspace: "operate",
      label: "Catalog",
      path: "/catalog",
      icon: Server,
      shortcut: "c",
      order: 10,
      access: [systemAccess.read],
    },
  ],
  palette: [
    {
      group: "Systems",
      access: [systemAccess.read],
      async search(query, signal) {
        const text = query.trim()
        // Nothing typed yet: what is worst now is what people most likely look for.
        const order = text ? ({ sort: "match" } as const) : ({ sort: "status", direction: "desc" } as const)
        const { items } = await call(catalogContract.listSystems, { text, limit: 6, ...order }, { signal })
        return items.map(({ id, name, status }) => ({
          id,
          title: name,
          hint: status ?? "not reported",
          path: `/catalog/systems/${id}`,
        }))
      },
    },
    {
      group: "Catalog",
      access: MANAGES_EVERYTHING,
      async search(query) {
        const words = query.trim().toLowerCase().split(/\s+/)
        return VERBS.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
      },
    },
  ],
})

// Not with the first page: only who changes a proposal needs them.
const options = () => import("./web/options.ts")

const VERBS = [
  { id: "catalog.new", title: "Add a system", path: "/catalog/systems/new" },
  { id: "catalog.import", title: "Import a catalog", path: "/catalog/import" },
]
