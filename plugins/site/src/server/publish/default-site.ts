import { noFacts, type SiteDocument, type SiteFacts } from "../../document.ts"
import { starterDocument } from "../../render/starters/starter-document.ts"
import { type Starter, statusPage } from "../../render.ts"
import type { SiteVersion } from "./site-version.ts"

/** What visitors see before anything was published: the state of what has a public name. */
export function defaultSite(): SiteVersion {
  known ??= starterSite(statusPage, "Status")
  return known
}
let known: SiteVersion | undefined

/** A starter as a site that is in no log. */
export function starterSite(starter: Starter, name: string): SiteVersion {
  const documents = new Map<string, SiteDocument>([
    ["template:frame", starterDocument({ type: "template", id: "frame" }, "Frame", starter.frame)],
    ["template:not-found", starterDocument({ type: "template", id: "not-found" }, "Not found", starter.notFound)],
    ["page:home", starterDocument({ type: "page", id: "home" }, name, starter.home)],
  ])
  const facts: SiteFacts = {
    ...noFacts(),
    settings: { name },
    tokens: starter.tokens,
    pages: { home: { address: "" } },
    templates: {
      frame: { target: { type: "everywhere" }, priority: 100 },
      "not-found": { target: { type: "notFound" }, priority: 100 },
    },
  }
  return {
    facts,
    sheets: [{ id: "starter", name: "starter.css", media: "", pieces: [{ id: "all", text: starter.css }] }],
    scripts: [],
    documents: new Map(
      [...documents].map(([key, { title }]) => [key, { title, sequence: 0, publishedAt: EPOCH, updatedAt: EPOCH }]),
    ),
    load: async (key) => documents.get(key) ?? null,
    expect: async () => {},
  }
}

const EPOCH = "1970-01-01T00:00:00.000Z"
