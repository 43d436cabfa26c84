import type { Author } from "@countersign/core/contract"
import {
  byCloseness,
  type Ctx,
  containsWords,
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
  return windows.list(
    ctx,
    request,
    {
      soonest: { expression: sql`"window".soonest`, type: "bigint" },
      startsAt: { expression: sql`"window".starts_at`, type: "timestamptz" },
      updatedAt: { expression: sql`"window".updated_at`, type: "timestamptz" },
      title: { expression: sql`lower("window".title)`, type: "text" },
      match: byCloseness(text, { name: sql`"window".title` }),
    },
    state === "all" ? undefined : state === "open" ? isOpen : isOver,
    status && sql`"window".status = ${status}`,
    containsWords(sql`("window".title || ' ' || "window".description)`, text),
    systemId === undefined ? undefined : windows.about(ctx, systemId),
    also,
  )
}

export type WindowDraft = Pick<
  WindowRecord,
  "title" | "description" | "startsAt" | "endsAt" | "rrule" | "timeZone" | "environmentIds"
>

/** Its times are those of `reschedule`, which comes next. */
export async function insertWindow(
  tx: Tx,
  draft: WindowDraft,
  by: Author,
  { at, announced, sample = false }: { at: Date; announced: boolean; sample?: boolean },
): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO maintenance."window" (title, description, status, starts_at, ends_at, occurrence_at, series_at,
      duration_seconds, rrule, time_zone, environment_ids, announced, created_by_id, created_by_name, created_at, updated_at, sample)
    VALUES (${draft.title}, ${draft.description}, 'scheduled', ${draft.startsAt}, ${draft.endsAt}, ${draft.startsAt},
      ${draft.startsAt}, 0, ${draft.rrule}, ${draft.timeZone}, ${uuids(draft.environmentIds)}, ${announced}, ${by.id},
      ${by.name}, ${at}, ${at}, ${sample}) RETURNING id`)
  return rows[0]!.id
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

export async function deleteWindow(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`DELETE FROM maintenance."window" WHERE id = ${id}::uuid`)
}

export async function sampleWindowIds(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`SELECT id FROM maintenance."window" WHERE sample ORDER BY id`)
  return rows.map(({ id }) => id)
}
