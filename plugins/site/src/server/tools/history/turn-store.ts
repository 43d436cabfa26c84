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

export async function changesOfTurn(tx: Tx, turn: string, limit: number): Promise<LoggedChange[]> {
  return readChanges(tx, sql`command.turn = ${turn}`, limit)
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
