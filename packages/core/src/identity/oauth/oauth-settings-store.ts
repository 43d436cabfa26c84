import { sql } from "drizzle-orm"
import type { OauthSettings } from "../../contract/platform/oauth.ts"
import type { Tx } from "../../db/database.ts"
import { readSetting, writeSetting } from "../../db/setting-store.ts"

const KEY = "oauth"

export async function readOauthSettings(tx: Tx): Promise<OauthSettings> {
  const { value, version } = await readSetting<OauthSettings>(tx, KEY)
  return { mcpEnabled: true, registrationEnabled: false, ...value, version }
}

export function writeOauthSettings(
  tx: Tx,
  { mcpEnabled, registrationEnabled }: Pick<OauthSettings, "mcpEnabled" | "registrationEnabled">,
  basedOn: number,
): Promise<boolean> {
  return writeSetting(tx, KEY, { mcpEnabled, registrationEnabled }, basedOn)
}

/** True unless an administrator switched it off; for a WHERE clause. */
export const MCP_ENABLED = sql`NOT EXISTS (SELECT 1 FROM platform.setting s
  WHERE s.key = ${KEY} AND s.value->'mcpEnabled' = 'false'::jsonb)`
