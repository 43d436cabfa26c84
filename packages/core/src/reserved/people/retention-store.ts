import { sql } from "drizzle-orm"
import type { Retention } from "../../contract/platform/people.ts"
import type { Tx } from "../../db/database.ts"

export async function readRetention(tx: Tx): Promise<Retention> {
  const { rows } = await tx.execute<{ days: number | null; version: number }>(
    sql`SELECT erase_disabled_after_days AS days, version FROM platform.retention`,
  )
  const { days, version } = rows[0]!
  return { eraseDisabledAfterDays: days, version }
}

/** False when it is no longer at this version. */
export async function changeRetention(tx: Tx, days: number | null, version: number): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`UPDATE platform.retention SET erase_disabled_after_days = ${days}, version = version + 1 WHERE version = ${version}`,
  )
  return rowCount === 1
}
