import { and, type SQL, sql } from "drizzle-orm"
import type { z } from "zod"
import type { auditFilters } from "../contract/platform/audit.ts"

export type AuditFilters = z.output<z.ZodObject<typeof auditFilters>>

/** What the log is ordered by. See the migration 0031-audit-log: each form is in other indexes, so it chooses the plan. */
export const AT_OF_FILTERED = sql`a.at`
export const AT_OF_ALL = sql`greatest(a.at, a.at)`

/** Whether some index holds just the rows of these filters, in order. Nearly all rows are executed and came by http. */
export function isNarrowed({ principalId, action, thingType, thingId, correlationId, ...rest }: AuditFilters): boolean {
  const rare = (rest.outcome && rest.outcome !== "executed") || (rest.transport && rest.transport !== "http")
  return Boolean(principalId || action || thingType || thingId || correlationId || rare)
}

/** All but the text and the action, which each go their own way. */
export function auditConditions(filters: AuditFilters, at: SQL): SQL | undefined {
  const { principalId, thingType, thingId, outcome, transport, correlationId, since, until } = filters
  return and(
    principalId ? sql`a.principal_id = ${principalId}` : undefined,
    thingType ? sql`a.thing_type = ${thingType}` : undefined,
    thingId ? sql`a.thing_id = ${thingId}` : undefined,
    outcome ? sql`a.outcome = ${outcome}` : undefined,
    transport ? sql`a.transport = ${transport}` : undefined,
    correlationId ? sql`a.correlation_id = ${correlationId}` : undefined,
    since ? sql`${at} >= ${since}::timestamptz` : undefined,
    until ? sql`${at} < ${until}::timestamptz` : undefined,
  )
}

/** Every word must begin some word of the thing's name or of the note. Null when there is no word in it. */
export function textCondition(text: string | undefined): SQL | undefined {
  const words = (text ?? "").match(/[\p{L}\p{N}][^\s]*/gu)?.slice(0, 8)
  if (!words) return undefined
  const query = words.map((word) => `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}':*`).join(" & ")
  return sql`to_tsvector('simple', coalesce(a.thing_name, '') || ' ' || coalesce(a.note, '')) @@ to_tsquery('simple', ${query})`
}
