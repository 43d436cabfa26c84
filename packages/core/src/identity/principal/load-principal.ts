import { sql } from "drizzle-orm"
import { PgDialect } from "drizzle-orm/pg-core"
import type { Database, Tx } from "../../db/database.ts"
import { findApplicationByKey } from "../api-key.ts"
import { SESSION_TERM } from "../session/session-term.ts"
import { type HoldingsRow, holdingsOf, loadAnonymousRules, loadHoldings, toHoldings } from "./load-holdings.ts"
import {
  type AnonymousPrincipal,
  type ApplicationPrincipal,
  anonymousPrincipal,
  type UserPrincipal,
} from "./principal.ts"
import type { RuleRegistry } from "./rule-registry.ts"

/** Asked by whoever comes back after a few seconds, before anything else happens: one statement, prepared once. */
export async function loadPersonBySession(
  { pool, direct }: Database,
  registry: RuleRegistry,
  tokenHash: string,
): Promise<UserPrincipal | null> {
  const { rows } = await pool.query<SessionRow>({ name: "person-by-session", text: BY_SESSION, values: [tokenHash] })
  const row = rows[0]
  if (!row) return null
  if (row.idle) await slide(direct, row.id, row.person_id)
  const { ruleIds, teamIds, grants } = toHoldings(row)
  return {
    kind: "user",
    id: row.person_id,
    name: row.name,
    email: row.email,
    sessionId: row.id,
    rules: registry.expand(ruleIds),
    teamIds,
    grants,
  }
}

interface SessionRow extends HoldingsRow {
  id: string
  person_id: string
  name: string
  email: string
  idle: boolean
}

const BY_SESSION = new PgDialect().sqlToQuery(sql`
  SELECT s.id, s.person_id, p.name, p.email, s.updated_at < now() - interval '5 minutes' OR p.last_seen_at IS NULL AS idle,
    ${holdingsOf(sql`'user'`, sql`s.person_id`)}
  FROM platform.session s JOIN platform.person p ON p.id = s.person_id
  WHERE s.token_hash = ${"hash"} AND s.expires_at > now() AND p.disabled_at IS NULL AND p.erased_at IS NULL`).sql

export async function loadApplicationByKey(
  tx: Tx,
  registry: RuleRegistry,
  key: string,
): Promise<ApplicationPrincipal | null> {
  const application = await findApplicationByKey(tx, key)
  if (!application) return null
  const { ruleIds, teamIds, grants } = await loadHoldings(tx, "application", application.id)
  return { kind: "application", ...application, rules: registry.expand(ruleIds), teamIds, grants }
}

export async function loadAnonymous(tx: Tx, registry: RuleRegistry): Promise<AnonymousPrincipal> {
  return anonymousPrincipal(registry.expand(await loadAnonymousRules(tx)))
}

/** A session in use stays alive. At most one write in five minutes, whatever the traffic. */
async function slide(tx: Tx, sessionId: string, personId: string): Promise<void> {
  await tx.execute(sql`
    WITH seen AS (UPDATE platform.person SET last_seen_at = now() WHERE id = ${personId})
    UPDATE platform.session SET updated_at = now(), expires_at = now() + ${SESSION_TERM} WHERE id = ${sessionId}`)
}
