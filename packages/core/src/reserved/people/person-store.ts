import { type SQL, sql } from "drizzle-orm"
import type { Named, Person, PersonState } from "../../contract/platform/people.ts"
import { byCloseness } from "../../db/closeness.ts"
import type { Tx } from "../../db/database.ts"
import { keyset, type Page, type PageRequest } from "../../db/keyset.ts"
import { endSessionsOf } from "../../identity/session/session-store.ts"
import { forgetAttemptsAt } from "../../identity/sign-in/sign-in-attempts.ts"
import { containing } from "./containing.ts"

export interface PeopleQuestion extends PageRequest {
  text?: string | undefined
  role?: string | undefined
  team?: string | undefined
  state?: PersonState | undefined
}

/** A person as the database has them; who may see which part is the verb's to decide. */
export interface PersonRecord extends Omit<Person, "secondFactor"> {
  disabledAt: string | null
  lastSignInAt: string | null
  totp: boolean
  passkeys: number
  sessions: number
}

export async function pageOfPeople(tx: Tx, request: PeopleQuestion): Promise<Page<PersonRecord>> {
  const page = keyset(
    request,
    {
      name: { expression: sql`lower(p.name)`, type: "text" },
      email: { expression: sql`p.email`, type: "text" },
      match: byCloseness(request.text, { name: sql`p.name` }),
      lastSeenAt: { expression: sql`coalesce(p.last_seen_at, '-infinity')`, type: "timestamptz" },
      createdAt: { expression: sql`p.created_at`, type: "timestamptz" },
    },
    { expression: sql`p.id`, type: "uuid" },
  )
  const where = page.where(
    request.state ? STATES[request.state] : sql`p.erased_at IS NULL`,
    containing(request.text, sql`p.name`, sql`p.email`),
    request.role === undefined
      ? undefined
      : sql`EXISTS (SELECT 1 FROM platform.role_holder h
          WHERE h.holder_kind = 'user' AND h.holder_id = p.id AND h.role_id = ${request.role})`,
    request.team === undefined
      ? undefined
      : sql`EXISTS (SELECT 1 FROM platform.team_member m
          WHERE m.holder_kind = 'user' AND m.holder_id = p.id AND m.team_id = ${request.team}::uuid)`,
  )
  const { rows } = await tx.execute<PersonRow & { mark: string }>(
    sql`SELECT ${COLUMNS}, ${page.mark} AS mark FROM platform.person p WHERE ${where}
      ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`,
  )
  return page.toPage(rows, (row) => row.id, toPerson)
}

export async function findPerson(tx: Tx, id: string): Promise<PersonRecord | null> {
  const { rows } = await tx.execute<PersonRow>(sql`SELECT ${COLUMNS} FROM platform.person p WHERE p.id = ${id}::uuid`)
  return rows[0] ? toPerson(rows[0]) : null
}

/** False when the person is no longer at this version. */
export async function renamePerson(tx: Tx, id: string, version: number, name: string): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`UPDATE platform.person SET name = ${name}, version = version + 1, updated_at = now()
      WHERE id = ${id}::uuid AND version = ${version} AND erased_at IS NULL`,
  )
  return rowCount === 1
}

/** False when the person was in that state already. */
export async function markDisabled(tx: Tx, id: string, disabled: boolean): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`UPDATE platform.person SET disabled_at = ${disabled ? sql`now()` : sql`NULL`}, version = version + 1, updated_at = now()
      WHERE id = ${id}::uuid AND erased_at IS NULL AND (disabled_at IS NULL) = ${disabled}`,
  )
  return rowCount === 1
}

/**
 * Whoever takes administrators away waits for the other here: two who demote each other at the same moment
 * would otherwise both see one administrator left.
 */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT 1 FROM platform.role WHERE id = 'administrator' FOR UPDATE`)
}

export async function isLastAdministrator(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT p.id FROM platform.role_holder h JOIN platform.person p ON p.id = h.holder_id
      WHERE h.holder_kind = 'user' AND h.role_id = 'administrator' AND p.disabled_at IS NULL AND p.erased_at IS NULL
      LIMIT 2`,
  )
  return rows.length === 1 && rows[0]?.id === id
}

/** Everything that would let this person in or name them, except the row that holds their id and pseudonym. */
export async function erasePersonalData(tx: Tx, id: string, pseudonym: string): Promise<void> {
  const one = sql`${id}::uuid`
  await tx.execute(sql`DELETE FROM platform.one_time_link WHERE person_id = ${one}
    OR (kind = 'invitation' AND email = (SELECT email FROM platform.person WHERE id = ${one}))`)
  await endSessionsOf(tx, id)
  await tx.execute(sql`DELETE FROM platform.account WHERE person_id = ${one}`)
  await tx.execute(sql`DELETE FROM platform.two_factor WHERE person_id = ${one}`)
  await tx.execute(sql`DELETE FROM platform.passkey WHERE person_id = ${one}`)
  await forgetAttemptsAt(tx, id)
  await tx.execute(sql`DELETE FROM platform.role_holder WHERE holder_kind = 'user' AND holder_id = ${one}`)
  await tx.execute(sql`DELETE FROM platform.team_member WHERE holder_kind = 'user' AND holder_id = ${one}`)
  await tx.execute(sql`UPDATE platform.person SET name = ${pseudonym}, email = ${`erased-${id}@erased.invalid`},
      email_verified = false, image = NULL, two_factor_enabled = false, preferences = '{}', last_seen_at = NULL,
      last_sign_in_at = NULL, disabled_at = coalesce(disabled_at, now()), erased_at = now(), updated_at = now(),
      version = version + 1
    WHERE id = ${one}`)
}

/** By the database's clock. The oldest first, a bounded number at a time. */
export async function peopleToErase(tx: Tx, days: number, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM platform.person WHERE erased_at IS NULL AND disabled_at < now() - make_interval(days => ${days})
      ORDER BY disabled_at LIMIT ${limit}`,
  )
  return rows.map((row) => row.id)
}

const STATES: Record<PersonState, SQL> = {
  active: sql`p.erased_at IS NULL AND p.disabled_at IS NULL`,
  disabled: sql`p.erased_at IS NULL AND p.disabled_at IS NOT NULL`,
  erased: sql`p.erased_at IS NOT NULL`,
}

interface PersonRow extends Record<string, unknown> {
  id: string
  name: string
  email: string
  version: number
  created_at: string
  last_seen_at: string | null
  last_sign_in_at: string | null
  disabled_at: string | null
  erased_at: string | null
  two_factor_enabled: boolean
  passkeys: number
  sessions: number
  roles: Named[]
  teams: Named[]
}

const COLUMNS = sql`p.id, p.name, p.email, p.version, p.created_at, p.last_seen_at, p.last_sign_in_at, p.disabled_at,
  p.erased_at, p.two_factor_enabled,
  (SELECT count(*)::int FROM platform.passkey k WHERE k.person_id = p.id) AS passkeys,
  (SELECT count(*)::int FROM platform.session s WHERE s.person_id = p.id AND s.expires_at > now()) AS sessions,
  (SELECT coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) ORDER BY lower(r.name)), '[]')
    FROM platform.role_holder h JOIN platform.role r ON r.id = h.role_id
    WHERE h.holder_kind = 'user' AND h.holder_id = p.id) AS roles,
  (SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) ORDER BY lower(t.name)), '[]')
    FROM platform.team_member m JOIN platform.team t ON t.id = m.team_id
    WHERE m.holder_kind = 'user' AND m.holder_id = p.id) AS teams`

function toPerson(row: PersonRow): PersonRecord {
  const instant = (text: string | null) => (text === null ? null : new Date(text).toISOString())
  return {
    id: row.id,
    name: row.name,
    email: row.erased_at ? null : row.email,
    state: row.erased_at ? "erased" : row.disabled_at ? "disabled" : "active",
    roles: row.roles,
    teams: row.teams,
    createdAt: new Date(row.created_at).toISOString(),
    lastSeenAt: instant(row.last_seen_at),
    lastSignInAt: instant(row.last_sign_in_at),
    disabledAt: instant(row.disabled_at),
    totp: row.two_factor_enabled,
    passkeys: row.passkeys,
    sessions: row.sessions,
    version: row.version,
  }
}
