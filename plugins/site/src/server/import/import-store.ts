import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { SITE } from "../../contract.ts"
import { isDocument, type PartKey } from "../parts.ts"

/** A row of the log that was judged elsewhere, its commands as text. */
export interface JudgedRow {
  readonly part: PartKey
  readonly title: string | null
  readonly commands: string
  readonly inverse: string
}

/** Of one statement: what is sent at once stays small. */
const STATEMENT_BYTES = 2 * 1024 * 1024

/** Rows behind those that are there, numbered from `first` on. */
export async function appendJudged(
  tx: Tx,
  { first, authorId, rows }: { first: number; authorId: string; rows: readonly JudgedRow[] },
): Promise<void> {
  for (let from = 0; from < rows.length; ) {
    let to = from
    for (let bytes = 0; to < rows.length && (to === from || bytes < STATEMENT_BYTES); to += 1)
      bytes += rows[to]!.commands.length + rows[to]!.inverse.length
    const part = rows.slice(from, to)
    const numbers = sql.param(part.map((_, at) => first + from + at))
    await tx.execute(sql`
      INSERT INTO site.command (site_id, sequence, author_id, commands, inverse, notes)
      SELECT ${SITE}, sequence, ${authorId}, commands, inverse, '[]' FROM unnest(${numbers}::bigint[],
        ${sql.param(part.map(({ commands }) => commands))}::text[], ${sql.param(part.map(({ inverse }) => inverse))}::text[])
        AS row (sequence, commands, inverse)`)
    await tx.execute(sql`
      INSERT INTO site.command_part (site_id, part, sequence)
      SELECT ${SITE}, part, sequence FROM unnest(${numbers}::bigint[], ${sql.param(part.map((row) => row.part))}::text[])
        AS row (sequence, part)`)
    from = to
  }
  const parts = new Map<PartKey, { key: PartKey; title: string | null; sequence: number; rows: number }>()
  for (const [at, { part: key, title }] of rows.entries())
    parts.set(key, { key, title, sequence: first + at, rows: (parts.get(key)?.rows ?? 0) + 1 })
  const listed = [...parts.values()].map(({ key, ...rest }) => {
    const border = key.indexOf(":")
    return {
      key,
      type: isDocument(key) ? key.slice(0, border) : null,
      id: isDocument(key) ? key.slice(border + 1) : null,
      ...rest,
    }
  })
  await tx.execute(sql`
    INSERT INTO site.part AS part (site_id, key, type, document_id, title, present, sequence, unsaved)
    SELECT ${SITE}, key, type, id, title, true, sequence, rows FROM json_to_recordset(${JSON.stringify(listed)}::json)
      AS row (key text, type text, id text, title text, sequence bigint, rows integer)
    ON CONFLICT (site_id, key) DO UPDATE SET title = coalesce(EXCLUDED.title, part.title), present = true,
      sequence = EXCLUDED.sequence, unsaved = part.unsaved + EXCLUDED.unsaved, updated_at = platform.now()`)
}

export async function addImport(
  tx: Tx,
  { authorId, first, last, media }: { authorId: string; first: number; last: number; media: readonly string[] },
): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    INSERT INTO site.import (site_id, author_id, first, last, media)
    VALUES (${SITE}, ${authorId}, ${first}, ${last}, ${sql.param([...media])}::text[]) RETURNING id`)
  return rows[0]!.id
}

export interface StoredImport {
  readonly first: number
  readonly last: number
  readonly media: readonly string[]
  readonly undone: boolean
}

/** Null where there is none. Whoever reads it holds it. */
export async function holdImport(tx: Tx, id: number): Promise<StoredImport | null> {
  const { rows } = await tx.execute<{ first: string; last: string; media: string[]; undone: boolean }>(sql`
    SELECT first, last, media, undone_at IS NOT NULL AS undone FROM site.import
    WHERE site_id = ${SITE} AND id = ${id} FOR UPDATE`)
  const [row] = rows
  return row ? { ...row, first: Number(row.first), last: Number(row.last) } : null
}

export async function markUndone(tx: Tx, id: number): Promise<void> {
  await tx.execute(sql`UPDATE site.import SET undone_at = platform.now() WHERE site_id = ${SITE} AND id = ${id}`)
}

/** The documents of these rows of the log: which of them nobody has touched since. */
export async function documentsOf(
  tx: Tx,
  { first, last }: StoredImport,
): Promise<{ type: "page"; id: string; title: string; present: boolean; untouched: boolean }[]> {
  const { rows } = await tx.execute<{
    type: "page"
    id: string
    title: string
    present: boolean
    untouched: boolean
  }>(sql`
    SELECT part.type, part.document_id AS id, part.title, part.present, part.sequence = link.sequence AS untouched
    FROM site.command_part link JOIN site.part ON part.site_id = link.site_id AND part.key = link.part
    WHERE link.site_id = ${SITE} AND link.sequence BETWEEN ${first} AND ${last} AND part.type IS NOT NULL
    ORDER BY link.sequence`)
  return rows
}
