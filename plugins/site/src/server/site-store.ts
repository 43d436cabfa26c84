import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { SITE, type SiteCommand } from "../contract.ts"
import type { PartKey } from "./parts.ts"

/** Waits for whoever changes the site, and keeps others from it until the transaction ends. */
export async function lockSite(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ sequence: string }>(
    sql`SELECT sequence FROM site.site WHERE id = ${SITE} FOR UPDATE`,
  )
  return Number(rows[0]!.sequence)
}

export async function sequenceOf(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ sequence: string }>(sql`SELECT sequence FROM site.site WHERE id = ${SITE}`)
  return Number(rows[0]!.sequence)
}

export async function setSequence(tx: Tx, sequence: number): Promise<void> {
  await tx.execute(sql`UPDATE site.site SET sequence = ${sequence} WHERE id = ${SITE}`)
}

export interface LogRow {
  sequence: number
  mark: string
  tab: string | null
  counter: number | null
  commands: SiteCommand[]
}

/** What happened to these parts from one sequence up to another, in order. `isKnown`: of the first only its mark is wanted. */
export async function readLog(
  tx: Tx,
  range: { parts: readonly PartKey[]; from: number; upTo: number; limit: number; isKnown?: boolean },
): Promise<LogRow[]> {
  const { rows } = await tx.execute<LogColumns>(sql`
    SELECT sequence, mark, tab, counter,
      CASE WHEN ${range.isKnown ?? false} AND sequence = ${range.from} THEN '[]' ELSE commands END AS commands
    FROM site.command
    WHERE site_id = ${SITE} AND sequence IN (
      SELECT sequence FROM site.command_part
      WHERE site_id = ${SITE} AND part = ANY (${sql.param([...range.parts])}::text[])
        AND sequence >= ${range.from} AND sequence <= ${range.upTo}
      GROUP BY sequence ORDER BY sequence LIMIT ${range.limit})
    ORDER BY sequence`)
  return rows.map(toLogRow)
}

/** What happened at these sequences; each is parsed when it is asked for. */
export async function logAt(tx: Tx, sequences: readonly number[]): Promise<(sequence: number) => LogRow> {
  if (sequences.length === 0) return () => noRow()
  const { rows } = await tx.execute<LogColumns>(sql`
    SELECT sequence, mark, tab, counter, commands FROM site.command
    WHERE site_id = ${SITE} AND sequence = ANY (${sql.param([...sequences])}::bigint[])`)
  const bySequence = new Map(rows.map((row) => [Number(row.sequence), row]))
  return (sequence) => toLogRow(bySequence.get(sequence) ?? noRow())
}

function noRow(): never {
  throw new Error("A row of the log was asked for that was not read.")
}

function toLogRow(row: LogColumns): LogRow {
  return {
    ...row,
    sequence: Number(row.sequence),
    counter: row.counter === null ? null : Number(row.counter),
    commands: row.commands === "[]" ? [] : parsedOf(row),
  }
}

export interface Author {
  readonly id: string
  readonly name: string
  /** A model did it for them. */
  readonly byModel: boolean
}

/** Who made the changes at these sequences. */
export async function authorsAt(tx: Tx, sequences: readonly number[]): Promise<Map<number, Author>> {
  if (sequences.length === 0) return new Map()
  const { rows } = await tx.execute<{ sequence: string; id: string; name: string | null; by_model: boolean }>(sql`
    SELECT command.sequence, command.author_id AS id, author.name, command.turn IS NOT NULL AS by_model FROM site.command
    LEFT JOIN site.author ON author.site_id = command.site_id AND author.id = command.author_id
    WHERE command.site_id = ${SITE} AND command.sequence = ANY (${sql.param([...sequences])}::bigint[])`)
  return new Map(
    rows.map(({ sequence, id, name, by_model }) => [
      Number(sequence),
      { id, name: name ?? "Somebody", byModel: by_model },
    ]),
  )
}

/** An import brings many documents by one row, and they are opened one after the other: each would read all of it again. */
const lastParsed = new Map<string, SiteCommand[]>()
const MOST_PARSED = 2

function parsedOf({ mark, commands }: LogColumns): SiteCommand[] {
  const known = lastParsed.get(mark) ?? (JSON.parse(commands) as SiteCommand[])
  lastParsed.delete(mark)
  lastParsed.set(mark, known)
  for (const oldest of lastParsed.keys()) if (lastParsed.size > MOST_PARSED) lastParsed.delete(oldest)
  return known
}

type LogColumns = Record<"sequence" | "mark" | "commands", string> & { tab: string | null; counter: string | null }

export interface Appended {
  sequence: number
  mark: string
  tab: string | null
  counter: number | null
  authorId: string
  /** What a model does in one turn. */
  turn: string | null
  commands: readonly SiteCommand[]
  inverse: readonly SiteCommand[]
  notes: readonly string[]
  parts: readonly PartKey[]
}

export async function appendToLog(tx: Tx, rows: readonly Appended[]): Promise<void> {
  const texts = rows.map(({ commands, inverse, notes, ...row }) => ({
    ...row,
    commands: JSON.stringify(commands),
    inverse: JSON.stringify(inverse),
    notes: JSON.stringify(notes),
  }))
  await tx.execute(sql`
    INSERT INTO site.command (site_id, sequence, mark, tab, counter, author_id, turn, commands, inverse, notes)
    SELECT ${SITE}, sequence, mark, tab, counter, "authorId", turn, commands, inverse, notes
    FROM json_to_recordset(${JSON.stringify(texts)}::json) AS row (sequence bigint, mark uuid, tab text, counter bigint,
      "authorId" text, turn text, commands text, inverse text, notes text)`)
  const links = rows.flatMap(({ sequence, parts }) => parts.map((part) => ({ sequence, part })))
  await tx.execute(sql`
    INSERT INTO site.command_part (site_id, part, sequence)
    SELECT ${SITE}, part, sequence FROM json_to_recordset(${JSON.stringify(links)}::json) AS row (part text, sequence bigint)`)
}

/** The commands that take back what happened at a sequence; null where nothing did. */
export async function inverseAt(tx: Tx, sequence: number): Promise<SiteCommand[] | null> {
  const { rows } = await tx.execute<{ inverse: string }>(
    sql`SELECT inverse FROM site.command WHERE site_id = ${SITE} AND sequence = ${sequence}`,
  )
  return rows[0] ? (JSON.parse(rows[0].inverse) as SiteCommand[]) : null
}

/** When a part came to be, and when it was last changed. */
export async function bornAt(tx: Tx, part: PartKey): Promise<{ createdAt: string; changedAt: string }> {
  const { rows } = await tx.execute<{ first: string | Date; last: string | Date }>(sql`
    SELECT min(command.at) AS first, max(command.at) AS last FROM site.command_part link
    JOIN site.command ON command.site_id = link.site_id AND command.sequence = link.sequence
    WHERE link.site_id = ${SITE} AND link.part = ${part}`)
  const { first, last } = rows[0]!
  return { createdAt: new Date(first).toISOString(), changedAt: new Date(last).toISOString() }
}

/** Sequences after a number, with the parts that were changed there. */
export async function changesAfter(tx: Tx, after: number, limit: number) {
  const { rows } = await tx.execute<{ sequence: string; parts: string[] }>(sql`
    SELECT command.sequence, array_agg(part ORDER BY part) AS parts
    FROM (SELECT sequence FROM site.command WHERE site_id = ${SITE} AND sequence > ${after} ORDER BY sequence LIMIT ${limit}) command
    JOIN site.command_part link ON link.site_id = ${SITE} AND link.sequence = command.sequence
    GROUP BY command.sequence ORDER BY command.sequence`)
  return rows.map(({ sequence, parts }) => ({ sequence: Number(sequence), parts }))
}

/** What happened to a part, the latest first. */
export async function historyOf(tx: Tx, part: PartKey, range: { before: number; limit: number }) {
  const { rows } = await tx.execute<{ sequence: string; at: string | Date; by: string | null; commands: string }>(sql`
    SELECT command.sequence, command.at, author.name AS by, command.commands
    FROM site.command_part link
    JOIN site.command ON command.site_id = link.site_id AND command.sequence = link.sequence
    LEFT JOIN site.author ON author.site_id = command.site_id AND author.id = command.author_id
    WHERE link.site_id = ${SITE} AND link.part = ${part} AND link.sequence < ${range.before}
    ORDER BY link.sequence DESC LIMIT ${range.limit}`)
  return rows.map((row) => ({
    sequence: Number(row.sequence),
    at: new Date(row.at).toISOString(),
    by: row.by ?? "Somebody",
    commands: JSON.parse(row.commands) as SiteCommand[],
  }))
}

export async function noteAuthor(tx: Tx, author: { id: string; name: string }): Promise<void> {
  await tx.execute(sql`
    INSERT INTO site.author (site_id, id, name) VALUES (${SITE}, ${author.id}, ${author.name})
    ON CONFLICT (site_id, id) DO UPDATE SET name = EXCLUDED.name WHERE author.name <> EXCLUDED.name`)
}

export async function renameAuthor(tx: Tx, id: string, name: string): Promise<number> {
  const { rows } = await tx.execute(sql`
    UPDATE site.author SET name = ${name} WHERE site_id = ${SITE} AND id = ${id} AND name <> ${name} RETURNING id`)
  return rows.length
}
