import { sql } from "drizzle-orm"
import type { Tx } from "../../db/database.ts"

/** When each plugin's sample data was added. */
export async function addedSamples(tx: Tx): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ plugin: string; added_at: string }>(
    sql`SELECT plugin, added_at FROM platform.sample ORDER BY plugin`,
  )
  return new Map(rows.map((row) => [row.plugin, new Date(row.added_at).toISOString()]))
}

// Any constant works, as long as every pod takes the same lock.
const SAMPLE_LOCK = 4_400_020

/** Two clicks at once take turns, so that the second finds what the first has added. */
export async function lockSamples(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${SAMPLE_LOCK})`)
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
