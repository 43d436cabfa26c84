import { call, defineWebPlugin, verbsOf } from "@countersign/core/web"
import { Activity } from "lucide-react"
import { checkPageAccess, checkSettingsAccess } from "./contract/access.ts"
import type { healthcheckContract } from "./contract.ts"

const { read, manage } = checkPageAccess
const verb = verbsOf<typeof healthcheckContract>("healthcheck")
const card = () => import("./web/CheckCard.tsx")
const form = () => import("./web/form/CheckFormPage.tsx")

export const healthcheckWebPlugin = defineWebPlugin<typeof healthcheckContract>({
  id: "healthcheck",
  brings: ["checks", "secrets"],
  pages: [
    { path: "/checks", load: () => import("./web/list/ChecksPage.tsx"), access: [read] },
    { path: "/checks/new", load: form, access: [manage] },
    { path: "/checks/$checkId", load: () => import("./web/check/CheckPage.tsx"), access: [read] },
    { path: "/checks/$checkId/edit", load: form, access: [manage] },
    {
      path: "/settings/healthcheck",
      load: () => import("./web/CheckSettingsPage.tsx"),
      access: [checkSettingsAccess.manage],
    },
  ],
  things: { "healthcheck.healthcheck": (id) => `/checks/${id}` },
  on: {
    "catalog.system": [
      {
        id: "healthcheck.checks",
        place: "overview",
        title: "Checks",
        order: 15,
        access: [read],
        load: () => import("./web/SystemChecksPanel.tsx"),
      },
    ],
  },
  cards: {
    "healthcheck.propose": { load: card, editHref: () => "/checks/new" },
    "healthcheck.update": { load: card, editHref: ({ id }) => `/checks/${id}/edit` },
  },
  settings: [
    {
      workspace: "settings",
      label: "Health checks",
      path: "/settings/healthcheck",
      icon: Activity,
      sentence: "Private addresses that checks may call, how long runs are kept, how many run at once.",
      order: 45,
      access: [checkSettingsAccess.manage],
    },
  ],
  navigation: [
    {
      workspace: "operate",
      label: "Checks",
      path: "/checks",
      icon: Activity,
      access: [read],
      order: 15,
      shortcut: "k",
    },
  ],
  palette: [
    {
      group: "Checks",
      access: [manage],
      entries: [{ id: "new", title: "New check", keywords: "watch monitor probe create health", path: "/checks/new" }],
    },
    {
      group: "Checks",
      access: [read],
      search: () => import("./web/list/find-checks.ts"),
      lookalikes: "healthcheck.healthcheck",
    },
  ],
  firstSteps: [
    {
      title: "Watch your first address",
      why: "A check asks it every minute and tells you when it stops answering.",
      href: "/checks/new?way=http",
      order: 20,
      access: [manage],
      done: async ({ signal }) => (await call(verb("list"), { limit: 1 }, { signal })).items.length > 0,
      resources: ["healthcheck.healthcheck"],
    },
  ],
})
