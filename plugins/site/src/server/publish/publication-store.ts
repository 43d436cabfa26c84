import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { SITE } from "../../contract/site-id.ts"
import { noFacts, type SiteFacts } from "../../document.ts"
import { readFile } from "../files/file-store.ts"
import type { VersionDocument, VersionPlan } from "./site-version.ts"

/** The pointer that visits follow: which version, and how often something of it was made anew. */
export interface Pointer {
  readonly publication: number
  readonly revision: number
}

export async function readPointer(tx: Tx): Promise<Pointer> {
  const { rows } = await tx.execute<{ publication: number; revision: string }>(
    sql`SELECT publication, revision FROM site.published WHERE site_id = ${SITE}`,
  )
  return { publication: rows[0]!.publication, revision: Number(rows[0]!.revision) }
}

/** The flip: whatever was written before it is seen with it, and not at all without it. */
export async function movePointer(tx: Tx, publication: number): Promise<void> {
  await tx.execute(sql`
    UPDATE site.published SET publication = ${publication}, revision = revision + 1 WHERE site_id = ${SITE}`)
}

export interface Publication {
  readonly number: number
  readonly authorId: string
  readonly restores: number | null
  readonly sequence: number
  readonly stylesSequence: number
  /** The file that holds them. */
  readonly facts: string
  readonly changed: readonly string[]
}

export async function addPublication(tx: Tx, made: Publication): Promise<void> {
  await tx.execute(sql`
    INSERT INTO site.publication (site_id, number, author_id, restores, sequence, styles_sequence, facts, changed)
    VALUES (${SITE}, ${made.number}, ${made.authorId}, ${made.restores}, ${made.sequence}, ${made.stylesSequence},
      ${made.facts}, ${sql.param([...made.changed])}::text[])`)
}

export async function latestNumber(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ number: number }>(
    sql`SELECT coalesce(max(number), 0) AS number FROM site.publication WHERE site_id = ${SITE}`,
  )
  return rows[0]!.number
}

/** From this version on these documents are as they were at these sequences, and those are no longer there. */
export async function moveDocuments(
  tx: Tx,
  number: number,
  { set, removed }: { set: readonly { key: string; sequence: number; title: string }[]; removed: readonly string[] },
): Promise<void> {
  const ended = [...set.map(({ key }) => key), ...removed]
  await tx.execute(sql`
    UPDATE site.published_document SET ended = ${number}
    WHERE site_id = ${SITE} AND ended IS NULL AND key = ANY (${sql.param(ended)}::text[])`)
  await tx.execute(sql`
    INSERT INTO site.published_document (site_id, key, sequence, title, first)
    SELECT ${SITE}, key, sequence, title, ${number}
    FROM json_to_recordset(${JSON.stringify(set)}::json) AS row (key text, sequence bigint, title text)`)
}

/** What a version was made of; null where there is none of that number. */
export async function planAt(tx: Tx, number: number): Promise<VersionPlan | null> {
  if (number === 0) return { facts: noFacts(), stylesSequence: 0, documents: new Map() }
  const { rows } = await tx.execute<{ facts: string; styles: string }>(sql`
    SELECT facts, styles_sequence AS styles FROM site.publication WHERE site_id = ${SITE} AND number = ${number}`)
  const found = rows[0]
  if (!found) return null
  return {
    facts: await readFacts(tx, found.facts),
    stylesSequence: Number(found.styles),
    documents: await documentsAt(tx, number),
  }
}

/** What visitors are told now. */
export async function publishedFacts(tx: Tx): Promise<SiteFacts> {
  const { rows } = await tx.execute<{ facts: string }>(sql`
    SELECT facts FROM site.publication JOIN site.published USING (site_id)
    WHERE site_id = ${SITE} AND number = published.publication`)
  return rows[0] ? readFacts(tx, rows[0].facts) : noFacts()
}

/** Written by this server or by one beside it, and never by anybody else. */
async function readFacts(tx: Tx, file: string): Promise<SiteFacts> {
  return { ...noFacts(), ...(JSON.parse((await readFile(tx, file)).toString()) as Partial<SiteFacts>) }
}

async function documentsAt(tx: Tx, number: number): Promise<Map<string, VersionDocument>> {
  const { rows } = await tx.execute<{
    key: string
    sequence: string
    title: string | null
    published: string | Date
    updated: string | Date
  }>(sql`
    SELECT document.key, document.sequence, document.title, updated.at AS updated, (
      SELECT published.at FROM site.published_document earliest
      JOIN site.publication published ON published.site_id = earliest.site_id AND published.number = earliest.first
      WHERE earliest.site_id = document.site_id AND earliest.key = document.key ORDER BY earliest.first LIMIT 1
    ) AS published
    FROM site.published_document document
    JOIN site.publication updated ON updated.site_id = document.site_id AND updated.number = document.first
    WHERE document.site_id = ${SITE} AND document.first <= ${number} AND (document.ended IS NULL OR document.ended > ${number})
    ORDER BY document.key COLLATE "C"`)
  return new Map(
    rows.map(({ key, sequence, title, published, updated }) => [
      key,
      {
        title: title ?? key,
        sequence: Number(sequence),
        publishedAt: new Date(published).toISOString(),
        updatedAt: new Date(updated).toISOString(),
      },
    ]),
  )
}

export async function listVersions(tx: Tx, { before, limit }: { before: number; limit: number }) {
  const { rows } = await tx.execute<{
    number: number
    at: string | Date
    by: string | null
    restores: number | null
    sequence: string
    changed: string[]
  }>(sql`
    SELECT number, at, author.name AS by, restores, sequence, changed FROM site.publication
    LEFT JOIN site.author ON author.site_id = publication.site_id AND author.id = publication.author_id
    WHERE publication.site_id = ${SITE} AND number < ${before} ORDER BY number DESC LIMIT ${limit}`)
  return rows.map((row) => ({
    ...row,
    at: new Date(row.at).toISOString(),
    by: row.by ?? "Somebody",
    sequence: Number(row.sequence),
  }))
}

/** Every document that there was at a sequence, with the sequence of its last change until then. */
export async function draftDocuments(
  tx: Tx,
  upTo: number,
): Promise<{ key: string; sequence: number; title: string; present: boolean | null }[]> {
  const { rows } = await tx.execute<{
    key: string
    sequence: string
    title: string | null
    present: boolean | null
  }>(sql`
    SELECT link.part AS key, max(link.sequence) AS sequence, part.title,
      CASE WHEN part.sequence = max(link.sequence) THEN part.present END AS present
    FROM site.command_part link JOIN site.part ON part.site_id = link.site_id AND part.key = link.part
    WHERE link.site_id = ${SITE} AND link.sequence <= ${upTo} AND part.type IS NOT NULL
    GROUP BY link.part, part.title, part.sequence, part.present ORDER BY link.part COLLATE "C"`)
  return rows.map(({ key, sequence, title, present }) => ({
    key,
    sequence: Number(sequence),
    title: title ?? key,
    present,
  }))
}
