/** The sources that a page can count on: the site's own, and what Operate shows to the public. */
import type { FieldType } from "../tokens/values.ts"
import type { SourceWords } from "./loop-source.ts"

export const PAGES = sourceOf("pages", "pages", {
  title: ["Title", "text"],
  description: ["Description", "text"],
  address: ["Address", "address"],
  image: ["Picture", "image"],
  /** Whether it stands in the navigation. */
  listed: ["In the navigation", "boolean"],
  publishedAt: ["Published", "instant"],
  updatedAt: ["Changed", "instant"],
})

export const MEDIA = sourceOf("media", "media", {
  name: ["Name", "text"],
  address: ["Address", "image"],
  alt: ["Text in place of it", "text"],
  type: ["Kind of file", "text"],
  width: ["Width", "number"],
  height: ["Height", "number"],
  updatedAt: ["Changed", "instant"],
})

/** What the status page asks of systems, incidents and maintenance; the plugins that have them bring the rows. */
export const SYSTEMS = sourceOf(
  "systems",
  "systems",
  {
    name: ["Public name", "text"],
    heading: ["Heading", "text"],
    status: ["Status: healthy, degraded, unhealthy, maintenance or unknown", "text"],
    statusWords: ["Status in words", "text"],
    since: ["Since when", "instant"],
  },
  true,
)

export const INCIDENTS = sourceOf(
  "incidents",
  "incidents",
  {
    title: ["Title", "text"],
    open: ["Still open", "boolean"],
    status: ["How bad it is: degraded or unhealthy", "text"],
    statusWords: ["How far it is, in words", "text"],
    latest: ["The latest update", "text"],
    systems: ["Names of its systems", "text"],
    startedAt: ["Started", "instant"],
    resolvedAt: ["Resolved", "instant"],
  },
  true,
)

export const MAINTENANCE = sourceOf(
  "maintenance",
  "maintenance windows",
  {
    title: ["Title", "text"],
    statusWords: ["How far it is, in words", "text"],
    latest: ["The latest update", "text"],
    systems: ["Names of its systems", "text"],
    startsAt: ["Starts", "instant"],
    endsAt: ["Ends", "instant"],
  },
  true,
)

function sourceOf(
  id: string,
  title: string,
  fields: Readonly<Record<string, readonly [title: string, type: FieldType]>>,
  live = false,
): SourceWords {
  return {
    id,
    title,
    fields: Object.entries(fields).map(([field, [words, type]]) => ({ id: field, title: words, type })),
    ...(live && { live }),
  }
}
