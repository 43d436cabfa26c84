import { sql } from "drizzle-orm"
import type { Tx } from "../../db/database.ts"

export interface StoredSettings {
  name: string
  timeZone: string
  version: number
}

const KEY = "instance"

/** Version 0 until somebody changes something: the defaults are not stored, so that they follow the host's zone. */
export async function readSettings(tx: Tx): Promise<StoredSettings> {
  const result = await tx.execute<{ value: Partial<StoredSettings>; version: number }>(
    sql`SELECT value, version FROM platform.setting WHERE key = ${KEY}`,
  )
  const row = result.rows[0]
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return { name: "Countersign", timeZone, ...row?.value, version: row?.version ?? 0 }
}

/** False when the settings are no longer those of `basedOn`: the statement decides, not an earlier read. */
export async function writeSettings(
  tx: Tx,
  settings: { name: string; timeZone: string },
  basedOn: number,
): Promise<boolean> {
  const value = JSON.stringify({ name: settings.name, timeZone: settings.timeZone })
  const result =
    basedOn === 0
      ? await tx.execute(
          sql`INSERT INTO platform.setting (key, value) VALUES (${KEY}, ${value}::jsonb) ON CONFLICT DO NOTHING`,
        )
      : await tx.execute(sql`UPDATE platform.setting SET value = ${value}::jsonb, version = version + 1
          WHERE key = ${KEY} AND version = ${basedOn}`)
  return result.rowCount === 1
}
