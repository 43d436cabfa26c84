import { call, defineWebPlugin, verbsOf } from "@countersign/core/web"
import { FileArchive, FileText, Globe, Image, Send } from "lucide-react"
import { documentAccess, mediaAccess, publicationAccess } from "./contract/access.ts"
import type { siteContract } from "./contract.ts"

const { read, manage } = documentAccess
/** An archive brings files as well. */
const IMPORTING = [manage, mediaAccess.manage]
const verb = verbsOf<typeof siteContract>("site")

export const siteWebPlugin = defineWebPlugin<typeof siteContract>({
  id: "site",
  brings: ["site", "publicPages"],
  pages: [
    { path: "/site", load: () => import("./web/PagesPage.tsx"), access: [read] },
    { path: "/site/documents/$documentKey", load: () => import("./web/DocumentPage.tsx"), access: [read] },
    { path: "/site/edit/$documentKey", load: () => import("./web/editor/EditorPage.tsx"), access: [read] },
    { path: "/site/publications", load: () => import("./web/PublishPage.tsx"), access: [publicationAccess.read] },
    { path: "/site/media", load: () => import("./web/media/MediaPage.tsx"), access: [mediaAccess.read] },
    { path: "/site/import", load: () => import("./web/transfer/ImportPage.tsx"), access: IMPORTING },
    { path: "/settings/site", load: () => import("./web/SiteSettingsPage.tsx"), access: [manage] },
  ],
  things: { "site.document": (id) => `/site/documents/${id}` },
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
    {
      workspace: "site",
      label: "Publish",
      path: "/site/publications",
      icon: Send,
      access: [publicationAccess.read],
      order: 20,
      shortcut: "u",
    },
    { workspace: "site", label: "Media", path: "/site/media", icon: Image, access: [mediaAccess.read], order: 30 },
    { workspace: "site", label: "Import", path: "/site/import", icon: FileArchive, access: IMPORTING, order: 40 },
  ],
  cards: { "site.publish": { load: () => import("./web/PublishCard.tsx") } },
  answers: [
    { id: "site.revertTurn", order: 10, access: [manage], load: () => import("./web/assistant/RevertTurn.tsx") },
  ],
  runners: {
    showDocument: () => import("./web/open-document.ts"),
    renderSnapshot: () => import("./web/snapshot/render-snapshot.ts"),
  },
  palette: [{ group: "Pages of the site", access: [read], search: () => import("./web/find-documents.ts") }],
  firstSteps: [
    {
      title: "Publish your first page",
      why: "A starter brings a designed page. Visitors see it once you publish it.",
      href: "/site",
      order: 60,
      access: [publicationAccess.manage],
      done: async ({ signal }) => (await call(verb("listPublications"), { limit: 1 }, { signal })).current > 0,
      resources: ["site.publication"],
    },
  ],
  on: {
    "catalog.system": [
      {
        id: "site.publicName",
        place: "overview",
        title: "On the public site",
        order: 60,
        access: [publicationAccess.read],
        load: () => import("./web/PublicNamePanel.tsx"),
      },
    ],
  },
})
