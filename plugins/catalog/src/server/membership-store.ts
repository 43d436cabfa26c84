import type { Named } from "@countersign/core/contract"
import { InvalidInputError, type Tx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { withConstraints } from "./refusals.ts"
import { uuids } from "./sql-fragments.ts"

/** The two kinds of things a system can belong to. */
const KINDS = {
  group: {
    table: sql`catalog.system_group`,
    members: sql`catalog.group_member`,
    column: sql`group_id`,
    path: "groupIds",
    list: "catalog.listGroups",
  },
  environment: {
    table: sql`catalog.environment`,
    members: sql`catalog.system_environment`,
    column: sql`environment_id`,
    path: "environmentIds",
    list: "catalog.listEnvironments",
  },
} as const
type Kind = keyof typeof KINDS

/** The first id that nothing has is named, so that the caller knows which one to mend. */
export async function demandKnown(tx: Tx, kind: Kind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { table, path, list } = KINDS[kind]
  const result = await tx.execute<{ id: string }>(
    sql`SELECT wanted.id FROM unnest(${uuids(ids)}) AS wanted(id) WHERE NOT EXISTS (SELECT 1 FROM ${table} k WHERE k.id = wanted.id)`,
  )
  const unknown = result.rows[0]
  if (unknown)
    throw new InvalidInputError(`No ${kind} has the id ${unknown.id}. Find the right one with ${list}.`, [
      { path, message: `There is no ${kind} ${unknown.id}.` },
    ])
}

/** Makes `ids` exactly what the system belongs to. True when that changed anything. */
export async function replaceMemberships(
  tx: Tx,
  kind: Kind,
  systemId: string,
  ids: readonly string[],
): Promise<boolean> {
  const { members, column } = KINDS[kind]
  const removed = await tx.execute(
    sql`DELETE FROM ${members} WHERE system_id = ${systemId}::uuid AND NOT (${column} = ANY(${uuids(ids)}))`,
  )
  const pairs = ids.map((id) => ({ id, systemId }))
  const added = await addMemberships(tx, kind, pairs)
  return (removed.rowCount ?? 0) > 0 || added.length > 0
}

/** Returns the ids of systems that were not in already. */
export async function addMemberships(
  tx: Tx,
  kind: Kind,
  pairs: readonly { id: string; systemId: string }[],
): Promise<string[]> {
  if (pairs.length === 0) return []
  const { members, column } = KINDS[kind]
  const result = await withConstraints(undefined, () =>
    tx.execute<{ system_id: string }>(sql`
      INSERT INTO ${members} (${column}, system_id)
      SELECT r.id, r."systemId" FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS r(id uuid, "systemId" uuid)
      ON CONFLICT DO NOTHING RETURNING system_id`),
  )
  return result.rows.map((row) => row.system_id)
}

/** Returns the ids of systems that were in it. */
export async function removeMemberships(
  tx: Tx,
  kind: Kind,
  id: string,
  systemIds: readonly string[],
): Promise<string[]> {
  const { members, column } = KINDS[kind]
  const result = await tx.execute<{ system_id: string }>(sql`
    DELETE FROM ${members} WHERE ${column} = ${id}::uuid AND system_id = ANY(${uuids(systemIds)}) RETURNING system_id`)
  return result.rows.map((row) => row.system_id)
}

/** A system's record names its groups and environments, so a change there is a change of the record. */
export async function touchSystems(tx: Tx, systemIds: readonly string[], at: Date): Promise<void> {
  await tx.execute(sql`UPDATE catalog.system SET version = version + 1, updated_at = ${at.toISOString()}::timestamptz
    WHERE id = ANY(${uuids(systemIds)})`)
}

/** The systems that belong to a group or environment, as far as `visible` (a condition on `s`) lets the caller see. */
export async function memberNames(tx: Tx, kind: Kind, id: string, visible: SQL): Promise<Named[]> {
  const { members, column } = KINDS[kind]
  const result = await tx.execute<{ id: string; name: string }>(sql`
    SELECT s.id, s.name FROM ${members} m JOIN catalog.system s ON s.id = m.system_id
    WHERE m.${column} = ${id}::uuid AND ${visible} ORDER BY s.name_key`)
  return result.rows
}
