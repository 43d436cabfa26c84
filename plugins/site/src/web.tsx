import { call, defineWebPlugin, verbsOf } from "@countersign/core/web"
import { FileText, Globe } from "lucide-react"
import { documentAccess } from "./contract/access.ts"
import type { siteContract } from "./contract.ts"

const { read, manage } = documentAccess
const verb = verbsOf<typeof siteContract>("site")

export const siteWebPlugin = defineWebPlugin<typeof siteContract>({
  id: "site",
  brings: ["site"],
  pages: [
    { path: "/site", load: () => import("./web/PagesPage.tsx"), access: [read] },
    { path: "/site/documents/$documentKey", load: () => import("./web/DocumentPage.tsx"), access: [read] },
    { path: "/settings/site", load: () => import("./web/SiteSettingsPage.tsx"), access: [manage] },
  ],
  settings: [
    {
      workspace: "settings",
      label: "Site",
      path: "/settings/site",
      icon: Globe,
      sentence: "The name, language and description of your site, and what its pages may load from elsewhere.",
      order: 47,
      access: [manage],
    },
  ],
  navigation: [
    { workspace: "site", label: "Pages", path: "/site", icon: FileText, access: [read], order: 10, shortcut: "p" },
  ],
  palette: [{ group: "Pages of the site", access: [read], search: () => import("./web/find-documents.ts") }],
  firstSteps: [
    {
      title: "Make your first page",
      why: "A starter brings a designed page that you can change.",
      href: "/site",
      order: 60,
      access: [manage],
      done: async ({ signal }) =>
        (await call(verb("findDocuments"), { type: "page", limit: 1 }, { signal })).items.length > 0,
      resources: ["site.document"],
    },
  ],
})
