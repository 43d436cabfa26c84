import type { Issue } from "@countersign/core/contract"
import { listed, quoteName } from "@countersign/core/contract"
import { type Ctx, implement } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { maintenanceContract, type Window, type WindowDetail } from "../contract.ts"
import { coverNotes } from "./cover-notes.ts"
import { listOverlaps, listOccurrences as listRows } from "./occurrence-store.ts"
import { planTimes } from "./plan-times.ts"
import { presentWindow, presentWindows } from "./present-window.ts"
import { type FoundWindow, LEAD_MINUTES, listWindows as listFound, windows } from "./window-store.ts"
import { windowTimeline } from "./window-timeline.ts"

export const listWindows = implement(maintenanceContract.list, async (ctx, input) => {
  const page = await listFound(ctx, input, input)
  return { ...page, items: await presentWindows(ctx, page.items) }
})

export const getWindow = implement(maintenanceContract.get, async (ctx, { id }) =>
  presentDetail(ctx, await windows.read(ctx, id)),
)

async function presentDetail(ctx: Ctx, found: FoundWindow): Promise<WindowDetail> {
  return {
    ...(await presentWindow(ctx, found)),
    ...(await windowTimeline.detail(ctx, found)),
    overlaps: await overlapsOf(ctx, found),
    notes: isPlanned(found) ? await coverNotes(ctx, found) : [],
    mayChange: found.inherited.mayChange,
  }
}

// Of a recurring one: further ahead nobody plans.
const SLOTS_COMPARED = 20

const isPlanned = ({ status }: FoundWindow) => status === "scheduled" || status === "inProgress"

async function overlapsOf(ctx: Ctx, window: FoundWindow) {
  if (!isPlanned(window)) return []
  const { items } = await listRows(ctx.tx, window, { ...FIRST, limit: SLOTS_COMPARED, from: window.startsAt })
  const planned = items.filter(({ state }) => state === "planned")
  return listOverlaps(ctx, window.systemIds, planned, window.id)
}

const FIRST = { sort: "startsAt", direction: "asc" } as const

export const listOccurrences = implement(maintenanceContract.listOccurrences, async (ctx, { id, ...request }) =>
  listRows(ctx.tx, await windows.read(ctx, id), request),
)

// A screenful: enough to see the rhythm.
const SHOWN = 5

export const previewWindow = implement(
  maintenanceContract.preview,
  async (ctx, { systemIds, environmentIds, exceptId, ...times }) => {
    const slots = await planTimes(times, await ctx.now())
    return {
      notes: await coverNotes(ctx, { systemIds, environmentIds }),
      occurrences: slots.slice(0, SHOWN).map(({ startsAt, endsAt }) => ({ startsAt, endsAt })),
      overlaps: await listOverlaps(ctx, systemIds, slots, exceptId),
    }
  },
)

export const listIssues = implement(maintenanceContract.listIssues, async (ctx, { limit }) => {
  const soon = sql`("window".status = 'inProgress' OR "window".starts_at <= platform.now() + ${LEAD_MINUTES} * interval '1 minute')`
  const { items } = await listFound(ctx, { sort: "soonest", direction: "asc", limit }, { state: "open" }, soon)
  return { items: (await presentWindows(ctx, items)).map(toIssue) }
})

const MOST_NAMES = 3

function toIssue({ id, title, status, startsAt, systems }: Window): Issue {
  const names = systems.map(({ name }) => quoteName(name))
  return {
    thing: { type: "maintenance.window", id, name: title },
    tone: "maintenance",
    since: startsAt,
    // Systems out of the reader's sight are not counted.
    sentence: `${status === "inProgress" ? "Maintenance is in progress" : "Maintenance begins within the hour"}${names.length > 0 ? ` on ${listed(names, MOST_NAMES)}` : ""}.`,
    href: `/maintenance/${id}`,
    quotes: systems.slice(0, MOST_NAMES).map((system) => ({ type: "catalog.system", ...system })),
  }
}
