import { type Ctx, type Found, inherits, instant, type Page, type PageRequest, type Tx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { bySystem } from "../contract/access.ts"
import type { Author, HealthOverride, IncidentStatus, Severity } from "../contract.ts"

/** An incident as the tables have it: systems by id, whoever asks. */
export interface IncidentRecord {
  id: string
  title: string
  description: string
  severity: Severity
  status: IncidentStatus
  healthOverride: HealthOverride
  suppressNotifications: boolean
  postmortem: string
  systemIds: string[]
  openedBy: Author
  openedAt: string
  updatedAt: string
  resolvedAt: string | null
  version: number
}

export type FoundIncident = Found<IncidentRecord>

export const incidents = inherits<IncidentRecord>(bySystem, {
  of: "incident.incident",
  table: "incident.incident_system",
  owner: "incident_id",
  column: "system_id",
  orphans: { author: "opened_by_id", private: "left_private" },
  name: "title",
  parentIds: "systemIds",
  columns: sql`incident.id, incident.title, incident.description, incident.severity, incident.status,
    incident.health_override AS "healthOverride", incident.suppress_notifications AS "suppressNotifications",
    incident.postmortem, jsonb_build_object('id', incident.opened_by_id, 'name', incident.opened_by_name) AS "openedBy",
    ${instant(sql`incident.opened_at`)} AS "openedAt", ${instant(sql`incident.updated_at`)} AS "updatedAt",
    ${instant(sql`incident.resolved_at`)} AS "resolvedAt", incident.version`,
  words: { findParents: "catalog.listSystems", work: "open or change incidents on it" },
})

export interface IncidentFilters {
  state: "all" | "open" | "resolved"
  severity?: Severity | undefined
  status?: IncidentStatus | undefined
  systemId?: string | undefined
  text?: string | undefined
}

export function listIncidents(ctx: Ctx, request: PageRequest, filters: IncidentFilters): Promise<Page<FoundIncident>> {
  const { state, severity, status, systemId, text } = filters
  return incidents.search(
    ctx,
    request,
    {
      openFirst: ["open_rank", "bigint"],
      openedAt: "timestamptz",
      updatedAt: "timestamptz",
      severity: ["severity_rank", "integer"],
    },
    { text, parentId: systemId },
    state === "all" ? undefined : state === "open" ? isOpen : isResolved,
    severity && sql`incident.severity = ${severity}`,
    status && sql`incident.status = ${status}`,
  )
}

/** The open incidents of a system, the most severe first; none for a system that is gone or out of reach. */
export async function openIncidentsOf(ctx: Ctx, systemId: string, limit: number): Promise<FoundIncident[]> {
  const worstFirst = { sort: "severity", direction: "desc", limit } as const
  return (await listIncidents(ctx, worstFirst, { state: "open", systemId })).items
}

export async function countOpen(ctx: Ctx): Promise<Record<Severity, number>> {
  const { rows } = await ctx.tx.execute<{ severity: Severity; count: number }>(sql`
    SELECT incident.severity, count(*)::integer AS count FROM incident.incident
    WHERE ${isOpen} AND ${incidents.readable(ctx)} GROUP BY incident.severity`)
  const count = (severity: Severity) => rows.find((row) => row.severity === severity)?.count ?? 0
  return { minor: count("minor"), major: count("major"), critical: count("critical") }
}

export type IncidentDraft = Pick<
  IncidentRecord,
  "title" | "description" | "severity" | "status" | "healthOverride" | "suppressNotifications"
>

export function insertIncident(
  tx: Tx,
  draft: IncidentDraft,
  systemIds: readonly string[],
  openedBy: Author,
  at: Date,
  sample = false,
): Promise<string> {
  return incidents.insert(tx, { ...draft, openedBy, openedAt: at, updatedAt: at, sample }, systemIds)
}

export type IncidentFields = Partial<Omit<IncidentDraft, "status"> & Pick<IncidentRecord, "postmortem">>

/** False when it has this status already, or not one of those it had to have. */
export function moveTo(
  tx: Tx,
  id: string,
  status: IncidentStatus,
  at: Date,
  where: SQL = sql`status <> ${status}`,
): Promise<boolean> {
  const resolvedAt = status === "resolved" ? at.toISOString() : null
  return incidents.change(tx, id, { status, resolvedAt }, { at, where })
}

export const isOpen = sql`incident.status <> 'resolved'`
export const isResolved = sql`incident.status = 'resolved'`
