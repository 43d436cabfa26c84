import { type SQL, sql } from "drizzle-orm"

/** The condition of a list's search box: the text occurs in one of the columns, whatever its case. */
export function containing(text: string | undefined, ...columns: SQL[]): SQL | undefined {
  if (!text) return undefined
  // The three characters that LIKE reads as something else stand for themselves.
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`
  return sql`(${sql.join(
    columns.map((column) => sql`${column} ILIKE ${pattern}`),
    sql` OR `,
  )})`
}
