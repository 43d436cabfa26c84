import { type SQL, sql } from "drizzle-orm"

/** An instant as it travels: RFC 3339 in UTC. Statements sent as text get timestamps in Postgres's own notation. */
export function instant(column: SQL): SQL {
  return sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** A condition that a text contains every word of what was typed, whatever the case. */
export function containsWords(text: SQL, query: string | undefined): SQL | undefined {
  const words = (query ?? "").normalize("NFC").split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`)
  return sql`${text} ILIKE ALL (${sql.param(patterns)}::text[])`
}

export function uuids(ids: readonly string[]): SQL {
  return sql`${sql.param([...ids])}::uuid[]`
}
