import { call, defineWebPlugin, verbsOf } from "@countersign/core/web"
import { Server } from "lucide-react"
import { environmentAccess, groupAccess, systemAccess } from "./contract/access.ts"
import type { catalogContract } from "./contract.ts"

const verb = verbsOf<typeof catalogContract>("catalog")

const MANAGES_EVERYTHING = [systemAccess.manage]

const systemCard = () => import("./web/system/SystemCard.tsx")

export const catalogWebPlugin = defineWebPlugin<typeof catalogContract>({
  id: "catalog",
  pages: [
    { path: "/catalog", load: () => import("./web/BrowsePage.tsx"), access: [systemAccess.read] },
    { path: "/catalog/systems", load: () => import("./web/system/SystemsPage.tsx"), access: [systemAccess.read] },
    { path: "/catalog/systems/new", load: () => import("./web/system/NewSystemPage.tsx"), access: MANAGES_EVERYTHING },
    {
      path: "/catalog/systems/$systemId",
      load: () => import("./web/system/SystemPage.tsx"),
      access: [systemAccess.read],
    },
    { path: "/catalog/groups", load: () => import("./web/GroupsPage.tsx"), access: [groupAccess.read] },
    {
      path: "/catalog/environments",
      load: () => import("./web/EnvironmentsPage.tsx"),
      access: [environmentAccess.read],
    },
    { path: "/catalog/import", load: () => import("./web/import/ImportPage.tsx"), access: MANAGES_EVERYTHING },
  ],
  things: {
    "catalog.system": (id) => `/catalog/systems/${id}`,
    "catalog.group": (id) => `/catalog/systems?group=${id}`,
    "catalog.environment": (id) => `/catalog/systems?environment=${id}`,
  },
  choices: {
    "catalog.system": async (text, signal) => (await options()).systemOptions(text, signal),
    "catalog.group": async (text, signal) => (await options()).groupOptions(text, signal),
    "catalog.environment": async (text, signal) => (await options()).environmentOptions(text, signal),
    "platform.team": async (text, signal) => (await options()).teamOptions(text, signal),
  },
  named: {
    "catalog.system": {
      access: [systemAccess.read],
      name: async (systemId, signal) => (await call(verb("getSystem"), { systemId }, { signal })).name,
    },
  },
  cards: {
    "catalog.createSystem": { load: systemCard, editHref: () => "/catalog/systems/new" },
    "catalog.updateSystem": { load: systemCard },
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
      search: () => import("./web/system/find-systems.ts"),
      lookalikes: "catalog.system",
    },
    {
      group: "Catalog",
      access: MANAGES_EVERYTHING,
      entries: [
        { id: "catalog.new", title: "Add a system", path: "/catalog/systems/new" },
        { id: "catalog.import", title: "Import a catalog", path: "/catalog/import" },
      ],
    },
  ],
  home: [{ id: "catalog.issues", order: 10, load: () => import("./web/WhatIsWrong.tsx") }],
  firstSteps: [
    {
      title: "Add a system",
      why: "Anything you look after: a service, a database, a site. Everything else hangs on it.",
      href: "/catalog/systems/new",
      order: 10,
      access: MANAGES_EVERYTHING,
      done: async ({ signal }) => (await call(verb("listSystems"), { limit: 1 }, { signal })).items.length > 0,
      resources: ["catalog.system"],
    },
  ],
})

// Not with the first page: only who changes a proposal needs them.
const options = () => import("./web/options.ts")
