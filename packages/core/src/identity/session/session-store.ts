import { sql } from "drizzle-orm"
import type { Tx } from "../../db/database.ts"
import { revokeGrantsOf } from "../oauth/oauth-grant-store.ts"
import { forgetBrowsersOf } from "../sign-in/known-browser.ts"
import { COOKIE_MAX_AGE_SECONDS } from "./session-term.ts"

export interface SessionRecord {
  id: string
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
  address: string | null
  userAgent: string | null
}

export async function listSessionsOf(tx: Tx, personId: string): Promise<SessionRecord[]> {
  const result = await tx.execute<{
    id: string
    created_at: string
    updated_at: string
    expires_at: string
    address: string | null
    user_agent: string | null
  }>(sql`SELECT id, created_at, updated_at, expires_at, address, user_agent FROM platform.session
    WHERE person_id = ${personId} AND expires_at > now() ORDER BY updated_at DESC, id LIMIT 200`)
  return result.rows.map((row) => ({
    id: row.id,
    createdAt: new Date(row.created_at),
    lastUsedAt: new Date(row.updated_at),
    expiresAt: new Date(row.expires_at),
    address: row.address || null,
    userAgent: row.user_agent || null,
  }))
}

export async function endSession(tx: Tx, personId: string, sessionId: string): Promise<boolean> {
  const result = await tx.execute(sql`DELETE FROM platform.session WHERE id = ${sessionId} AND person_id = ${personId}`)
  return result.rowCount === 1
}

/**
 * Also ends what was begun but not finished: a second factor that is still asked for, an address not confirmed yet.
 * Returns how many sessions ended.
 */
export async function endSessionsOf(tx: Tx, personId: string, except: string | null = null): Promise<number> {
  await tx.execute(
    sql`DELETE FROM platform.verification WHERE identifier LIKE 'second-factor:%' AND value = ${personId}`,
  )
  await tx.execute(
    sql`DELETE FROM platform.one_time_link WHERE kind = 'email-change' AND person_id = ${personId} AND used_at IS NULL`,
  )
  await forgetBrowsersOf(tx, personId)
  if (except === null) await revokeGrantsOf(tx, personId)
  const result = await tx.execute(sql`DELETE FROM platform.session
    WHERE person_id = ${personId} AND (${except}::uuid IS NULL OR id <> ${except}::uuid)`)
  return result.rowCount ?? 0
}

/** Whether this session began so lately that whoever holds it has just proved who they are. */
export async function isFreshSession(tx: Tx, personId: string, sessionId: string): Promise<boolean> {
  const result = await tx.execute(sql`SELECT 1 FROM platform.session
    WHERE id = ${sessionId} AND person_id = ${personId} AND created_at > now() - interval '10 minutes'`)
  return result.rowCount === 1
}

/** What nobody can use any more. Links are kept a month longer, so that lists can say what became of them. */
export async function removeExpired(tx: Tx): Promise<number> {
  const statements = [
    sql`DELETE FROM platform.session WHERE expires_at <= now()`,
    sql`DELETE FROM platform.verification WHERE expires_at <= now()`,
    sql`DELETE FROM platform.sign_in_attempt WHERE at < now() - interval '1 day'`,
    sql`DELETE FROM platform.known_browser WHERE used_at < now() - ${COOKIE_MAX_AGE_SECONDS} * interval '1 second'`,
    sql`DELETE FROM platform.one_time_link WHERE coalesce(used_at, expires_at) < now() - interval '30 days'`,
  ]
  let removed = 0
  for (const statement of statements) removed += (await tx.execute(statement)).rowCount ?? 0
  return removed
}
