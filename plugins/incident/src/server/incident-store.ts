import { byCloseness, keyset, type Page, type PageRequest, type Tx } from "@countersign/core/server"
import { and, eq, ilike, ne, or, type SQL, sql } from "drizzle-orm"
import type { Author, HealthOverride, IncidentStatus, Severity } from "../contract.ts"
import { incidents } from "./tables.ts"

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

/** The record and what the caller is to it. */
export interface FoundIncident extends IncidentRecord {
  /** Those of its systems that the caller reaches. */
  reachedSystemIds: string[]
  mayChange: boolean
  seesInternal: boolean
}

/** Conditions on the current row, made from a principal's reach; the store itself knows no people. */
export interface IncidentReach {
  readable: SQL
  reachedSystemIds: SQL
  mayChange: SQL
  seesInternal: SQL
}

export interface IncidentFilters {
  state: "all" | "open" | "resolved"
  severity?: Severity | undefined
  status?: IncidentStatus | undefined
  text?: string | undefined
}

export async function findIncident(tx: Tx, id: string, reach: IncidentReach): Promise<FoundIncident | null> {
  const [row] = await tx
    .select(columns(reach))
    .from(incidents)
    .where(and(eq(incidents.id, id), reach.readable))
  return row ? toFound(row) : null
}

/** Until the transaction ends nobody else changes it, so what is read next stays true. */
export async function lockIncident(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: incidents.id }).from(incidents).where(eq(incidents.id, id)).for("update")
}

export async function listIncidents(
  tx: Tx,
  request: PageRequest,
  filters: IncidentFilters,
  reach: IncidentReach,
  affects?: SQL,
): Promise<Page<FoundIncident>> {
  const page = keyset(
    request,
    {
      openFirst: { expression: incidents.openRank, type: "bigint" },
      openedAt: { expression: incidents.openedAt, type: "timestamptz" },
      updatedAt: { expression: incidents.updatedAt, type: "timestamptz" },
      severity: { expression: incidents.severityRank, type: "integer" },
      title: { expression: sql`lower(${incidents.title})`, type: "text" },
      match: byCloseness(filters.text, { name: incidents.title }),
    },
    { expression: incidents.id, type: "uuid" },
  )
  const rows = await tx
    .select({ ...columns(reach), mark: page.mark })
    .from(incidents)
    .where(page.where(...conditions(filters), affects, reach.readable))
    .orderBy(...page.orderBy)
    .limit(page.limit)
  return page.toPage(rows, (row) => row.id, toFound)
}

export async function countOpen(tx: Tx, reach: IncidentReach): Promise<Record<Severity, number>> {
  const rows = await tx
    .select({ severity: incidents.severity, count: sql<number>`count(*)::int` })
    .from(incidents)
    .where(and(ne(incidents.status, "resolved"), reach.readable))
    .groupBy(incidents.severity)
  const count = (severity: Severity) => rows.find((row) => row.severity === severity)?.count ?? 0
  return { minor: count("minor"), major: count("major"), critical: count("critical") }
}

/** Those of `ids` that are within reach, in the order of their ids: whoever locks several does it in this order. */
export async function readableIncidentIds(tx: Tx, ids: readonly string[], reach: IncidentReach): Promise<string[]> {
  const rows = await tx
    .select({ id: incidents.id })
    .from(incidents)
    .where(and(sql`${incidents.id} = ANY(${sql.param([...ids])}::uuid[])`, reach.readable))
    .orderBy(incidents.id)
  return rows.map((row) => row.id)
}

export type IncidentDraft = Pick<
  IncidentRecord,
  "title" | "description" | "severity" | "status" | "healthOverride" | "suppressNotifications"
>

export async function insertIncident(tx: Tx, draft: IncidentDraft, openedBy: Author, at: Date): Promise<string> {
  const [row] = await tx
    .insert(incidents)
    .values({ ...draft, openedById: openedBy.id, openedByName: openedBy.name, openedAt: at, updatedAt: at })
    .returning({ id: incidents.id })
  return row!.id
}

export type IncidentFields = Partial<Omit<IncidentDraft, "status"> & Pick<IncidentRecord, "postmortem">>

/** False when somebody changed it since `version`: the WHERE decides the race, not an earlier read. */
export async function changeFields(
  tx: Tx,
  id: string,
  version: number,
  fields: IncidentFields,
  at: Date,
): Promise<boolean> {
  const rows = await tx
    .update(incidents)
    .set({ ...fields, updatedAt: at, version: sql`${incidents.version} + 1` })
    .where(and(eq(incidents.id, id), eq(incidents.version, version)))
    .returning({ id: incidents.id })
  return rows.length > 0
}

/** False when another caller resolved it first. */
export function markResolved(tx: Tx, id: string, at: Date): Promise<boolean> {
  return setStatus(tx, and(eq(incidents.id, id), ne(incidents.status, "resolved")), "resolved", at)
}

/** False when another caller opened it again first. */
export function markReopened(tx: Tx, id: string, status: IncidentStatus, at: Date): Promise<boolean> {
  return setStatus(tx, and(eq(incidents.id, id), eq(incidents.status, "resolved")), status, at)
}

/** False when it has this status already. */
export function moveTo(tx: Tx, id: string, status: IncidentStatus, at: Date): Promise<boolean> {
  return setStatus(tx, and(eq(incidents.id, id), ne(incidents.status, status)), status, at)
}

/** Its systems changed from outside: edits based on its version would write back what is gone. */
export async function bumpIncident(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .update(incidents)
    .set({ updatedAt: at, version: sql`${incidents.version} + 1` })
    .where(eq(incidents.id, id))
}

/** Its timeline or links changed: it moves up in lists, while edits based on its version stay valid. */
export async function touchIncident(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.update(incidents).set({ updatedAt: at }).where(eq(incidents.id, id))
}

export async function deleteIncident(tx: Tx, id: string): Promise<void> {
  await tx.delete(incidents).where(eq(incidents.id, id))
}

export async function markSample(tx: Tx, id: string): Promise<void> {
  await tx.update(incidents).set({ sample: true }).where(eq(incidents.id, id))
}

export async function sampleIncidentIds(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ id: incidents.id })
    .from(incidents)
    .where(eq(incidents.sample, true))
    .orderBy(incidents.id)
  return rows.map((row) => row.id)
}

async function setStatus(tx: Tx, where: SQL | undefined, status: IncidentStatus, at: Date): Promise<boolean> {
  const rows = await tx
    .update(incidents)
    .set({
      status,
      resolvedAt: status === "resolved" ? at : null,
      updatedAt: at,
      version: sql`${incidents.version} + 1`,
    })
    .where(where)
    .returning({ id: incidents.id })
  return rows.length > 0
}

function columns(reach: IncidentReach) {
  return {
    id: incidents.id,
    title: incidents.title,
    description: incidents.description,
    severity: incidents.severity,
    status: incidents.status,
    healthOverride: incidents.healthOverride,
    suppressNotifications: incidents.suppressNotifications,
    postmortem: incidents.postmortem,
    openedById: incidents.openedById,
    openedByName: incidents.openedByName,
    openedAt: incidents.openedAt,
    updatedAt: incidents.updatedAt,
    resolvedAt: incidents.resolvedAt,
    version: incidents.version,
    systemIds: sql<string[]>`ARRAY(SELECT s.system_id::text FROM incident.incident_system s
      WHERE s.incident_id = incident.id ORDER BY s.system_id)`,
    reachedSystemIds: sql<string[]>`${reach.reachedSystemIds}`,
    mayChange: sql<boolean>`${reach.mayChange}`,
    seesInternal: sql<boolean>`${reach.seesInternal}`,
  }
}

type Row = Omit<FoundIncident, "openedBy" | "openedAt" | "updatedAt" | "resolvedAt"> & {
  openedById: string
  openedByName: string
  openedAt: Date
  updatedAt: Date
  resolvedAt: Date | null
}

function toFound(row: Row): FoundIncident {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    severity: row.severity,
    status: row.status,
    healthOverride: row.healthOverride,
    suppressNotifications: row.suppressNotifications,
    postmortem: row.postmortem,
    systemIds: row.systemIds,
    openedBy: { id: row.openedById, name: row.openedByName },
    openedAt: row.openedAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    version: row.version,
    reachedSystemIds: row.reachedSystemIds,
    mayChange: row.mayChange,
    seesInternal: row.seesInternal,
  }
}

function conditions({ state, severity, status, text }: IncidentFilters): (SQL | undefined)[] {
  return [
    state === "open" ? ne(incidents.status, "resolved") : undefined,
    state === "resolved" ? eq(incidents.status, "resolved") : undefined,
    severity && eq(incidents.severity, severity),
    status && eq(incidents.status, status),
    ...words(text).map((word) => or(ilike(incidents.title, word), ilike(incidents.description, word))),
  ]
}

/** Every word must occur, wherever it stands. */
function words(text = ""): string[] {
  const found = text.split(/\s+/).filter(Boolean)
  return found.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`)
}
