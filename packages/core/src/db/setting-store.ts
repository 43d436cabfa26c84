import { sql } from "drizzle-orm"
import type { Tx } from "./database.ts"

/** Version 0 until somebody changes something: defaults are not stored, so that they can follow the product or the host. */
export async function readSetting<Value extends object>(
  tx: Tx,
  key: string,
): Promise<{ value: Partial<Value>; version: number }> {
  const { rows } = await tx.execute<{ value: Partial<Value>; version: number }>(
    sql`SELECT value, version FROM platform.setting WHERE key = ${key}`,
  )
  return rows[0] ?? { value: {}, version: 0 }
}

/** False when the setting is no longer that of `basedOn`: the statement decides, not an earlier read. */
export async function writeSetting(tx: Tx, key: string, values: object, basedOn: number): Promise<boolean> {
  const value = JSON.stringify(values)
  const { rowCount } =
    basedOn === 0
      ? await tx.execute(
          sql`INSERT INTO platform.setting (key, value) VALUES (${key}, ${value}::jsonb) ON CONFLICT DO NOTHING`,
        )
      : await tx.execute(sql`UPDATE platform.setting SET value = ${value}::jsonb, version = version + 1
          WHERE key = ${key} AND version = ${basedOn}`)
  return rowCount === 1
}
