import {
  byCloseness,
  containsWords,
  instant,
  keyset,
  type Page,
  type PageRequest,
  type Tx,
} from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import type { DocumentSummary } from "../../contract/browsing.ts"
import { SITE } from "../../contract.ts"
import type { DocumentRef, SiteFacts } from "../../document.ts"

const TITLE = sql`lower(coalesce(part.title, '')) COLLATE "C"`
const SORT_COLUMNS = {
  title: { expression: TITLE, type: "text" },
  updatedAt: { expression: sql`part.updated_at`, type: "timestamptz" },
} as const
const ID = { expression: sql`part.key COLLATE "C"`, type: "text" } as const

/** What is known of the documents now, and of which of them visitors were told something else. */
export interface Known {
  readonly facts: SiteFacts
  readonly toldOtherwise: ReadonlySet<string>
}

/** A document is published as it was at a sequence of its own. */
function stateOf({ toldOtherwise }: Known): SQL {
  return sql`CASE WHEN shown.sequence IS NULL THEN 'draft'
    WHEN shown.sequence = part.sequence AND part.key <> ALL (${sql.param([...toldOtherwise])}::text[]) THEN 'published' ELSE 'changed' END`
}
function summaryOf(known: Known): SQL {
  return sql`part.key AS id, part.type, part.document_id AS "documentId", coalesce(part.title, '') AS title, part.sequence,
    ${stateOf(known)} AS state, coalesce(author.name, 'Somebody') AS "changedBy", ${instant(sql`part.updated_at`)} AS "updatedAt", NOT part.present AS deleted`
}
const FROM = sql`site.part
  LEFT JOIN site.command ON command.site_id = part.site_id AND command.sequence = part.sequence
  LEFT JOIN site.author ON author.site_id = part.site_id AND author.id = command.author_id
  LEFT JOIN site.published_document shown ON shown.site_id = part.site_id AND shown.key = part.key AND shown.ended IS NULL`
const A_DOCUMENT = sql`part.site_id = ${SITE} AND part.type IS NOT NULL`

type SummaryRow = Omit<DocumentSummary, "document" | "sequence" | "address"> & {
  type: DocumentRef["type"]
  documentId: string
  sequence: string
  [column: string]: unknown
}

export async function findSummaries(
  tx: Tx,
  request: PageRequest & {
    type?: DocumentRef["type"] | undefined
    text?: string | undefined
    state?: string | undefined
    deleted: boolean
  },
  known: Known,
): Promise<Page<DocumentSummary>> {
  const match = byCloseness(request.text, { name: sql`coalesce(part.title, '')` })
  const page = keyset(request, { ...SORT_COLUMNS, match }, ID)
  const conditions: (SQL | undefined)[] = [
    A_DOCUMENT,
    sql`part.present <> ${request.deleted}`,
    request.type === undefined ? undefined : sql`part.type = ${request.type}`,
    request.state === undefined ? undefined : sql`${stateOf(known)} = ${request.state}`,
    containsWords(sql`coalesce(part.title, '')`, request.text),
  ]
  const { rows } = await tx.execute<SummaryRow & { mark: string }>(sql`
    SELECT ${summaryOf(known)}, ${page.mark} AS mark FROM ${FROM} WHERE ${page.where(...conditions)}
    ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`)
  return page.toPage(
    rows,
    ({ id }) => id,
    (row) => toSummary(row, known),
  )
}

/** Of one that was deleted as well. */
export async function findSummary(tx: Tx, key: string, known: Known): Promise<DocumentSummary | null> {
  const { rows } = await tx.execute<SummaryRow>(
    sql`SELECT ${summaryOf(known)} FROM ${FROM} WHERE ${A_DOCUMENT} AND part.key = ${key}`,
  )
  return rows[0] ? toSummary(rows[0], known) : null
}

/** All documents of these types that are there now. */
export async function refsOf(tx: Tx, types: readonly DocumentRef["type"][]): Promise<DocumentRef[]> {
  const { rows } = await tx.execute<{ type: DocumentRef["type"]; id: string }>(sql`
    SELECT part.type, part.document_id AS id FROM site.part
    WHERE ${A_DOCUMENT} AND part.present AND part.type = ANY (${sql.param([...types])}::text[]) ORDER BY part.key COLLATE "C"`)
  return rows.map(({ type, id }) => ({ type, id }))
}

function toSummary({ type, documentId, sequence, ...row }: SummaryRow, { facts }: Known): DocumentSummary {
  const { id, title, state, changedBy, updatedAt, deleted } = row
  const address =
    type === "page" && Object.hasOwn(facts.pages, documentId) ? (facts.pages[documentId]?.address ?? null) : null
  const document = { type, id: documentId }
  return { id, document, title, address, state, sequence: Number(sequence), changedBy, updatedAt, deleted }
}
