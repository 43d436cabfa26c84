import { sql } from "drizzle-orm"
import type { OauthSettings } from "../../contract/platform/oauth.ts"
import type { Tx } from "../../db/database.ts"

const KEY = "oauth"

/** Version 0 until somebody changes something. */
export async function readOauthSettings(tx: Tx): Promise<OauthSettings> {
  const { rows } = await tx.execute<{ value: Partial<OauthSettings>; version: number }>(
    sql`SELECT value, version FROM platform.setting WHERE key = ${KEY}`,
  )
  return { mcpEnabled: true, registrationEnabled: false, ...rows[0]?.value, version: rows[0]?.version ?? 0 }
}

/** False when the settings are no longer those of `basedOn`: the statement decides, not an earlier read. */
export async function writeOauthSettings(
  tx: Tx,
  settings: { mcpEnabled: boolean; registrationEnabled: boolean },
  basedOn: number,
): Promise<boolean> {
  const { mcpEnabled, registrationEnabled } = settings
  const value = JSON.stringify({ mcpEnabled, registrationEnabled })
  const { rowCount } =
    basedOn === 0
      ? await tx.execute(
          sql`INSERT INTO platform.setting (key, value) VALUES (${KEY}, ${value}::jsonb) ON CONFLICT DO NOTHING`,
        )
      : await tx.execute(sql`UPDATE platform.setting SET value = ${value}::jsonb, version = version + 1
          WHERE key = ${KEY} AND version = ${basedOn}`)
  return rowCount === 1
}

/** True unless an administrator switched it off; for a WHERE clause. */
export const MCP_ENABLED = sql`NOT EXISTS (SELECT 1 FROM platform.setting s
  WHERE s.key = ${KEY} AND s.value->'mcpEnabled' = 'false'::jsonb)`
