import { sql } from "drizzle-orm"
import type { Tx } from "../db/database.ts"
import { findApplicationByKey } from "./api-key.ts"
import { loadAnonymousRules, loadHoldings } from "./load-holdings.ts"
import {
  type AnonymousPrincipal,
  type ApplicationPrincipal,
  anonymousPrincipal,
  type UserPrincipal,
} from "./principal.ts"
import type { RuleRegistry } from "./rule-registry.ts"
import { SESSION_TERM } from "./session-term.ts"

export async function loadPersonBySession(
  tx: Tx,
  registry: RuleRegistry,
  tokenHash: string,
): Promise<UserPrincipal | null> {
  const found = await tx.execute<{ id: string; person_id: string; name: string; email: string; idle: boolean }>(sql`
    SELECT s.id, s.person_id, p.name, p.email, s.updated_at < now() - interval '5 minutes' OR p.last_seen_at IS NULL AS idle
    FROM platform.session s JOIN platform.person p ON p.id = s.person_id
    WHERE s.token_hash = ${tokenHash} AND s.expires_at > now() AND p.disabled_at IS NULL AND p.erased_at IS NULL`)
  const row = found.rows[0]
  if (!row) return null
  if (row.idle) await slide(tx, row.id, row.person_id)
  const { ruleIds, teamIds, grants } = await loadHoldings(tx, "user", row.person_id)
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
