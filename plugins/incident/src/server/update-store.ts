import { keyset, type Page, type PageRequest, type Tx } from "@countersign/core/server"
import { and, eq, inArray, sql } from "drizzle-orm"
import type { Author, IncidentStatus, IncidentUpdate, Visibility } from "../contract.ts"
import { incidentUpdates } from "./tables.ts"

export async function listUpdates(
  tx: Tx,
  incidentId: string,
  visible: readonly Visibility[],
  request: PageRequest,
): Promise<Page<IncidentUpdate>> {
  const page = keyset(
    request,
    { at: { expression: incidentUpdates.at, type: "timestamptz" } },
    { expression: incidentUpdates.number, type: "bigint" },
  )
  const rows = await tx
    .select({ row: incidentUpdates, mark: page.mark })
    .from(incidentUpdates)
    .where(page.where(eq(incidentUpdates.incidentId, incidentId), inArray(incidentUpdates.visibility, [...visible])))
    .orderBy(...page.orderBy)
    .limit(page.limit)
  return page.toPage(
    rows,
    ({ row }) => String(row.number),
    ({ row }) => toUpdate(row),
  )
}

export async function findUpdate(tx: Tx, incidentId: string, updateId: string): Promise<IncidentUpdate | null> {
  const [row] = await tx.select().from(incidentUpdates).where(isUpdate(incidentId, updateId))
  return row ? toUpdate(row) : null
}

export function countUpdates(tx: Tx, incidentId: string): Promise<number> {
  return tx.$count(incidentUpdates, eq(incidentUpdates.incidentId, incidentId))
}

export async function insertUpdate(
  tx: Tx,
  update: {
    incidentId: string
    message: string
    status: IncidentStatus | null
    visibility: Visibility
    author: Author
    at: Date
  },
): Promise<IncidentUpdate> {
  const { author, ...rest } = update
  const [row] = await tx
    .insert(incidentUpdates)
    .values({ ...rest, authorId: author.id, authorName: author.name })
    .returning()
  return toUpdate(row!)
}

/** Null when somebody corrected it since `version`. */
export async function correctUpdate(
  tx: Tx,
  where: { incidentId: string; updateId: string; version: number },
  fields: { message?: string | undefined; visibility?: Visibility | undefined },
  at: Date,
): Promise<IncidentUpdate | null> {
  const [row] = await tx
    .update(incidentUpdates)
    .set({ ...fields, editedAt: at, version: sql`${incidentUpdates.version} + 1` })
    .where(and(isUpdate(where.incidentId, where.updateId), eq(incidentUpdates.version, where.version)))
    .returning()
  return row ? toUpdate(row) : null
}

/** False when another caller deleted it first. Its earlier texts go with it. */
export async function removeUpdate(tx: Tx, incidentId: string, updateId: string): Promise<boolean> {
  const rows = await tx
    .delete(incidentUpdates)
    .where(isUpdate(incidentId, updateId))
    .returning({ id: incidentUpdates.id })
  return rows.length > 0
}

function isUpdate(incidentId: string, updateId: string) {
  return and(eq(incidentUpdates.incidentId, incidentId), eq(incidentUpdates.id, updateId))
}

function toUpdate(row: typeof incidentUpdates.$inferSelect): IncidentUpdate {
  return {
    id: row.id,
    message: row.message,
    status: row.status,
    visibility: row.visibility,
    author: { id: row.authorId, name: row.authorName },
    at: row.at.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    version: row.version,
  }
}
