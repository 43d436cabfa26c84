import { call, callOptions, defineWebPlugin } from "@countersign/core/web"
import { Siren } from "lucide-react"
import { incidentContract, incidentPageAccess } from "./contract.ts"
import { STATUS_WORDS } from "./web/words.ts"

export const incidentWebPlugin = defineWebPlugin({
  id: "incident",
  pages: [
    { path: "/incidents", load: () => import("./web/IncidentsPage.tsx"), access: [incidentPageAccess.read] },
    { path: "/incidents/new", load: () => import("./web/NewIncidentPage.tsx"), access: [incidentPageAccess.manage] },
    {
      path: "/incidents/$incidentId",
      load: () => import("./web/IncidentPage.tsx"),
      access: [incidentPageAccess.read],
      prefetch: (client, { params }) =>
        void client.prefetchQuery(callOptions(incidentContract.get, { id: params.incidentId ?? "" })),
    },
  ],
  things: { "incident.incident": (id) => `/incidents/${id}` },
  on: {
    "catalog.system": [
      {
        id: "incident.open",
        place: "overview",
        title: "Open incidents",
        order: 10,
        access: [incidentPageAccess.read],
        load: () => import("./web/SystemIncidentsPanel.tsx"),
      },
      {
        id: "incident.count",
        place: "row",
        title: "Incidents",
        order: 10,
        width: "104px",
        access: [incidentPageAccess.read],
        resources: ["incident.incident"],
        load: () => import("./web/open-incidents-row.tsx"),
      },
    ],
  },
  navigation: [
    {
      workspace: "operate",
      label: "Incidents",
      path: "/incidents",
      icon: Siren,
      access: [incidentPageAccess.read],
      shortcut: "i",
      order: 20,
      badge: {
        count: async (signal) => (await call(incidentContract.counts, {}, { signal })).open,
        label: "open incidents",
        resources: ["incident.incident"],
      },
    },
  ],
  palette: [
    {
      group: "Incidents",
      access: [incidentPageAccess.manage],
      async search(query) {
        const title = "Open an incident"
        const words = query.toLowerCase().split(/\s+/).filter(Boolean)
        const matches = words.every((word) => `${title} new report create`.toLowerCase().includes(word))
        return matches ? [{ id: "new", title, path: "/incidents/new" }] : []
      },
    },
    {
      group: "Incidents",
      access: [incidentPageAccess.read],
      async search(query, signal) {
        const text = query.trim() || undefined
        const order = text ? ({ state: "all", sort: "match", direction: "asc" } as const) : ({ state: "open" } as const)
        const { items } = await call(incidentContract.list, { text, ...order, limit: 8 }, { signal })
        return items.map(({ id, title, status }) => ({
          id,
          title,
          hint: STATUS_WORDS[status],
          path: `/incidents/${id}`,
        }))
      },
    },
  ],
})
