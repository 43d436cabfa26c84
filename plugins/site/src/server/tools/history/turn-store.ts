import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { SITE, type SiteCommand } from "../../../contract.ts"
import type { LoggedChange } from "./revert.ts"

/** The latest turn of an author, besides the one that is under way. */
export async function latestTurn(tx: Tx, authorId: string, current: string): Promise<string | null> {
  const { rows } = await tx.execute<{ turn: string }>(sql`
    SELECT turn FROM site.command WHERE site_id = ${SITE} AND turn IS NOT NULL AND turn <> ${current} AND author_id = ${authorId}
    ORDER BY sequence DESC LIMIT 1`)
  return rows[0]?.turn ?? null
}

export async function authorsOfTurn(tx: Tx, turn: string): Promise<string[]> {
  const { rows } = await tx.execute<{ author_id: string }>(
    sql`SELECT DISTINCT author_id FROM site.command WHERE site_id = ${SITE} AND turn = ${turn}`,
  )
  return rows.map(({ author_id }) => author_id)
}

/** The changes of a turn that nobody has taken back, besides those which took back this very turn. */
export async function changesOfTurn(tx: Tx, turn: string, limit: number): Promise<LoggedChange[]> {
  const until = await takenBackUntil(tx, [turn])
  return readChanges(tx, sql`command.turn = ${turn} AND command.sequence > ${until.get(turn)?.sequence ?? 0}`, limit)
}

/** What an author's turns changed, without what took them back, and whether it was taken back. Titles also of what is deleted. */
export async function changedByTurns(tx: Tx, turns: readonly string[], authorId: string) {
  const until = await takenBackUntil(tx, turns)
  const { rows } = await tx.execute<{
    turn: string
    sequence: string
    parts: { key: string; title: string | null }[]
  }>(sql`
    SELECT command.turn, command.sequence, json_agg(json_build_object('key', link.part, 'title', part.title) ORDER BY link.part) AS parts
    FROM site.command
    JOIN site.command_part link ON link.site_id = command.site_id AND link.sequence = command.sequence
    LEFT JOIN site.part ON part.site_id = link.site_id AND part.key = link.part
    WHERE command.site_id = ${SITE} AND command.turn = ANY (${sql.param([...turns])}::text[]) AND command.author_id = ${authorId}
      AND NOT EXISTS (SELECT FROM site.taken_back back
        WHERE back.site_id = command.site_id AND back.turn = command.turn AND back.sequence = command.sequence)
    GROUP BY command.turn, command.sequence ORDER BY command.sequence`)
  return rows.map(({ turn, sequence, parts }) => {
    const back = until.get(turn)
    return { turn, parts, back: Number(sequence) <= (back?.sequence ?? 0), stayed: back?.stayed ?? 0 }
  })
}

/** Up to which sequence, each that was. A change that took one back, and was taken back with its own turn, does not count. */
async function takenBackUntil(
  tx: Tx,
  turns: readonly string[],
): Promise<Map<string, { sequence: number; stayed: number }>> {
  const { rows } = await tx.execute<{ turn: string; sequence: string; stayed: number }>(sql`
    SELECT DISTINCT ON (back.turn) back.turn, back.sequence, back.stayed FROM site.taken_back back
    JOIN site.command ON command.site_id = back.site_id AND command.sequence = back.sequence
    WHERE back.site_id = ${SITE} AND back.turn = ANY (${sql.param([...turns])}::text[]) AND (command.turn = back.turn OR NOT EXISTS (
      SELECT FROM site.taken_back again
      WHERE again.site_id = back.site_id AND again.turn = command.turn AND again.sequence > back.sequence))
    ORDER BY back.turn, back.sequence DESC`)
  return new Map(rows.map(({ turn, sequence, stayed }) => [turn, { sequence: Number(sequence), stayed }]))
}

/** The changes that took a turn back, and those that took these back: nobody meant anything else by them. */
export async function backAndForth(tx: Tx, turn: string): Promise<Set<number>> {
  const { rows } = await tx.execute<{ sequence: string }>(sql`
    SELECT sequence FROM site.taken_back WHERE site_id = ${SITE} AND (turn = ${turn} OR turn IN (
      SELECT command.turn FROM site.taken_back back
      JOIN site.command ON command.site_id = back.site_id AND command.sequence = back.sequence
      WHERE back.site_id = ${SITE} AND back.turn = ${turn}))`)
  return new Set(rows.map(({ sequence }) => Number(sequence)))
}

export async function noteTakenBack(
  tx: Tx,
  { turn, sequence, stayed }: { turn: string; sequence: number; stayed: number },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO site.taken_back (site_id, turn, sequence, stayed) VALUES (${SITE}, ${turn}, ${sequence}, ${stayed})`)
}

/** When a model last changed something for somebody. */
export async function lastByModel(tx: Tx, authorId: string): Promise<number | null> {
  const { rows } = await tx.execute<{ sequence: string }>(sql`
    SELECT sequence FROM site.command WHERE site_id = ${SITE} AND turn IS NOT NULL AND author_id = ${authorId}
    ORDER BY sequence DESC LIMIT 1`)
  return rows[0] ? Number(rows[0].sequence) : null
}

const MOST_NEWS = 1_000

/** Whose changes came after a sequence, and on what, besides those that took a turn back. */
export async function changedSince(tx: Tx, since: number): Promise<{ authorId: string; parts: string[] }[]> {
  const { rows } = await tx.execute<{ author_id: string; parts: string[] }>(sql`
    SELECT command.author_id, array_agg(link.part) AS parts
    FROM (SELECT * FROM site.command WHERE site_id = ${SITE} AND sequence > ${since} ORDER BY sequence LIMIT ${MOST_NEWS}) command
    JOIN site.command_part link ON link.site_id = ${SITE} AND link.sequence = command.sequence
    WHERE NOT EXISTS (SELECT FROM site.taken_back back WHERE back.site_id = ${SITE} AND back.sequence = command.sequence)
    GROUP BY command.sequence, command.author_id`)
  return rows.map((row) => ({ authorId: row.author_id, parts: row.parts }))
}

/** Which turns of somebody were taken back by hand after a sequence. */
export async function takenBackSince(
  tx: Tx,
  authorId: string,
  since: number,
): Promise<{ turns: number; changes: number }> {
  const { rows } = await tx.execute<{ turns: number; changes: number }>(sql`
    SELECT count(DISTINCT command.turn)::int AS turns, count(DISTINCT command.sequence)::int AS changes
    FROM site.taken_back back
    JOIN site.command hand ON hand.site_id = back.site_id AND hand.sequence = back.sequence AND hand.turn IS NULL
    JOIN site.command ON command.site_id = back.site_id AND command.turn = back.turn AND command.author_id = ${authorId}
    WHERE back.site_id = ${SITE} AND back.sequence > ${since}`)
  return rows[0]!
}

export async function changesAfter(tx: Tx, sequence: number, limit: number): Promise<LoggedChange[]> {
  return readChanges(tx, sql`command.sequence > ${sequence}`, limit)
}

async function readChanges(tx: Tx, where: ReturnType<typeof sql>, limit: number): Promise<LoggedChange[]> {
  const { rows } = await tx.execute<{
    sequence: string
    turn: string | null
    by: string | null
    commands: string
    inverse: string
  }>(sql`
    SELECT command.sequence, command.turn, author.name AS by, command.commands, command.inverse FROM site.command
    LEFT JOIN site.author ON author.site_id = command.site_id AND author.id = command.author_id
    WHERE command.site_id = ${SITE} AND ${where} ORDER BY command.sequence LIMIT ${limit}`)
  return rows.map((row) => ({
    sequence: Number(row.sequence),
    turn: row.turn,
    by: row.by ?? "Somebody",
    commands: JSON.parse(row.commands) as SiteCommand[],
    inverse: JSON.parse(row.inverse) as SiteCommand[],
  }))
}

export async function latestChanges(tx: Tx, limit: number) {
  const { rows } = await tx.execute<{
    sequence: string
    at: string | Date
    by: string | null
    turn: string | null
    commands: string
  }>(sql`
    SELECT command.sequence, command.at, command.turn, author.name AS by, command.commands FROM site.command
    LEFT JOIN site.author ON author.site_id = command.site_id AND author.id = command.author_id
    WHERE command.site_id = ${SITE} ORDER BY command.sequence DESC LIMIT ${limit}`)
  return rows.map((row) => ({
    sequence: Number(row.sequence),
    at: new Date(row.at).toISOString(),
    by: row.by ?? "Somebody",
    turn: row.turn,
    commands: JSON.parse(row.commands) as SiteCommand[],
  }))
}
