import { randomUUID } from "node:crypto"
import { type Tx, uuids } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import type { Status } from "../../contract.ts"
import { deleteChanges, insertChange, type RecordedChange } from "../changes/change-store.ts"
import { SAMPLE_TAG } from "./sample-catalog.ts"

export interface SampleThings {
  systems: string[]
  groups: string[]
  environments: string[]
}

export async function readSample(tx: Tx): Promise<SampleThings> {
  const result = await tx.execute<{ kind: string; id: string }>(sql`SELECT kind, id FROM catalog.sample_thing`)
  const ids = (kind: string) => result.rows.filter((row) => row.kind === kind).map((row) => row.id)
  return { systems: ids("system"), groups: ids("group"), environments: ids("environment") }
}

/** Those that are still there, under the name that they have now. */
export async function sampleNames(
  tx: Tx,
  { systems = [], groups = [], environments = [] }: Partial<SampleThings>,
): Promise<{ id: string; name: string; noun: string }[]> {
  const { rows } = await tx.execute<{ id: string; name: string; noun: string }>(sql`
    SELECT id, name, 'system' AS noun FROM catalog.system WHERE id = ANY(${uuids(systems)})
    UNION ALL SELECT id, name, 'group' FROM catalog.system_group WHERE id = ANY(${uuids(groups)})
    UNION ALL SELECT id, name, 'environment' FROM catalog.environment WHERE id = ANY(${uuids(environments)})
    ORDER BY noun DESC, name`)
  return rows
}

export async function markSample(tx: Tx, { systems, groups, environments }: SampleThings): Promise<void> {
  const rows = [
    ...systems.map((id) => ({ kind: "system", id })),
    ...groups.map((id) => ({ kind: "group", id })),
    ...environments.map((id) => ({ kind: "environment", id })),
  ]
  await tx.execute(sql`INSERT INTO catalog.sample_thing (kind, id)
    SELECT r.kind, r.id FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(kind text, id uuid)`)
}

/** As `SAMPLE_CHANGES`, by ids. Answers the ids they got. */
export async function insertSampleChanges(
  tx: Tx,
  changes: readonly Omit<RecordedChange, "id" | "source">[],
): Promise<string[]> {
  const recorded = changes.map((change) => ({ ...change, id: randomUUID(), source: SAMPLE_SOURCE }))
  for (const change of recorded) await insertChange(tx, change)
  return recorded.map(({ id }) => id)
}

/** Only what the sample added, and only what of it is still there. */
export async function deleteSample(tx: Tx, { systems, groups, environments }: SampleThings): Promise<number> {
  await deleteChanges(tx, sql`c.source = ${SAMPLE_SOURCE}`)
  const deleted = [
    await tx.execute(sql`DELETE FROM catalog.system WHERE id = ANY(${uuids(systems)})`),
    await tx.execute(sql`DELETE FROM catalog.system_group WHERE id = ANY(${uuids(groups)})`),
    await tx.execute(sql`DELETE FROM catalog.environment WHERE id = ANY(${uuids(environments)})`),
  ]
  await tx.execute(sql`DELETE FROM catalog.sample_thing`)
  return deleted.reduce((sum, result) => sum + (result.rowCount ?? 0), 0)
}

/** Takes the mark of the sample off systems that stay. */
export async function keepSystems(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`UPDATE catalog.system SET tags = array_remove(tags, ${SAMPLE_TAG}), updated_at = ${at.toISOString()}::timestamptz,
    version = version + 1 WHERE id = ANY(${uuids(ids)})`)
}

/** Systems of people's own in groups and environments of the sample. */
export async function ownMembers(
  tx: Tx,
  { systems, groups, environments }: SampleThings,
): Promise<{ system: string; container: string; noun: string }[]> {
  const { rows } = await tx.execute<{ system: string; container: string; noun: string }>(sql`
    SELECT s.name AS system, g.name AS container, 'group' AS noun FROM catalog.group_member m
      JOIN catalog.system s ON s.id = m.system_id JOIN catalog.system_group g ON g.id = m.group_id
      WHERE m.group_id = ANY(${uuids(groups)}) AND NOT m.system_id = ANY(${uuids(systems)})
    UNION ALL SELECT s.name, e.name, 'environment' FROM catalog.system_environment m
      JOIN catalog.system s ON s.id = m.system_id JOIN catalog.environment e ON e.id = m.environment_id
      WHERE m.environment_id = ANY(${uuids(environments)}) AND NOT m.system_id = ANY(${uuids(systems)})
    ORDER BY 1, 2`)
  return rows
}

/** A name that is free: the sample makes way for what people already have. */
export async function freeName(
  tx: Tx,
  table: "system" | "system_group" | "environment",
  name: string,
): Promise<string> {
  const result = await tx.execute<{ name_key: string }>(
    sql`SELECT name_key FROM ${sql.identifier("catalog")}.${sql.identifier(table)} WHERE starts_with(name_key, lower(${name}))`,
  )
  const taken = new Set(result.rows.map((row) => row.name_key))
  const candidates = [
    name,
    `${name} (sample)`,
    ...Array.from({ length: 50 }, (_, index) => `${name} (sample ${index + 2})`),
  ]
  return candidates.find((candidate) => !taken.has(candidate.toLowerCase())) ?? `${name} (sample ${Date.now()})`
}

/** What the sample says of its own systems. */
export const SAMPLE_SOURCE = "catalog:sample"

export interface PastStatus {
  at: string
  status: Status
  reason: string
}

/** A past for the timeline, and the report that still holds. */
export async function writePast(
  tx: Tx,
  systemId: string,
  createdAt: string,
  past: readonly PastStatus[],
): Promise<void> {
  await tx.execute(sql`UPDATE catalog.system SET created_at = ${createdAt}::timestamptz WHERE id = ${systemId}::uuid`)
  const last = past.at(-1)
  if (!last) return
  await tx.execute(sql`INSERT INTO catalog.status_change (system_id, at, status, source, reason)
    SELECT ${systemId}::uuid, r.at, r.status, ${SAMPLE_SOURCE}, r.reason
    FROM jsonb_to_recordset(${JSON.stringify(past)}::jsonb) AS r(at timestamptz, status text, reason text)`)
  await tx.execute(sql`INSERT INTO catalog.status_report (system_id, source, status, reason, since)
    VALUES (${systemId}::uuid, ${SAMPLE_SOURCE}, ${last.status}, ${last.reason}, ${last.at}::timestamptz)`)
  await tx.execute(sql`UPDATE catalog.system SET status = ${last.status}, status_since = ${last.at}::timestamptz
    WHERE id = ${systemId}::uuid`)
}
