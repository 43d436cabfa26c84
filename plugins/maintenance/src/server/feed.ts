import { baseUrl, type CalendarEntry, type Ctx, calendarFeed, instant, utc } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { bySystem } from "../contract/access.ts"
import { maintenanceContract } from "../contract.ts"
import { windows } from "./window-store.ts"

export const feed = calendarFeed(maintenanceContract, { name: "Maintenance", entries: listEntries })

// A month back, so that what was called off lately is still told.
const DAYS_BACK = 30
const MOST_ENTRIES = 2_000
const READING = { resource: bySystem.parent, rules: [bySystem.rules.read], level: "viewer" } as const

/** Every occurrence that the caller may see, and those of windows that are gone, as cancelled. */
async function listEntries(ctx: Ctx): Promise<CalendarEntry[]> {
  const { rows } = await ctx.tx.execute<Row>(sql`
    SELECT o.window_id AS id, ${instant(sql`o.original_at`)} AS "originalAt", ${instant(sql`o.starts_at`)} AS "startsAt",
      ${instant(sql`o.ends_at`)} AS "endsAt", coalesce(o.sequence, "window".version) AS sequence,
      coalesce("window".title, 'Cancelled maintenance') AS title, coalesce("window".description, '') AS description,
      ${instant(sql`coalesce("window".updated_at, o.deleted_at)`)} AS "changedAt",
      o.state <> 'done' AND (o.state <> 'planned' OR "window".status = 'cancelled') AS cancelled, "window".id IS NULL AS gone
    FROM maintenance.occurrence o LEFT JOIN maintenance."window" ON "window".id = o.window_id
    WHERE o.ends_at > platform.now() - ${DAYS_BACK} * interval '1 day' AND CASE WHEN "window".id IS NULL
      THEN EXISTS (SELECT 1 FROM unnest(o.system_ids) AS s(id) WHERE ${ctx.reach(sql`s.id::text`, READING)})
      ELSE ${windows.readable(ctx)} END
    ORDER BY o.starts_at, o.window_id LIMIT ${MOST_ENTRIES}`)
  const base = baseUrl(ctx)
  return rows.map(({ id, originalAt, gone, ...entry }) => ({
    ...entry,
    uid: `${id}-${utc(originalAt)}@countersign`,
    url: gone ? null : `${base}/maintenance/${id}`,
  }))
}

type Row = Omit<CalendarEntry, "uid" | "url"> & { id: string; originalAt: string; gone: boolean }
