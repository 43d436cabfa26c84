import { sql } from "drizzle-orm"
import type { GrantLevel } from "../../contract/access.ts"
import type { Named } from "../../contract/platform/people.ts"
import type { Tx } from "../../db/database.ts"
import { takeLock } from "../../db/named-lock.ts"

export interface Thing {
  resource: string
  thingId: string
}

export async function grantsOn(tx: Tx, { resource, thingId }: Thing): Promise<{ team: Named; level: GrantLevel }[]> {
  const { rows } = await tx.execute<{ id: string; name: string; level: GrantLevel }>(
    sql`SELECT t.id, t.name, g.level FROM platform.team_grant g JOIN platform.team t ON t.id = g.team_id
      WHERE g.resource = ${resource} AND g.thing_id = ${thingId} ORDER BY lower(t.name)`,
  )
  return rows.map(({ id, name, level }) => ({ team: { id, name }, level }))
}

export async function isPrivate(tx: Tx, { resource, thingId }: Thing): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`SELECT 1 FROM platform.private_thing WHERE resource = ${resource} AND thing_id = ${thingId}`,
  )
  return rows.length > 0
}

export async function ownsByGrant(tx: Tx, { resource, thingId }: Thing, teamIds: readonly string[]): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`SELECT 1 FROM platform.team_grant WHERE resource = ${resource} AND thing_id = ${thingId} AND level = 'owner'
      AND team_id = ANY(${sql.param([...teamIds])}::uuid[]) LIMIT 1`,
  )
  return rows.length > 0
}

/**
 * Whoever changes the sharing of one thing waits for the other: that a private thing keeps an owner holds over
 * several rows, which no single row's lock protects.
 */
export async function lockSharing(tx: Tx, { resource, thingId }: Thing): Promise<void> {
  await takeLock(tx, `platform:sharing:${resource}:${thingId}`)
}

export async function putGrant(tx: Tx, { resource, thingId }: Thing, teamId: string, level: GrantLevel): Promise<void> {
  await tx.execute(
    sql`INSERT INTO platform.team_grant (team_id, resource, thing_id, level)
      VALUES (${teamId}::uuid, ${resource}, ${thingId}, ${level})
      ON CONFLICT (resource, thing_id, team_id) DO UPDATE SET level = EXCLUDED.level`,
  )
}

export async function dropGrant(tx: Tx, { resource, thingId }: Thing, teamId: string): Promise<void> {
  await tx.execute(
    sql`DELETE FROM platform.team_grant
      WHERE resource = ${resource} AND thing_id = ${thingId} AND team_id = ${teamId}::uuid`,
  )
}

export async function putPrivate(tx: Tx, { resource, thingId }: Thing, wanted: boolean): Promise<void> {
  await tx.execute(
    wanted
      ? sql`INSERT INTO platform.private_thing (resource, thing_id) VALUES (${resource}, ${thingId}) ON CONFLICT DO NOTHING`
      : sql`DELETE FROM platform.private_thing WHERE resource = ${resource} AND thing_id = ${thingId}`,
  )
}

export async function dropSharing(tx: Tx, resource: string, thingIds: readonly string[]): Promise<void> {
  const ids = sql.param([...thingIds])
  await tx.execute(sql`DELETE FROM platform.team_grant WHERE resource = ${resource} AND thing_id = ANY(${ids}::text[])`)
  await tx.execute(
    sql`DELETE FROM platform.private_thing WHERE resource = ${resource} AND thing_id = ANY(${ids}::text[])`,
  )
}

/** Private things that nobody would own any more without this team. */
export async function privateThingsOwnedOnlyBy(tx: Tx, teamId: string): Promise<Thing[]> {
  const { rows } = await tx.execute<{ resource: string; thing_id: string }>(
    sql`SELECT g.resource, g.thing_id FROM platform.team_grant g
      JOIN platform.private_thing p USING (resource, thing_id)
      WHERE g.team_id = ${teamId}::uuid AND g.level = 'owner' AND NOT EXISTS (
        SELECT 1 FROM platform.team_grant o WHERE o.resource = g.resource AND o.thing_id = g.thing_id
          AND o.level = 'owner' AND o.team_id <> g.team_id)
      ORDER BY g.resource, g.thing_id`,
  )
  return rows.map((row) => ({ resource: row.resource, thingId: row.thing_id }))
}
