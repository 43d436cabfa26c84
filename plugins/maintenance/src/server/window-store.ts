import type { Author } from "@countersign/core/contract"
import {
  type Ctx,
  type Found,
  inherits,
  instant,
  type Page,
  type PageRequest,
  type Tx,
  uuids,
} from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { bySystem } from "../contract/access.ts"
import type { WindowStatus } from "../contract.ts"

/** A window as the tables have it: systems by id, whoever asks. */
export interface WindowRecord {
  id: string
  title: string
  description: string
  status: WindowStatus
  startsAt: string
  endsAt: string
  occurrenceAt: string
  seriesAt: string
  durationSeconds: number
  rrule: string | null
  timeZone: string
  environmentIds: string[]
  announced: boolean
  systemIds: string[]
  createdBy: Author
  createdAt: string
  updatedAt: string
  version: number
}
export type FoundWindow = Found<WindowRecord>

export const windows = inherits<WindowRecord>(bySystem, {
  of: "maintenance.window",
  table: "maintenance.window_system",
  owner: "window_id",
  column: "system_id",
  orphans: { author: "created_by_id", private: "left_private" },
  name: "title",
  parentIds: "systemIds",
  columns: sql`"window".id, "window".title, "window".description, "window".status,
    ${instant(sql`"window".starts_at`)} AS "startsAt", ${instant(sql`"window".ends_at`)} AS "endsAt",
    ${instant(sql`"window".occurrence_at`)} AS "occurrenceAt", ${instant(sql`"window".series_at`)} AS "seriesAt",
    "window".duration_seconds AS "durationSeconds", "window".rrule, "window".time_zone AS "timeZone",
    "window".environment_ids::text[] AS "environmentIds", "window".announced,
    jsonb_build_object('id', "window".created_by_id, 'name', "window".created_by_name) AS "createdBy",
    ${instant(sql`"window".created_at`)} AS "createdAt", ${instant(sql`"window".updated_at`)} AS "updatedAt", "window".version`,
  words: { things: "maintenance windows", thing: "maintenance window", findParents: "catalog.listSystems" },
})

export const isOpen = sql`"window".status IN ('scheduled', 'inProgress')`
const isOver = sql`"window".status IN ('completed', 'cancelled')`

export interface WindowFilters {
  state: "all" | "open" | "over"
  status?: WindowStatus | undefined
  systemId?: string | undefined
  text?: string | undefined
}

export function listWindows(
  ctx: Ctx,
  request: PageRequest,
  { state, status, systemId, text }: WindowFilters,
  also?: SQL,
): Promise<Page<FoundWindow>> {
  return windows.search(
    ctx,
    request,
    { soonest: "bigint", startsAt: "timestamptz", updatedAt: "timestamptz" },
    { text, parentId: systemId },
    state === "all" ? undefined : state === "open" ? isOpen : isOver,
    status && sql`"window".status = ${status}`,
    also,
  )
}

/** So long before a window begins it is told of. */
export const LEAD_MINUTES = 60

/** Says when it is to be moved on next. Whoever holds it at the moment finds that it is another's by now. */
export async function arm(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`
    UPDATE maintenance."window" SET lease = NULL, lease_until = NULL, next_at = CASE status
      WHEN 'scheduled' THEN CASE WHEN announced THEN starts_at ELSE starts_at - ${LEAD_MINUTES} * interval '1 minute' END
      WHEN 'inProgress' THEN ends_at END
    WHERE id = ${id}::uuid`)
}

/** Windows that people made, by each of these environments that they name. */
export async function windowsInEnvironments(
  tx: Tx,
  environmentIds: readonly string[],
): Promise<{ id: string; title: string }[]> {
  const { rows } = await tx.execute<{ id: string; title: string }>(sql`
    SELECT e.id, w.title FROM maintenance."window" w CROSS JOIN LATERAL unnest(w.environment_ids) AS e(id)
    WHERE NOT w.sample AND w.environment_ids && ${uuids(environmentIds)} AND e.id = ANY(${uuids(environmentIds)})
    ORDER BY w.title, e.id`)
  return rows
}
