import { sql } from "drizzle-orm"
import { bigint, boolean, integer, jsonb, pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core"
import type {
  HealthOverride,
  IncidentRevision,
  IncidentStatus,
  RevisedField,
  Severity,
  Visibility,
} from "../contract.ts"

const schema = pgSchema("incident")
// Marks columns that Postgres fills in; how, only the migration says.
const inTheMigration = sql``

export const incidents = schema.table("incident", {
  id: uuid().primaryKey().defaultRandom(),
  title: text().notNull(),
  description: text().notNull(),
  severity: text().$type<Severity>().notNull(),
  status: text().$type<IncidentStatus>().notNull(),
  healthOverride: text("health_override").$type<HealthOverride>().notNull(),
  suppressNotifications: boolean("suppress_notifications").notNull(),
  postmortem: text().notNull().default(""),
  openedById: text("opened_by_id").notNull(),
  openedByName: text("opened_by_name").notNull(),
  openedAt: instant("opened_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
  resolvedAt: instant("resolved_at"),
  version: integer().notNull().default(1),
  sample: boolean().notNull().default(false),
  severityRank: integer("severity_rank").generatedAlwaysAs(inTheMigration),
  openRank: bigint("open_rank", { mode: "bigint" }).generatedAlwaysAs(inTheMigration),
})

export const incidentUpdates = schema.table("incident_update", {
  id: uuid().primaryKey().defaultRandom(),
  number: bigint({ mode: "bigint" }).generatedAlwaysAs(inTheMigration),
  incidentId: uuid("incident_id").notNull(),
  message: text().notNull(),
  status: text().$type<IncidentStatus>(),
  visibility: text().$type<Visibility>().notNull(),
  authorId: text("author_id").notNull(),
  authorName: text("author_name").notNull(),
  at: instant("at").notNull(),
  editedAt: instant("edited_at"),
  version: integer().notNull().default(1),
})

export const incidentLinks = schema.table("incident_link", {
  id: uuid().primaryKey().defaultRandom(),
  number: bigint({ mode: "bigint" }).generatedAlwaysAs(inTheMigration),
  incidentId: uuid("incident_id").notNull(),
  label: text().notNull(),
  url: text().notNull(),
  addedById: text("added_by_id").notNull(),
  addedByName: text("added_by_name").notNull(),
  at: instant("at").notNull(),
})

export const incidentRevisions = schema.table("incident_revision", {
  id: uuid().primaryKey().defaultRandom(),
  number: bigint({ mode: "bigint" }).generatedAlwaysAs(inTheMigration),
  incidentId: uuid("incident_id").notNull(),
  updateId: uuid("update_id"),
  kind: text().$type<IncidentRevision["kind"]>().notNull(),
  visibility: text().$type<Visibility>().notNull(),
  authorId: text("author_id").notNull(),
  authorName: text("author_name").notNull(),
  at: instant("at").notNull(),
  changes: jsonb().$type<RecordedChanges>().notNull(),
})

export type RecordedValue = string | boolean | string[]
export type RecordedChanges = Partial<Record<RevisedField, { before: RecordedValue; after: RecordedValue }>>

function instant(name: string) {
  return timestamp(name, { withTimezone: true })
}
