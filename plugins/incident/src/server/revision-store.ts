import { keyset, type Page, type PageRequest, type Tx } from "@countersign/core/server"
import { eq, inArray } from "drizzle-orm"
import type { Author, IncidentRevision, Visibility } from "../contract.ts"
import { incidentRevisions, type RecordedChanges } from "./tables.ts"

export interface RecordedRevision extends Omit<IncidentRevision, "changes"> {
  changes: RecordedChanges
}

export async function insertRevision(
  tx: Tx,
  revision: {
    incidentId: string
    updateId: string | null
    kind: IncidentRevision["kind"]
    visibility: Visibility
    author: Author
    at: Date
    changes: RecordedChanges
  },
): Promise<void> {
  const { author, ...rest } = revision
  await tx.insert(incidentRevisions).values({ ...rest, authorId: author.id, authorName: author.name })
}

export async function listRevisions(
  tx: Tx,
  incidentId: string,
  visible: readonly Visibility[],
  request: PageRequest,
): Promise<Page<RecordedRevision>> {
  const page = keyset(
    request,
    { at: { expression: incidentRevisions.at, type: "timestamptz" } },
    { expression: incidentRevisions.number, type: "bigint" },
  )
  const rows = await tx
    .select({ row: incidentRevisions, mark: page.mark })
    .from(incidentRevisions)
    .where(
      page.where(eq(incidentRevisions.incidentId, incidentId), inArray(incidentRevisions.visibility, [...visible])),
    )
    .orderBy(...page.orderBy)
    .limit(page.limit)
  return page.toPage(
    rows,
    ({ row }) => String(row.number),
    ({ row }) => ({
      id: row.id,
      kind: row.kind,
      updateId: row.updateId,
      author: { id: row.authorId, name: row.authorName },
      at: row.at.toISOString(),
      changes: row.changes,
    }),
  )
}
