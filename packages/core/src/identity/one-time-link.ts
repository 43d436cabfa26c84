import { type SQL, sql } from "drizzle-orm"
import type { OneTimeLinkKind } from "../contract/platform/session.ts"
import type { Tx } from "../db/database.ts"
import { hashToken, randomToken } from "./one-time-token.ts"

export interface IssuedLink {
  id: string
  /** Goes into `oneTimeUrl`; it is shown or mailed once and stored nowhere. */
  token: string
  expiresAt: Date
}

export interface OneTimeLink {
  id: string
  kind: OneTimeLinkKind
  personId: string | null
  email: string | null
  name: string
  roleIds: string[]
  teamIds: string[]
  createdBy: string | null
  /** The session that asked for another address. */
  sessionId: string | null
  expiresAt: Date
}

const VALID: Record<OneTimeLinkKind, SQL> = {
  "set-up": sql`interval '24 hours'`,
  invitation: sql`interval '7 days'`,
  // Whoever holds one of these takes an account over; people use them within minutes or not at all.
  "password-reset": sql`interval '1 hour'`,
  "email-change": sql`interval '1 hour'`,
}

/** An open invitation of the same address is replaced: only the newest link works. */
export async function inviteLink(
  tx: Tx,
  invitation: {
    email: string
    name?: string
    roleIds: readonly string[]
    teamIds: readonly string[]
    createdBy: string | null
  },
): Promise<IssuedLink> {
  const email = invitation.email.toLowerCase()
  await withdrawInvitationsTo(tx, email)
  return issue(tx, "invitation", { ...invitation, email })
}

/**
 * One that is handed over replaces those before. One that is mailed replaces nothing: anybody can ask for it, and must not
 * be able to spoil the link that its owner is about to open.
 */
export async function resetLink(
  tx: Tx,
  reset: { personId: string; createdBy: string | null; byMail?: boolean; token?: string },
): Promise<IssuedLink> {
  if (!reset.byMail) await withdrawResetLinks(tx, reset.personId)
  return issue(tx, "password-reset", reset)
}

/** An earlier wish of the same person is replaced. Its token is made when it is mailed. */
export async function emailChangeLink(
  tx: Tx,
  change: { personId: string; email: string; sessionId: string | null },
): Promise<IssuedLink> {
  await tx.execute(
    sql`DELETE FROM platform.one_time_link WHERE kind = 'email-change' AND person_id = ${change.personId} AND used_at IS NULL`,
  )
  return issue(tx, "email-change", change)
}

/** Earlier codes keep working until they expire: two pods that start together each print a link that opens. */
export function setUpLink(tx: Tx): Promise<IssuedLink> {
  return issue(tx, "set-up", {})
}

export async function withdrawResetLinks(tx: Tx, personId: string): Promise<void> {
  await tx.execute(
    sql`DELETE FROM platform.one_time_link WHERE kind = 'password-reset' AND person_id = ${personId} AND used_at IS NULL`,
  )
}

/** Whoever gives it now is who answers for it from now on. */
export async function giveAgain(tx: Tx, id: string, createdBy: string | null): Promise<void> {
  await tx.execute(sql`UPDATE platform.one_time_link SET created_by = ${createdBy} WHERE id = ${id}`)
}

/** The address belongs to somebody now; should they leave it, nobody else may join by an old link. */
export async function withdrawInvitationsTo(tx: Tx, email: string): Promise<void> {
  await tx.execute(
    sql`DELETE FROM platform.one_time_link WHERE kind = 'invitation' AND email = ${email} AND used_at IS NULL`,
  )
}

/** What a session that turned out to be somebody else's has asked for. */
export async function withdrawEmailChangeOf(tx: Tx, personId: string, sessionId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM platform.one_time_link
    WHERE kind = 'email-change' AND person_id = ${personId} AND session_id = ${sessionId} AND used_at IS NULL`)
}

/** A fresh token and a fresh term for an open link; the earlier token stops working. Null when it was used or withdrawn. */
export async function renewLink(
  tx: Tx,
  kind: OneTimeLinkKind,
  id: string,
  token = randomToken(),
): Promise<IssuedLink | null> {
  const result = await tx.execute<{ expires_at: string }>(sql`
    UPDATE platform.one_time_link SET token_hash = ${hashToken(token)}, expires_at = now() + ${VALID[kind]}
    WHERE id = ${id} AND kind = ${kind} AND used_at IS NULL RETURNING expires_at`)
  const row = result.rows[0]
  return row ? { id, token, expiresAt: new Date(row.expires_at) } : null
}

export async function withdrawLink(tx: Tx, kind: OneTimeLinkKind, id: string): Promise<boolean> {
  const result = await tx.execute(
    sql`DELETE FROM platform.one_time_link WHERE id = ${id} AND kind = ${kind} AND used_at IS NULL`,
  )
  return result.rowCount === 1
}

export async function readLink(tx: Tx, kind: OneTimeLinkKind, token: string): Promise<OneTimeLink | null> {
  const result = await tx.execute<LinkRow>(sql`SELECT * FROM platform.one_time_link WHERE ${isOpen(kind, token)}`)
  return toLink(result.rows[0])
}

/** An open invitation by its id: for mailing it again. */
export async function findInvitation(tx: Tx, id: string): Promise<OneTimeLink | null> {
  return findOpenLink(tx, "invitation", id)
}

export async function findEmailChange(tx: Tx, id: string): Promise<OneTimeLink | null> {
  return findOpenLink(tx, "email-change", id)
}

/** Null unless this very call used it up: of two that come together, the WHERE lets one through. */
export async function consumeLink(tx: Tx, kind: OneTimeLinkKind, token: string): Promise<OneTimeLink | null> {
  const result = await tx.execute<LinkRow>(
    sql`UPDATE platform.one_time_link SET used_at = now() WHERE ${isOpen(kind, token)} RETURNING *`,
  )
  return toLink(result.rows[0])
}

async function findOpenLink(tx: Tx, kind: OneTimeLinkKind, id: string): Promise<OneTimeLink | null> {
  const result = await tx.execute<LinkRow>(
    sql`SELECT * FROM platform.one_time_link WHERE id = ${id} AND kind = ${kind} AND used_at IS NULL`,
  )
  return toLink(result.rows[0])
}

async function issue(
  tx: Tx,
  kind: OneTimeLinkKind,
  link: {
    personId?: string
    email?: string
    name?: string
    roleIds?: readonly string[]
    teamIds?: readonly string[]
    createdBy?: string | null
    sessionId?: string | null
    token?: string
  },
): Promise<IssuedLink> {
  const { token = randomToken() } = link
  const result = await tx.execute<{ id: string; expires_at: string }>(sql`
    INSERT INTO platform.one_time_link (kind, token_hash, person_id, email, name, role_ids, team_ids, created_by, session_id, expires_at)
    VALUES (${kind}, ${hashToken(token)}, ${link.personId ?? null}, ${link.email ?? null}, ${link.name ?? ""},
      ${sql.param([...(link.roleIds ?? [])])}::text[], ${sql.param([...(link.teamIds ?? [])])}::uuid[],
      ${link.createdBy ?? null}, ${link.sessionId ?? null}, now() + ${VALID[kind]})
    RETURNING id, expires_at`)
  const row = result.rows[0]!
  return { id: row.id, token, expiresAt: new Date(row.expires_at) }
}

function isOpen(kind: OneTimeLinkKind, token: string): SQL {
  return sql`kind = ${kind} AND token_hash = ${hashToken(token)} AND used_at IS NULL AND expires_at > now()`
}

interface LinkRow extends Record<string, unknown> {
  id: string
  kind: OneTimeLinkKind
  person_id: string | null
  email: string | null
  name: string
  role_ids: string[]
  team_ids: string[]
  created_by: string | null
  session_id: string | null
  expires_at: string
}

function toLink(row: LinkRow | undefined): OneTimeLink | null {
  if (!row) return null
  return {
    id: row.id,
    kind: row.kind,
    personId: row.person_id,
    email: row.email,
    name: row.name,
    roleIds: row.role_ids,
    teamIds: row.team_ids,
    createdBy: row.created_by,
    sessionId: row.session_id,
    expiresAt: new Date(row.expires_at),
  }
}
