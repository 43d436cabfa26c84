import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { SITE } from "../contract.ts"
import type { DocumentRef } from "../document.ts"
import { isDocument, type Part, type PartKey } from "./parts.ts"
import { storePart } from "./stored-part.ts"

/** A document opens by one snapshot and at most so many rows of the log, and what one call appended on top. */
export const SNAPSHOT_EVERY = 200

/** Keeps what the list shows, and a snapshot where enough has happened since the last one. */
export async function updatePart(
  tx: Tx,
  { key, part, sequence, rows: added }: { key: PartKey; part: Part; sequence: number; rows: number },
): Promise<void> {
  const document = part.documents.get(key)
  const [type, id] = isDocument(key) ? [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)] : [null, null]
  const { rows } = await tx.execute<{ unsaved: number }>(sql`
    INSERT INTO site.part AS part (site_id, key, type, document_id, title, present, sequence, unsaved)
    VALUES (${SITE}, ${key}, ${type}, ${id}, ${document?.title ?? null}, ${!isDocument(key) || document !== undefined}, ${sequence}, ${added})
    ON CONFLICT (site_id, key) DO UPDATE SET title = coalesce(EXCLUDED.title, part.title), present = EXCLUDED.present,
      sequence = EXCLUDED.sequence, unsaved = part.unsaved + ${added}, updated_at = platform.now()
    RETURNING unsaved`)
  if (rows[0]!.unsaved >= SNAPSHOT_EVERY) await addSnapshot(tx, { key, part, sequence })
}

export async function addSnapshot(
  tx: Tx,
  { key, part, sequence }: { key: PartKey; part: Part; sequence: number },
): Promise<void> {
  const content = await storePart(part)
  await tx.execute(sql`
    INSERT INTO site.snapshot (site_id, part, sequence, content) VALUES (${SITE}, ${key}, ${sequence}, ${content})`)
  await tx.execute(sql`UPDATE site.part SET unsaved = 0 WHERE site_id = ${SITE} AND key = ${key}`)
}

/** The latest one up to a sequence. */
export async function snapshotOf(
  tx: Tx,
  key: PartKey,
  upTo: number,
): Promise<{ sequence: number; content: Buffer } | null> {
  const { rows } = await tx.execute<{ sequence: string; content: Buffer }>(sql`
    SELECT sequence, content FROM site.snapshot
    WHERE site_id = ${SITE} AND part = ${key} AND sequence <= ${upTo} ORDER BY sequence DESC LIMIT 1`)
  return rows[0] ? { sequence: Number(rows[0].sequence), content: rows[0].content } : null
}

/** When a part was last changed, up to a sequence. */
export async function lastChangeOf(tx: Tx, key: PartKey): Promise<{ present: boolean; title: string | null } | null> {
  const { rows } = await tx.execute<{ present: boolean; title: string | null }>(
    sql`SELECT present, title FROM site.part WHERE site_id = ${SITE} AND key = ${key}`,
  )
  return rows[0] ?? null
}

/** The last row that changed each of these parts, with its mark. */
export async function latestOf(
  tx: Tx,
  keys: readonly PartKey[],
): Promise<Map<PartKey, { sequence: number; mark: string }>> {
  const { rows } = await tx.execute<{ key: string; sequence: string; mark: string }>(sql`
    SELECT part.key, part.sequence, command.mark FROM site.part
    JOIN site.command ON command.site_id = part.site_id AND command.sequence = part.sequence
    WHERE part.site_id = ${SITE} AND part.key = ANY (${sql.param([...keys])}::text[])`)
  return new Map(rows.map(({ key, sequence, mark }) => [key, { sequence: Number(sequence), mark }]))
}

export async function listParts(tx: Tx, page: { type?: DocumentRef["type"]; limit: number; after?: string }) {
  const { rows } = await tx.execute<{
    key: string
    type: DocumentRef["type"]
    id: string
    title: string
    sequence: string
    updated_at: string | Date
  }>(sql`
    SELECT key, type, document_id AS id, title, sequence, updated_at FROM site.part
    WHERE site_id = ${SITE} AND present AND type IS NOT NULL
      AND (${page.type ?? null}::text IS NULL OR type = ${page.type ?? null})
      AND (${page.after ?? null}::text IS NULL OR key COLLATE "C" > ${page.after ?? null} COLLATE "C")
    ORDER BY key COLLATE "C" LIMIT ${page.limit + 1}`)
  const shown = rows.slice(0, page.limit)
  return {
    documents: shown.map(({ type, id, title, sequence, updated_at }) => ({
      type,
      id,
      title,
      sequence: Number(sequence),
      updatedAt: new Date(updated_at).toISOString(),
    })),
    next: rows.length > shown.length ? shown.at(-1)!.key : null,
  }
}

/** What those of these documents are called that are there. */
export async function titlesOf(tx: Tx, keys: readonly PartKey[]): Promise<Map<PartKey, string>> {
  const { rows } = await tx.execute<{ key: string; title: string }>(sql`
    SELECT key, title FROM site.part
    WHERE site_id = ${SITE} AND present AND type IS NOT NULL AND key = ANY (${sql.param([...keys])}::text[])`)
  return new Map(rows.map(({ key, title }) => [key, title]))
}

/** Which of these documents there are. */
export async function presentAmong(tx: Tx, keys: readonly PartKey[]): Promise<Set<PartKey>> {
  if (keys.length === 0) return new Set()
  const { rows } = await tx.execute<{ key: string }>(sql`
    SELECT key FROM site.part WHERE site_id = ${SITE} AND present AND key = ANY (${sql.param([...keys])}::text[])`)
  return new Set(rows.map(({ key }) => key))
}
