import { sql } from "drizzle-orm"
import type { Tx } from "../db/database.ts"
import { hashToken, randomToken } from "./one-time-token.ts"

export const API_KEY_PREFIX = "csk_"

export interface NewApiKey {
  id: string
  /** The whole key: shown once, stored nowhere. */
  key: string
  /** How it begins, for telling keys apart. */
  prefix: string
}

export async function createApiKey(
  tx: Tx,
  applicationId: string,
  options: { expiresAt?: Date | null } = {},
): Promise<NewApiKey> {
  const key = API_KEY_PREFIX + randomToken()
  const prefix = key.slice(0, API_KEY_PREFIX.length + 6)
  const result = await tx.execute<{ id: string }>(sql`
    INSERT INTO platform.application_key (application_id, prefix, hash, expires_at)
    VALUES (${applicationId}, ${prefix}, ${hashToken(key)}, ${options.expiresAt ?? null}) RETURNING id`)
  return { id: result.rows[0]!.id, key, prefix }
}

/** The application a key belongs to; null for a key that is unknown, revoked, expired or of a disabled application. */
export async function findApplicationByKey(
  tx: Tx,
  key: string,
): Promise<{ id: string; name: string; confirms: boolean; keyId: string } | null> {
  if (!key.startsWith(API_KEY_PREFIX)) return null
  const result = await tx.execute<{ id: string; name: string; confirms: boolean; key_id: string; unseen: boolean }>(sql`
    SELECT a.id, a.name, a.confirm = 'client' AS confirms, k.id AS key_id,
      k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute' AS unseen
    FROM platform.application_key k JOIN platform.application a ON a.id = k.application_id
    WHERE k.hash = ${hashToken(key)} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
      AND a.disabled_at IS NULL`)
  const row = result.rows[0]
  if (!row) return null
  if (row.unseen)
    await tx.execute(sql`UPDATE platform.application_key SET last_used_at = now() WHERE id = ${row.key_id}`)
  return { id: row.id, name: row.name, confirms: row.confirms, keyId: row.key_id }
}
