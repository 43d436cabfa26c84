import { type Ctx, instant, keyset, type Page, type PageRequest, type Tx, uuids } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import type { Occurrence, Overlap } from "../contract.ts"
import type { Slot } from "./plan-times.ts"
import { isOpen, windows } from "./window-store.ts"

const TIMES = sql`${instant(sql`o.starts_at`)} AS "startsAt", ${instant(sql`o.ends_at`)} AS "endsAt"`

/** Those that were removed before, by a change that was changed back, are planned again. */
export async function putOccurrences(tx: Tx, windowId: string, slots: readonly Slot[]): Promise<void> {
  await tx.execute(sql`
    INSERT INTO maintenance.occurrence (window_id, original_at, starts_at, ends_at)
    SELECT ${windowId}::uuid, s."originalAt", s."startsAt", s."endsAt"
    FROM jsonb_to_recordset(${JSON.stringify(slots)}::jsonb) AS s("originalAt" timestamptz, "startsAt" timestamptz, "endsAt" timestamptz)
    ON CONFLICT (window_id, original_at) DO UPDATE
      SET starts_at = excluded.starts_at, ends_at = excluded.ends_at, state = 'planned'`)
}

/** What was to come, and what was left out of it, is off. */
export async function removeComing(tx: Tx, windowId: string): Promise<void> {
  await tx.execute(sql`UPDATE maintenance.occurrence SET state = 'removed'
    WHERE window_id = ${windowId}::uuid AND state IN ('planned', 'skipped')`)
}

/** Also ends it where it is over earlier than planned. */
export async function markOccurrence(
  tx: Tx,
  windowId: string,
  originalAt: string,
  state: "done" | "skipped",
  at?: Date,
): Promise<void> {
  await tx.execute(sql`UPDATE maintenance.occurrence SET state = ${state},
      ends_at = greatest(starts_at + interval '1 second', least(ends_at, ${at?.toISOString() ?? null}::timestamptz))
    WHERE window_id = ${windowId}::uuid AND original_at = ${originalAt}::timestamptz`)
}

/** Those that passed while no server ran are over, as if they had taken place. */
export async function markPassed(tx: Tx, windowId: string, now: Date): Promise<void> {
  await tx.execute(sql`UPDATE maintenance.occurrence SET state = 'done'
    WHERE window_id = ${windowId}::uuid AND state = 'planned' AND ends_at <= ${now}`)
}

export async function nextOccurrence(tx: Tx, windowId: string): Promise<Slot | null> {
  const { rows } = await tx.execute<Slot & Record<string, unknown>>(sql`
    SELECT ${instant(sql`o.original_at`)} AS "originalAt", ${TIMES} FROM maintenance.occurrence o
    WHERE o.window_id = ${windowId}::uuid AND o.state = 'planned' ORDER BY o.starts_at LIMIT 1`)
  return rows[0] ?? null
}

/** How many are to come, and up to where the rule was followed. */
export async function knownAhead(tx: Tx, windowId: string): Promise<{ planned: number; last: Date | null }> {
  const { rows } = await tx.execute<{ planned: number; last: Date | null }>(sql`
    SELECT (count(*) FILTER (WHERE state = 'planned'))::integer AS planned,
      ${instant(sql`max(original_at) FILTER (WHERE state <> 'removed')`)} AS last
    FROM maintenance.occurrence WHERE window_id = ${windowId}::uuid`)
  const { planned, last } = rows[0]!
  return { planned, last: last && new Date(last) }
}

export type KnownSlot = Slot & { state: Occurrence["state"] }

export async function findOccurrence(tx: Tx, windowId: string, originalAt: string): Promise<KnownSlot | null> {
  const { rows } = await tx.execute<KnownSlot & Record<string, unknown>>(sql`
    SELECT ${instant(sql`o.original_at`)} AS "originalAt", ${TIMES}, o.state FROM maintenance.occurrence o
    WHERE o.window_id = ${windowId}::uuid AND o.original_at = ${originalAt}::timestamptz AND o.state <> 'removed'`)
  return rows[0] ?? null
}

/** Whether another one of the same window takes place at that time. */
export async function meetsAnother(tx: Tx, windowId: string, { originalAt, startsAt, endsAt }: Slot): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT 1 FROM maintenance.occurrence WHERE window_id = ${windowId}::uuid
    AND state = 'planned' AND original_at <> ${originalAt}::timestamptz AND starts_at < ${endsAt}::timestamptz
    AND ends_at > ${startsAt}::timestamptz LIMIT 1`)
  return rows.length > 0
}

export async function listOccurrences(
  tx: Tx,
  window: { id: string; rrule: string | null; durationSeconds: number },
  request: PageRequest & { from?: string | undefined },
): Promise<Page<Occurrence>> {
  const sorts = { startsAt: { expression: sql`o.starts_at`, type: "timestamptz" } } as const
  const page = keyset(request, sorts, { expression: sql`o.original_at`, type: "timestamptz" })
  const where = page.where(
    sql`o.window_id = ${window.id}::uuid AND o.state <> 'removed'`,
    request.from === undefined ? undefined : sql`o.ends_at > ${request.from}::timestamptz`,
  )
  const { rows } = await tx.execute<Occurrence & { mark: string }>(sql`
    SELECT ${instant(sql`o.original_at`)} AS "occurrenceAt", ${TIMES}, o.state, ${page.mark} AS mark,
      ${window.rrule !== null} AND o.state <> 'done' AND (o.starts_at <> o.original_at
        OR o.ends_at - o.starts_at <> ${window.durationSeconds} * interval '1 second') AS moved
    FROM maintenance.occurrence o WHERE ${where} ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`)
  return page.toPage(
    rows,
    ({ occurrenceAt }) => occurrenceAt,
    ({ mark, ...occurrence }) => occurrence,
  )
}

// More than anybody reads before they choose another time.
const MOST_OVERLAPS = 10

/** Open windows of the same systems in these times, as far as the caller reaches both. */
export async function listOverlaps(
  ctx: Ctx,
  systemIds: readonly string[],
  slots: readonly Pick<Slot, "startsAt" | "endsAt">[],
  exceptId?: string,
): Promise<Overlap[]> {
  const about = sql.join([sql`false`, ...systemIds.map((id) => windows.about(ctx, id))], sql` OR `)
  const { rows } = await ctx.tx.execute<Overlap & Record<string, unknown>>(sql`
    SELECT DISTINCT ON ("window".id) "window".id, "window".title, ${TIMES}
    FROM maintenance.occurrence o JOIN maintenance."window" ON "window".id = o.window_id
    JOIN jsonb_to_recordset(${JSON.stringify(slots)}::jsonb) AS s("startsAt" timestamptz, "endsAt" timestamptz)
      ON o.starts_at < s."endsAt" AND o.ends_at > s."startsAt"
    WHERE o.state = 'planned' AND ${isOpen} AND "window".id IS DISTINCT FROM ${exceptId ?? null}::uuid
      AND (${about}) AND ${windows.readable(ctx)}
    ORDER BY "window".id, o.starts_at LIMIT ${MOST_OVERLAPS}`)
  return rows.sort((a, b) => a.startsAt.localeCompare(b.startsAt))
}

/** What is left of a window that is about to go: calendars learn from it that its occurrences are off. */
export async function keepForCalendars(
  tx: Tx,
  { id, systemIds, version }: { id: string; systemIds: readonly string[]; version: number },
  now: Date,
): Promise<void> {
  await tx.execute(sql`DELETE FROM maintenance.occurrence WHERE (window_id = ${id}::uuid AND state = 'done')
    OR (sequence IS NOT NULL AND ends_at < ${now}::timestamptz - interval '90 days')`)
  await tx.execute(sql`UPDATE maintenance.occurrence SET state = 'removed', sequence = ${version + 1}, system_ids = ${uuids(systemIds)},
      deleted_at = ${now}::timestamptz WHERE window_id = ${id}::uuid`)
}
