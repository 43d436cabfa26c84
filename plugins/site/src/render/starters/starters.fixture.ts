/** A starter as a page, with rows as a site has them. */
import { tokenSheet } from "../../document/facts/token-sheet.ts"
import { INCIDENTS, MAINTENANCE, MEDIA, PAGES, SYSTEMS } from "../loops/known-sources.ts"
import { queryRows } from "../loops/query-rows.ts"
import { documentOf, rendered } from "../render.fixture.ts"
import type { Rendered } from "../render.ts"
import type { Values } from "../tokens/values.ts"
import type { Starter } from "./starter.ts"

const SOURCES = new Map([PAGES, MEDIA, SYSTEMS, INCIDENTS, MAINTENANCE].map((source) => [source.id, source]))

export const ROWS: Readonly<Record<string, readonly Values[]>> = {
  pages: [
    {
      id: "1",
      title: "How we write reports",
      address: "/reports",
      listed: true,
      publishedAt: "2026-10-02T09:00:00Z",
      description: "Three questions, and who answers them.",
    },
    {
      id: "2",
      title: "A slower week, and why",
      address: "/slower",
      listed: true,
      publishedAt: "2026-09-11T09:00:00Z",
      description: "We moved the queue. This is what we learned from the first hour.",
    },
    { id: "3", title: "Contact", address: "/contact", listed: true, publishedAt: null },
  ],
  systems: [
    {
      id: "1",
      name: "Checkout",
      heading: "Shop",
      status: "degraded",
      statusWords: "Slower than usual",
    },
    { id: "2", name: "Search", status: "healthy", statusWords: "Working" },
    { id: "3", name: "Reports", heading: "Office", status: "maintenance", statusWords: "In maintenance" },
    { id: "4", name: "Login", status: "unhealthy", statusWords: "Not reachable" },
    { id: "5", name: "Archive", status: "unknown", statusWords: "Not known" },
  ],
  incidents: [
    {
      id: "1",
      title: "Payments take up to a minute",
      open: true,
      status: "degraded",
      statusWords: "Being looked into",
      latest: "One of two payment providers answers slowly. Orders are not lost.",
      systems: "Checkout",
      startedAt: "2026-11-17T18:20:00Z",
    },
    {
      id: "2",
      title: "Search gave no results",
      open: false,
      status: "unhealthy",
      statusWords: "Resolved",
      latest: "An index was rebuilt. It took eleven minutes.",
      startedAt: "2026-11-12T07:05:00Z",
    },
  ],
  maintenance: [
    {
      id: "1",
      title: "Database moves to new disks",
      statusWords: "Planned",
      systems: "Reports",
      startsAt: "2026-11-21T22:00:00Z",
      endsAt: "2026-11-22T01:00:00Z",
    },
  ],
}

export function pageOf(
  starter: Starter,
  part: "home" | "notFound",
  rows: Readonly<Record<string, readonly Values[]>>,
): Rendered {
  return rendered([documentOf(starter.frame, { type: "template", id: "frame" }), documentOf(starter[part])], {
    sources: [...SOURCES.values()],
    rows: (query) => queryRows(rows[query.source] ?? [], SOURCES.get(query.source)!.fields, query),
    page: {
      title: part === "home" ? "Home" : "Not found",
      language: "en",
      ...(part === "notFound" && { noindex: true }),
    },
    route: { path: part === "home" ? "/" : "/gone" },
    headEnd: `<style>${tokenSheet(starter.tokens, () => null)}${starter.css}</style>`,
  })
}
