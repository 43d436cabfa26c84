import type { Tx } from "@countersign/core/server"
import { eq } from "drizzle-orm"
import { incidentLinks, incidentRevisions, incidents, incidentUpdates } from "./tables.ts"

/** Puts another name wherever incidents name this author. Answers in how many places. */
export async function renameAuthor(tx: Tx, authorId: string, name: string): Promise<number> {
  const renamed = [
    await tx.update(incidents).set({ openedByName: name }).where(eq(incidents.openedById, authorId)),
    await tx.update(incidentUpdates).set({ authorName: name }).where(eq(incidentUpdates.authorId, authorId)),
    await tx.update(incidentLinks).set({ addedByName: name }).where(eq(incidentLinks.addedById, authorId)),
    await tx.update(incidentRevisions).set({ authorName: name }).where(eq(incidentRevisions.authorId, authorId)),
  ]
  return renamed.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
}
