import type { Tx } from "@countersign/core/server"
import { and, asc, eq } from "drizzle-orm"
import type { Author, IncidentLink } from "../contract.ts"
import { incidentLinks } from "./tables.ts"

export async function listLinks(tx: Tx, incidentId: string): Promise<IncidentLink[]> {
  const rows = await tx
    .select()
    .from(incidentLinks)
    .where(eq(incidentLinks.incidentId, incidentId))
    .orderBy(asc(incidentLinks.at), asc(incidentLinks.number))
  return rows.map(toLink)
}

export async function insertLink(
  tx: Tx,
  link: { incidentId: string; label: string; url: string; addedBy: Author; at: Date },
): Promise<IncidentLink> {
  const { addedBy, ...rest } = link
  const [row] = await tx
    .insert(incidentLinks)
    .values({ ...rest, addedById: addedBy.id, addedByName: addedBy.name })
    .returning()
  return toLink(row!)
}

/** Null when it is gone already. */
export async function deleteLink(tx: Tx, incidentId: string, linkId: string): Promise<IncidentLink | null> {
  const [row] = await tx
    .delete(incidentLinks)
    .where(and(eq(incidentLinks.incidentId, incidentId), eq(incidentLinks.id, linkId)))
    .returning()
  return row ? toLink(row) : null
}

function toLink(row: typeof incidentLinks.$inferSelect): IncidentLink {
  return {
    id: row.id,
    label: row.label,
    url: row.url,
    addedBy: { id: row.addedById, name: row.addedByName },
    at: row.at.toISOString(),
  }
}
