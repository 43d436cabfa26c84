import { sql } from "drizzle-orm"
import type { Tx } from "../db/database.ts"
import { takeLock } from "../db/named-lock.ts"
import { withdrawInvitationsTo, withdrawResetLinks } from "./one-time-link.ts"
import { forgetAttemptsAt } from "./sign-in/sign-in-attempts.ts"

/** What signing in needs to know of a person. */
export interface Credential {
  personId: string
  name: string
  email: string
  passwordHash: string | null
  twoFactor: boolean
  disabled: boolean
}

export async function findCredential(
  tx: Tx,
  who: { email: string } | { personId: string },
): Promise<Credential | null> {
  const whose = "email" in who ? sql`p.email = ${who.email}` : sql`p.id = ${who.personId}`
  const result = await tx.execute<{
    id: string
    name: string
    email: string
    password: string | null
    two_factor_enabled: boolean
    disabled: boolean
  }>(sql`
    SELECT p.id, p.name, p.email, a.password, p.two_factor_enabled, p.disabled_at IS NOT NULL AS disabled
    FROM platform.person p
    LEFT JOIN platform.account a ON a.person_id = p.id AND a.provider_id = 'credential'
    WHERE ${whose} AND p.erased_at IS NULL`)
  const row = result.rows[0]
  if (!row) return null
  const { id, name, email, password, two_factor_enabled, disabled } = row
  return { personId: id, name, email, passwordHash: password, twoFactor: two_factor_enabled, disabled }
}

/** Whether the hash that was checked outside this transaction is still the one, so that a change meanwhile counts. */
export async function isCurrentHash(tx: Tx, personId: string, hash: string): Promise<boolean> {
  const result = await tx.execute(sql`SELECT 1 FROM platform.account
    WHERE person_id = ${personId} AND provider_id = 'credential' AND password = ${hash} FOR SHARE`)
  return result.rowCount === 1
}

/**
 * Until this transaction ends, nobody else changes the person's password or makes them a link for it: of two that come
 * together, the second sees what the first did.
 */
export async function lockCredential(tx: Tx, personId: string): Promise<void> {
  await tx.execute(sql`SELECT 1 FROM platform.person WHERE id = ${personId} FOR NO KEY UPDATE`)
}

/** Under `lockCredential`. Links for a new password die with this one, and what was guessed at the former counts no more. */
export async function setPasswordHash(tx: Tx, personId: string, hash: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO platform.account (person_id, provider_id, account_id, password) VALUES (${personId}, 'credential', ${personId}, ${hash})
    ON CONFLICT (provider_id, account_id) DO UPDATE SET password = EXCLUDED.password, updated_at = now()`)
  await withdrawResetLinks(tx, personId)
  await forgetAttemptsAt(tx, personId)
}

/** A proved address. Links that were mailed to the one before open nothing any more. */
export async function setEmail(tx: Tx, personId: string, email: string): Promise<void> {
  await tx.execute(sql`UPDATE platform.person SET email = ${email}, email_verified = true, version = version + 1,
    updated_at = now() WHERE id = ${personId}`)
  await withdrawResetLinks(tx, personId)
  await withdrawInvitationsTo(tx, email)
}

export async function anybodyExists(tx: Tx): Promise<boolean> {
  const result = await tx.execute<{ found: boolean }>(sql`SELECT EXISTS (SELECT 1 FROM platform.person) AS found`)
  return result.rows[0]!.found
}

/** Holds off every other first person until this transaction ends, then tells whether there is one already. */
export async function anybodyExistsForSure(tx: Tx): Promise<boolean> {
  await takeLock(tx, "platform:first-person")
  return anybodyExists(tx)
}

/** Roles and teams that are gone by now are left out. */
export async function giveRolesAndTeams(
  tx: Tx,
  personId: string,
  holdings: { roleIds: readonly string[]; teamIds: readonly string[] },
): Promise<void> {
  await tx.execute(sql`INSERT INTO platform.role_holder (holder_kind, holder_id, role_id)
    SELECT 'user', ${personId}, id FROM platform.role WHERE id = ANY(${sql.param([...holdings.roleIds])}::text[]) ON CONFLICT DO NOTHING`)
  await tx.execute(sql`INSERT INTO platform.team_member (team_id, holder_kind, holder_id)
    SELECT id, 'user', ${personId} FROM platform.team WHERE id = ANY(${sql.param([...holdings.teamIds])}::uuid[]) ON CONFLICT DO NOTHING`)
}

export async function nameOfPerson(tx: Tx, personId: string): Promise<string | null> {
  const result = await tx.execute<{ name: string }>(sql`SELECT name FROM platform.person WHERE id = ${personId}`)
  return result.rows[0]?.name ?? null
}
