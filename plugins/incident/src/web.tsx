import { countedBy, defineWebPlugin, verbsOf } from "@countersign/core/web"
import { Siren } from "lucide-react"
import { incidentPageAccess } from "./contract/access.ts"
import type { incidentContract } from "./contract.ts"

const verb = verbsOf<typeof incidentContract>("incident")

export const incidentWebPlugin = defineWebPlugin<typeof incidentContract>({
  id: "incident",
  pages: [
    { path: "/incidents", load: () => import("./web/IncidentsPage.tsx"), access: [incidentPageAccess.read] },
    { path: "/incidents/new", load: () => import("./web/NewIncidentPage.tsx"), access: [incidentPageAccess.manage] },
    {
      path: "/incidents/$incidentId",
      load: () => import("./web/IncidentPage.tsx"),
      access: [incidentPageAccess.read],
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
  cards: { "incident.create": { editHref: () => "/incidents/new" } },
  navigation: [
    {
      workspace: "operate",
      label: "Incidents",
      path: "/incidents",
      icon: Siren,
      access: [incidentPageAccess.read],
      shortcut: "i",
      order: 20,
      badge: countedBy(
        verb("counts"),
        {},
        { count: ({ open }) => open, label: "open incidents", one: "open incident", alsoShows: ["incident.incident"] },
      ),
    },
  ],
  palette: [
    {
      group: "Incidents",
      access: [incidentPageAccess.manage],
      entries: [{ id: "new", title: "Open an incident", keywords: "new report create", path: "/incidents/new" }],
    },
    {
      group: "Incidents",
      access: [incidentPageAccess.read],
      search: () => import("./web/find-incidents.ts"),
      lookalikes: "incident.incident",
    },
  ],
})
