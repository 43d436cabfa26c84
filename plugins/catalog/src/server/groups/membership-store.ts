import type { Named } from "@countersign/core/contract"
import { InvalidInputError, type Tx, uuids } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { withConstraints } from "../refusals.ts"

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

/** A group, an environment or a team as a card refers to it: by name, and bound to this version. */
export interface KnownThing extends Named {
  version: number
}

/** In the order of their names. The first id that nothing has is named, so that the caller knows which one to mend. */
export async function demandKnown(tx: Tx, kind: Kind, ids: readonly string[]): Promise<KnownThing[]> {
  if (ids.length === 0) return []
  const { table, path, list } = KINDS[kind]
  const result = await tx.execute<KnownThing & Record<string, unknown>>(
    sql`SELECT k.id, k.name, k.version FROM ${table} k WHERE k.id = ANY(${uuids(ids)}) ORDER BY k.name_key`,
  )
  const known = new Set(result.rows.map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined)
    throw new InvalidInputError(`No ${kind} has the id ${unknown}. Find the right one with ${list}.`, [
      { path, message: `There is no ${kind} ${unknown}.` },
    ])
  return result.rows
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

/** The same for all systems of a group or environment that is about to go, also those the caller does not see. */
export async function touchMembers(tx: Tx, kind: Kind, ids: readonly string[], at: Date): Promise<Named[]> {
  const { members, column } = KINDS[kind]
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    UPDATE catalog.system SET version = version + 1, updated_at = ${at.toISOString()}::timestamptz
    WHERE id IN (SELECT system_id FROM ${members} WHERE ${column} = ANY(${uuids(ids)})) RETURNING id, name`)
  return rows
}

/** The systems that belong to a group or environment, as far as `visible` (a condition on `s`) lets the caller see. */
export async function memberNames(tx: Tx, kind: Kind, id: string, visible: SQL): Promise<Named[]> {
  const { members, column } = KINDS[kind]
  const result = await tx.execute<{ id: string; name: string }>(sql`
    SELECT s.id, s.name FROM ${members} m JOIN catalog.system s ON s.id = m.system_id
    WHERE m.${column} = ${id}::uuid AND ${visible} ORDER BY s.name_key`)
  return result.rows
}
