import { sql } from "drizzle-orm"
import type { Tx } from "../../db/database.ts"
import { takeLock } from "../../db/named-lock.ts"

/** When each plugin's sample data was added. */
export async function addedSamples(tx: Tx): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ plugin: string; added_at: string }>(
    sql`SELECT plugin, added_at FROM platform.sample ORDER BY plugin`,
  )
  return new Map(rows.map((row) => [row.plugin, new Date(row.added_at).toISOString()]))
}

/** Two clicks at once take turns, so that the second finds what the first has added. */
export async function lockSamples(tx: Tx): Promise<void> {
  await takeLock(tx, "platform:sample")
}

/** False when it was there already. */
export async function markAdded(tx: Tx, plugin: string): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`INSERT INTO platform.sample (plugin) VALUES (${plugin}) ON CONFLICT DO NOTHING`,
  )
  return rowCount === 1
}

/** False when it was gone already. */
export async function markRemoved(tx: Tx, plugin: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`DELETE FROM platform.sample WHERE plugin = ${plugin}`)
  return rowCount === 1
}
