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
  const until = await takenBackUntil(tx, turn)
  return readChanges(tx, sql`command.turn = ${turn} AND command.sequence > ${until}`, limit)
}

/** Up to which sequence. A change that took it back, and was taken back with its own turn, does not count. */
async function takenBackUntil(tx: Tx, turn: string): Promise<number> {
  const { rows } = await tx.execute<{ until: string }>(sql`
    SELECT coalesce(max(back.sequence), 0) AS until FROM site.taken_back back
    JOIN site.command ON command.site_id = back.site_id AND command.sequence = back.sequence
    WHERE back.site_id = ${SITE} AND back.turn = ${turn} AND (command.turn = ${turn} OR NOT EXISTS (
      SELECT FROM site.taken_back again
      WHERE again.site_id = back.site_id AND again.turn = command.turn AND again.sequence > back.sequence))`)
  return Number(rows[0]!.until)
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

export async function noteTakenBack(tx: Tx, turn: string, sequence: number): Promise<void> {
  await tx.execute(sql`
    INSERT INTO site.taken_back (site_id, turn, sequence) VALUES (${SITE}, ${turn}, ${sequence})`)
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
