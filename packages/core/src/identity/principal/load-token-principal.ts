import { sql } from "drizzle-orm"
import type { Tx } from "../../db/database.ts"
import { expandScopes } from "../oauth/oauth-scopes.ts"
import { MCP_ENABLED } from "../oauth/oauth-settings-store.ts"
import { hashToken } from "../one-time-token.ts"
import { loadHoldings } from "./load-holdings.ts"
import type { ApplicationPrincipal } from "./principal.ts"
import type { RuleRegistry } from "./rule-registry.ts"

interface TokenRow extends Record<string, unknown> {
  grant_id: string
  scopes: string[]
  client_id: string
  client_name: string
  person_id: string
  person_name: string
  confirms: boolean
  unseen: boolean
}

const GRANT = sql`g.id AS grant_id, c.id AS client_id, c.name AS client_name, c.confirm = 'client' AS confirms,
  p.id AS person_id, p.name AS person_name,
  g.last_used_at IS NULL OR g.last_used_at < now() - interval '1 minute' AS unseen`
const ALIVE = sql`g.revoked_at IS NULL AND g.expires_at > now()
  AND c.disabled_at IS NULL AND p.disabled_at IS NULL AND p.erased_at IS NULL AND ${MCP_ENABLED}`

/**
 * A connected app: the client, acting for a person, with what was granted of what the person holds right now. Null for
 * a token that is unknown, expired or revoked, was issued for another resource, or whose person may not come in.
 */
export async function loadPrincipalByToken(
  tx: Tx,
  registry: RuleRegistry,
  token: string,
  resource: string,
): Promise<ApplicationPrincipal | null> {
  const { rows } = await tx.execute<TokenRow>(sql`
    SELECT ${GRANT}, coalesce(t.scopes, g.scopes) AS scopes
    FROM platform.oauth_token t JOIN platform.oauth_grant g ON g.id = t.grant_id
      JOIN platform.oauth_client c ON c.id = g.client_id JOIN platform.person p ON p.id = g.person_id
    WHERE t.hash = ${hashToken(token)} AND t.kind = 'access' AND t.expires_at > now()
      AND g.resource = ${resource} AND ${ALIVE}`)
  const row = rows[0]
  if (!row) return null
  if (row.unseen)
    await tx.execute(sql`UPDATE platform.oauth_grant SET last_used_at = now() WHERE id = ${row.grant_id}::uuid`)
  return toPrincipal(tx, registry, row)
}

/** The same without a token at hand: whether an app that proposed something still may. */
export async function loadPrincipalByGrant(
  tx: Tx,
  registry: RuleRegistry,
  grantId: string,
): Promise<ApplicationPrincipal | null> {
  const { rows } = await tx.execute<TokenRow>(sql`
    SELECT ${GRANT}, g.scopes FROM platform.oauth_grant g
      JOIN platform.oauth_client c ON c.id = g.client_id JOIN platform.person p ON p.id = g.person_id
    WHERE g.id = ${grantId}::uuid AND ${ALIVE}`)
  return rows[0] ? toPrincipal(tx, registry, rows[0]) : null
}

async function toPrincipal(tx: Tx, registry: RuleRegistry, row: TokenRow): Promise<ApplicationPrincipal> {
  const { ruleIds, teamIds, grants } = await loadHoldings(tx, "user", row.person_id)
  const theirs = registry.expand(ruleIds)
  const scopes = expandScopes(registry, row.scopes)
  return {
    kind: "application",
    id: row.client_id,
    name: `${row.client_name} for ${row.person_name}`,
    // Never `*`, also where an administrator granted everything there is to grant.
    rules: theirs.has("*") ? scopes : new Set([...scopes].filter((id) => theirs.has(id))),
    teamIds,
    grants,
    scopes,
    confirms: row.confirms,
    actsFor: { id: row.person_id, name: row.person_name, grantId: row.grant_id, rules: theirs },
  }
}
