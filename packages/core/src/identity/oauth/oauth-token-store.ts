import { createHash } from "node:crypto"
import { sql } from "drizzle-orm"
import type { Tx } from "../../db/database.ts"
import { takeLock } from "../../db/named-lock.ts"
import { hashToken, randomToken } from "../one-time-token.ts"
import { type GrantRecord, type GrantRow, toGrant } from "./oauth-grant-store.ts"

export const ACCESS_TOKEN_PREFIX = "cst_"
export const REFRESH_TOKEN_PREFIX = "csr_"
export const CODE_SECONDS = 60
export const ACCESS_TOKEN_SECONDS = 60 * 60
/** Counted anew from every use. */
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 60 * 60

/** Returns the code, of which only a hash is kept. */
export async function addCode(
  tx: Tx,
  code: { grantId: string; redirectUri: string; challenge: string },
): Promise<string> {
  const value = randomToken()
  await tx.execute(sql`INSERT INTO platform.oauth_code (hash, grant_id, redirect_uri, challenge, expires_at)
    VALUES (${hashToken(value)}, ${code.grantId}::uuid, ${code.redirectUri}, ${code.challenge},
      now() + make_interval(secs => ${CODE_SECONDS}))`)
  return value
}

export interface StoredCode {
  grant: GrantRecord
  redirectUri: string
  challenge: string
  state: "fresh" | "used" | "expired"
}

/** Takes turns: of two who bring the same code, the second sees that it was used. */
export async function findCode(tx: Tx, code: string): Promise<StoredCode | null> {
  await takeTurn(tx, code)
  const { rows } = await tx.execute<
    GrantRow & { redirect_uri: string; challenge: string; used: boolean; expired: boolean }
  >(sql`
    SELECT ${GRANT_COLUMNS}, k.redirect_uri, k.challenge, k.used_at IS NOT NULL AS used,
      k.expires_at <= now() OR g.revoked_at IS NOT NULL OR p.disabled_at IS NOT NULL OR p.erased_at IS NOT NULL AS expired
    FROM platform.oauth_code k ${joinGrantOf("k")}
    WHERE k.hash = ${hashToken(code)}`)
  const row = rows[0]
  if (!row) return null
  const state = row.used ? "used" : row.expired ? "expired" : "fresh"
  return { grant: toGrant(row), redirectUri: row.redirect_uri, challenge: row.challenge, state }
}

export async function markCodeUsed(tx: Tx, code: string): Promise<void> {
  await tx.execute(sql`UPDATE platform.oauth_code SET used_at = now() WHERE hash = ${hashToken(code)}`)
}

/** RFC 7636, S256. */
export function isVerifierOf(challenge: string, verifier: string): boolean {
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier)) return false
  return createHash("sha256").update(verifier).digest("base64url") === challenge
}

export interface NewTokens {
  accessToken: string
  refreshToken: string | null
}

/** The grant lives on for as long as the longest of its tokens. */
export async function addTokens(
  tx: Tx,
  grantId: string,
  options: { refresh: boolean; scopes?: readonly string[] | null },
): Promise<NewTokens> {
  const accessToken = ACCESS_TOKEN_PREFIX + randomToken()
  const refreshToken = options.refresh ? REFRESH_TOKEN_PREFIX + randomToken() : null
  const scopes = options.scopes ? [...options.scopes] : null
  await tx.execute(sql`INSERT INTO platform.oauth_token (hash, grant_id, kind, scopes, expires_at)
    VALUES (${hashToken(accessToken)}, ${grantId}::uuid, 'access', ${sql.param(scopes)}::text[],
      now() + make_interval(secs => ${ACCESS_TOKEN_SECONDS}))`)
  if (refreshToken)
    await tx.execute(sql`INSERT INTO platform.oauth_token (hash, grant_id, kind, expires_at)
      VALUES (${hashToken(refreshToken)}, ${grantId}::uuid, 'refresh', now() + make_interval(secs => ${REFRESH_TOKEN_SECONDS}))`)
  const seconds = refreshToken ? REFRESH_TOKEN_SECONDS : ACCESS_TOKEN_SECONDS
  await tx.execute(sql`UPDATE platform.oauth_grant
    SET expires_at = now() + make_interval(secs => ${seconds}), last_used_at = now() WHERE id = ${grantId}::uuid`)
  return { accessToken, refreshToken }
}

export interface StoredToken {
  grant: GrantRecord
  kind: "access" | "refresh"
  state: "fresh" | "used" | "expired"
}

/** Takes turns, as `findCode` does. */
export async function findToken(tx: Tx, token: string): Promise<StoredToken | null> {
  await takeTurn(tx, token)
  const { rows } = await tx.execute<GrantRow & { kind: StoredToken["kind"]; used: boolean; expired: boolean }>(sql`
    SELECT ${GRANT_COLUMNS}, t.kind, t.used_at IS NOT NULL AS used,
      t.expires_at <= now() OR g.revoked_at IS NOT NULL OR p.disabled_at IS NOT NULL OR p.erased_at IS NOT NULL AS expired
    FROM platform.oauth_token t ${joinGrantOf("t")}
    WHERE t.hash = ${hashToken(token)}`)
  const row = rows[0]
  if (!row) return null
  return { grant: toGrant(row), kind: row.kind, state: row.used ? "used" : row.expired ? "expired" : "fresh" }
}

export async function markTokenUsed(tx: Tx, token: string): Promise<void> {
  await tx.execute(sql`UPDATE platform.oauth_token SET used_at = now() WHERE hash = ${hashToken(token)}`)
}

async function takeTurn(tx: Tx, value: string): Promise<void> {
  await takeLock(tx, `platform:oauth-token:${hashToken(value)}`)
}

const GRANT_COLUMNS = sql`g.id, g.client_id, c.name AS client_name, g.person_id, p.name AS person_name, g.scopes, g.resource`

function joinGrantOf(alias: "k" | "t") {
  return sql`JOIN platform.oauth_grant g ON g.id = ${sql.raw(alias)}.grant_id
    JOIN platform.oauth_client c ON c.id = g.client_id JOIN platform.person p ON p.id = g.person_id`
}
