import { defineWebPlugin } from "@countersign/core/web"
import { Wrench } from "lucide-react"
import { windowPageAccess } from "./contract/access.ts"
import type { maintenanceContract } from "./contract.ts"

const { read, manage } = windowPageAccess
const form = () => import("./web/WindowFormPage.tsx")

export const maintenanceWebPlugin = defineWebPlugin<typeof maintenanceContract>({
  id: "maintenance",
  pages: [
    { path: "/maintenance", load: () => import("./web/WindowsPage.tsx"), access: [read] },
    { path: "/maintenance/new", load: form, access: [manage] },
    { path: "/maintenance/$windowId", load: () => import("./web/WindowPage.tsx"), access: [read] },
    { path: "/maintenance/$windowId/edit", load: form, access: [manage] },
  ],
  things: { "maintenance.window": (id) => `/maintenance/${id}` },
  on: {
    "catalog.system": [
      {
        id: "maintenance.open",
        place: "overview",
        title: "Maintenance",
        order: 20,
        access: [read],
        load: () => import("./web/SystemWindowsPanel.tsx"),
      },
    ],
  },
  cards: {
    // The form has the times of a whole window: what begins when it is signed, and a single occurrence, have a dialog.
    "maintenance.create": { editHref: ({ startsAt }) => (startsAt === undefined ? null : "/maintenance/new") },
    "maintenance.update": {
      editHref: ({ id, occurrenceAt }) => (occurrenceAt === undefined ? `/maintenance/${id}/edit` : null),
    },
  },
  navigation: [
    {
      workspace: "operate",
      label: "Maintenance",
      path: "/maintenance",
      icon: Wrench,
      access: [read],
      order: 30,
      shortcut: "m",
    },
  ],
  palette: [
    {
      group: "Maintenance",
      access: [manage],
      entries: [{ id: "new", title: "Schedule maintenance", keywords: "new window create", path: "/maintenance/new" }],
    },
    {
      group: "Maintenance",
      access: [read],
      search: () => import("./web/find-windows.ts"),
      lookalikes: "maintenance.window",
    },
  ],
})
