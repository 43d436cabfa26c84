import type { Author, Named } from "@countersign/core/contract"
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
import { bySystem } from "../../contract/access.ts"
import type { Check } from "../../contract/check.ts"
import type { StatusRule } from "../../contract/status-rule.ts"

/** A check of one system, as the tables have it. Null environments: all of the system's. */
export interface AssignmentRecord {
  id: string
  systemId: string
  environmentIds: string[] | null
  statusRule: StatusRule | null
}

/** A check as the tables have it: systems and environments by id, whoever asks. */
export interface CheckRecord
  extends Pick<
    Check,
    | "id"
    | "name"
    | "description"
    | "strategyId"
    | "config"
    | "collectors"
    | "intervalSeconds"
    | "timeoutSeconds"
    | "retries"
    | "statusRule"
    | "subject"
    | "paused"
    | "createdBy"
    | "createdAt"
    | "updatedAt"
    | "version"
  > {
  systemIds: string[]
  /** In the order of their systems. */
  assignments: AssignmentRecord[]
}
export type FoundCheck = Found<CheckRecord>

const assignments = sql`coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'systemId', a.system_id,
  'environmentIds', a.environment_ids, 'statusRule', a.status_rule) ORDER BY a.system_id)
  FROM healthcheck.assignment a WHERE a.check_id = "check".id), '[]')`

const pause = sql`CASE WHEN "check".paused_at IS NOT NULL THEN jsonb_build_object(
  'reason', "check".pause_reason, 'until', ${instant(sql`"check".paused_until`)}, 'at', ${instant(sql`"check".paused_at`)},
  'by', jsonb_build_object('id', "check".paused_by_id, 'name', "check".paused_by_name)) END`

export const checks = inherits<CheckRecord>(bySystem, {
  of: "healthcheck.check",
  table: "healthcheck.assignment",
  owner: "check_id",
  column: "system_id",
  orphans: { author: "created_by_id", private: "left_private" },
  name: "name",
  parentIds: "systemIds",
  columns: sql`"check".id, "check".name, "check".description, "check".strategy_id AS "strategyId", "check".config,
    "check".collectors, "check".interval_seconds AS "intervalSeconds", "check".timeout_seconds AS "timeoutSeconds",
    "check".retries, "check".status_rule AS "statusRule", "check".subject, ${pause} AS paused,
    jsonb_build_object('id', "check".created_by_id, 'name', "check".created_by_name) AS "createdBy",
    ${instant(sql`"check".created_at`)} AS "createdAt", ${instant(sql`"check".updated_at`)} AS "updatedAt",
    "check".version, ${assignments} AS assignments`,
  words: { thing: "check", things: "checks", findParents: "catalog.listSystems", work: "change its checks" },
})

/** A condition on `target`: those of systems that the caller reaches. What others' systems are like is not told. */
export function reachedTarget(ctx: Ctx): SQL {
  const { parent: resource, rules } = bySystem
  return ctx.reach(sql`target.system_id::text`, { resource, rules: [rules.read], level: "viewer" })
}

/** From worst to best: the order in which lists show checks. */
const RANKS = { unhealthy: 0, degraded: 1, unknown: 2, pending: 3, healthy: 4, paused: 5 } as const
export type ListedStatus = keyof typeof RANKS

const rank = (status: ListedStatus) => sql.raw(String(RANKS[status]))

/** Of its targets that the caller sees, the worst counts; those that never ran count only where none did. */
function rankOf(ctx: Ctx): SQL {
  return sql`CASE WHEN "check".paused_at IS NOT NULL THEN ${rank("paused")} ELSE coalesce((
    SELECT min(CASE state.status WHEN 'unhealthy' THEN ${rank("unhealthy")} WHEN 'degraded' THEN ${rank("degraded")}
      WHEN 'unknown' THEN ${rank("unknown")} WHEN 'healthy' THEN ${rank("healthy")} END)
    FROM healthcheck.target JOIN healthcheck.state ON state.target_id = target.id
    WHERE target.check_id = "check".id AND target.ended_at IS NULL AND ${reachedTarget(ctx)}), ${rank("pending")}) END`
}

export interface CheckFilters {
  status?: readonly ListedStatus[] | undefined
  strategyId?: string | undefined
  systemId?: string | undefined
  text?: string | undefined
}

export function listChecks(ctx: Ctx, request: PageRequest, filters: CheckFilters): Promise<Page<FoundCheck>> {
  const { status, strategyId, systemId, text } = filters
  const ranks = status?.map((one) => RANKS[one])
  const lastRun = sql`coalesce((SELECT max(state.last_at) FROM healthcheck.target
    JOIN healthcheck.state ON state.target_id = target.id
    WHERE target.check_id = "check".id AND target.ended_at IS NULL AND ${reachedTarget(ctx)}), '-infinity')`
  return checks.list(
    ctx,
    request,
    {
      status: { expression: rankOf(ctx), type: "integer" },
      name: { expression: sql`lower("check".name)`, type: "text" },
      updatedAt: { expression: sql`"check".updated_at`, type: "timestamptz" },
      lastRunAt: { expression: lastRun, type: "timestamptz" },
      match: byCloseness(text, { name: sql`"check".name` }),
    },
    ranks && sql`${rankOf(ctx)} = ANY(${sql.param(ranks)}::integer[])`,
    strategyId === undefined ? undefined : sql`"check".strategy_id = ${strategyId}`,
    systemId === undefined ? undefined : checks.about(ctx, systemId),
    containsWords(sql`("check".name || ' ' || "check".description || ' ' || "check".subject)`, text),
  )
}

/** What is written of a check; its systems and whether it is paused are written apart. */
export type CheckFields = Pick<
  CheckRecord,
  | "name"
  | "description"
  | "strategyId"
  | "config"
  | "collectors"
  | "intervalSeconds"
  | "timeoutSeconds"
  | "retries"
  | "statusRule"
  | "subject"
>

export async function insertCheck(
  tx: Tx,
  fields: CheckFields,
  by: Author,
  { at, sample = false }: { at: Date; sample?: boolean },
): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO healthcheck."check" (name, description, strategy_id, config, collectors, interval_seconds, timeout_seconds,
      retries, status_rule, subject, created_by_id, created_by_name, created_at, updated_at, sample)
    VALUES (${fields.name}, ${fields.description}, ${fields.strategyId}, ${json(fields.config)}, ${json(fields.collectors)},
      ${fields.intervalSeconds}, ${fields.timeoutSeconds}, ${fields.retries}, ${json(fields.statusRule)}, ${fields.subject},
      ${by.id}, ${by.name}, ${at}, ${at}, ${sample}) RETURNING id`)
  return rows[0]!.id
}

/** Counts the version, also where only its systems change: those stand on its card. */
export async function writeCheck(tx: Tx, id: string, fields: CheckFields, at: Date): Promise<void> {
  await tx.execute(sql`
    UPDATE healthcheck."check" SET name = ${fields.name}, description = ${fields.description},
      strategy_id = ${fields.strategyId}, config = ${json(fields.config)}, collectors = ${json(fields.collectors)},
      interval_seconds = ${fields.intervalSeconds}, timeout_seconds = ${fields.timeoutSeconds}, retries = ${fields.retries},
      status_rule = ${json(fields.statusRule)}, subject = ${fields.subject}, updated_at = ${at}, version = version + 1
    WHERE id = ${id}::uuid`)
}

export type AssignmentDraft = Omit<AssignmentRecord, "id">

/** Makes these the systems it is for. Those that stay keep their assignment, and so their history and status. */
export async function writeAssignments(tx: Tx, checkId: string, drafts: readonly AssignmentDraft[]): Promise<void> {
  const rows = json(drafts)
  await tx.execute(sql`
    DELETE FROM healthcheck.assignment WHERE check_id = ${checkId}::uuid AND system_id <> ALL (
      SELECT (draft->>'systemId')::uuid FROM jsonb_array_elements(${rows}) draft)`)
  await tx.execute(sql`
    INSERT INTO healthcheck.assignment (check_id, system_id, environment_ids, status_rule)
    SELECT ${checkId}::uuid, (draft->>'systemId')::uuid,
      CASE WHEN jsonb_typeof(draft->'environmentIds') = 'array'
        THEN ARRAY(SELECT jsonb_array_elements_text(draft->'environmentIds')::uuid) END,
      nullif(draft->'statusRule', 'null')
    FROM jsonb_array_elements(${rows}) draft
    ON CONFLICT (check_id, system_id) DO UPDATE
      SET environment_ids = EXCLUDED.environment_ids, status_rule = EXCLUDED.status_rule`)
}

/** Null: no longer paused. Counts the version, because cards show it. */
export async function writePause(
  tx: Tx,
  id: string,
  pause: { reason: string; until: string | null; by: Author } | null,
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    UPDATE healthcheck."check" SET paused_at = ${pause && at}, paused_until = ${pause?.until ?? null},
      pause_reason = ${pause?.reason ?? null}, paused_by_id = ${pause?.by.id ?? null},
      paused_by_name = ${pause?.by.name ?? null}, updated_at = ${at}, version = version + 1
    WHERE id = ${id}::uuid`)
}

/** Checks whose pause was to last until now, in the order of their ids. */
export async function dueToResume(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM healthcheck."check" WHERE paused_until <= platform.now() ORDER BY id LIMIT 200`)
  return rows.map(({ id }) => id)
}

/** What checks are called, for whoever sees a target of theirs. */
export async function checkNames(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, { check: Named; paused: boolean }>> {
  const { rows } = await tx.execute<{ id: string; name: string; paused: boolean }>(sql`
    SELECT id, name, paused_at IS NOT NULL AS paused FROM healthcheck."check" WHERE id = ANY(${uuids(ids)})`)
  return new Map(rows.map(({ id, name, paused }) => [id, { check: { id, name }, paused }]))
}

/** Checks of a system, whoever asks. */
export async function checkIdsOfSystem(tx: Tx, systemId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT check_id AS id FROM healthcheck.assignment WHERE system_id = ${systemId}::uuid ORDER BY check_id`,
  )
  return rows.map(({ id }) => id)
}

/** Puts another name where a person's stands. Answers of how many checks. */
export async function renamePerson(tx: Tx, { personId, name }: { personId: string; name: string }): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    WITH revised AS (UPDATE healthcheck.revision SET by_name = ${name} WHERE by_id = ${personId} RETURNING check_id),
    own AS (
      UPDATE healthcheck."check" SET created_by_name = CASE WHEN created_by_id = ${personId} THEN ${name} ELSE created_by_name END,
        paused_by_name = CASE WHEN paused_by_id = ${personId} THEN ${name} ELSE paused_by_name END
      WHERE created_by_id = ${personId} OR paused_by_id = ${personId} RETURNING id)
    SELECT id FROM own UNION SELECT check_id FROM revised`)
  return rows.map(({ id }) => id)
}

/** As text: the driver would make a Postgres array of a list. */
function json(value: unknown): SQL {
  return sql`${JSON.stringify(value)}::jsonb`
}

/** Checks that people made, by each of these environments that an assignment names. */
export async function checksInEnvironments(tx: Tx, environmentIds: readonly string[]): Promise<Named[]> {
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    SELECT DISTINCT e.id, c.name FROM healthcheck.assignment a JOIN healthcheck."check" c ON c.id = a.check_id
      CROSS JOIN LATERAL unnest(a.environment_ids) AS e(id)
    WHERE NOT c.sample AND a.environment_ids && ${uuids(environmentIds)} AND e.id = ANY(${uuids(environmentIds)})
    ORDER BY c.name, e.id`)
  return rows
}
