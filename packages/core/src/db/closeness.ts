import { type AnyColumn, type SQL, sql } from "drizzle-orm"
import type { SortColumn } from "./keyset.ts"

/**
 * The order `match`: names that begin with what was typed, then names that have it, then tags, then whatever else the list
 * searched; among equals by name. For pickers, where the first row is the one that Enter chooses.
 */
export function byCloseness(text: string | undefined, row: { name: SQL | AnyColumn; tags?: SQL }): SortColumn {
  const name = sql`lower(${row.name})`
  const typed = (text ?? "").normalize("NFC").trim().toLowerCase()
  if (!typed) return { expression: name, type: "text" }
  const words = typed.split(/\s+/).map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`)
  const has = (what: SQL) => sql`${what} LIKE ALL (${sql.param(words)}::text[])`
  const rank = sql`CASE WHEN starts_with(${name}, ${typed}) THEN '0' WHEN ${has(name)} THEN '1'
    ${row.tags ? sql`WHEN ${has(sql`lower(${row.tags})`)} THEN '2'` : sql``} ELSE '3' END`
  return { expression: sql`((${rank}) || ${name}) COLLATE "C"`, type: "text" }
}
