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
