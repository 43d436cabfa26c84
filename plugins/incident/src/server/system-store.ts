import type { Tx } from "@countersign/core/server"
import { and, eq, sql } from "drizzle-orm"
import { incidentSystems } from "./tables.ts"

export async function setSystems(tx: Tx, incidentId: string, systemIds: readonly string[]): Promise<void> {
  await tx
    .delete(incidentSystems)
    .where(
      and(
        eq(incidentSystems.incidentId, incidentId),
        sql`${incidentSystems.systemId} <> ALL(${sql.param([...systemIds])}::uuid[])`,
      ),
    )
  await tx
    .insert(incidentSystems)
    .values(systemIds.map((systemId) => ({ incidentId, systemId })))
    .onConflictDoNothing()
}

/** In the order of their ids, as everybody locks them. */
export async function incidentIdsOfSystem(tx: Tx, systemId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: incidentSystems.incidentId })
    .from(incidentSystems)
    .where(eq(incidentSystems.systemId, systemId))
    .orderBy(incidentSystems.incidentId)
  return rows.map((row) => row.id)
}

export async function removeSystem(tx: Tx, incidentId: string, systemId: string): Promise<void> {
  await tx
    .delete(incidentSystems)
    .where(and(eq(incidentSystems.incidentId, incidentId), eq(incidentSystems.systemId, systemId)))
}

/** All incidents on a system, and the open ones among them that name no other. */
export async function countIncidentsOfSystem(tx: Tx, systemId: string): Promise<{ all: number; resolved: number }> {
  const { rows } = await tx.execute<{ all: number; resolved: number }>(sql`
    SELECT count(*)::integer AS all, (count(*) FILTER (WHERE i.status <> 'resolved' AND NOT EXISTS (
      SELECT 1 FROM incident.incident_system o WHERE o.incident_id = i.id AND o.system_id <> ${systemId}::uuid)))::integer AS resolved
    FROM incident.incident_system s JOIN incident.incident i ON i.id = s.incident_id WHERE s.system_id = ${systemId}::uuid`)
  return rows[0]!
}

/** Incidents on these systems that are no sample themselves. */
export async function ownIncidentsOf(
  tx: Tx,
  systemIds: readonly string[],
): Promise<{ systemId: string; title: string }[]> {
  const { rows } = await tx.execute<{ systemId: string; title: string }>(sql`
    SELECT s.system_id AS "systemId", i.title FROM incident.incident_system s JOIN incident.incident i ON i.id = s.incident_id
    WHERE s.system_id = ANY(${sql.param([...systemIds])}::uuid[]) AND NOT i.sample ORDER BY i.title, i.id`)
  return rows
}
