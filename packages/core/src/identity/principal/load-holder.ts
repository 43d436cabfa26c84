import { sql } from "drizzle-orm"
import type { Tx } from "../../db/database.ts"
import { loadHoldings } from "./load-holdings.ts"
import { loadPrincipalByGrant } from "./load-token-principal.ts"
import type { Principal } from "./principal.ts"
import type { RuleRegistry } from "./rule-registry.ts"

export interface HolderKey {
  kind: "user" | "application"
  id: string
  /** For an OAuth client: under which grant it acts. */
  grantId: string | null
}

/** Somebody by id rather than by credential, with what they hold today. Null when they are gone or disabled. */
export async function loadHolder(
  tx: Tx,
  registry: RuleRegistry,
  { kind, id, grantId }: HolderKey,
): Promise<Principal | null> {
  if (grantId !== null) return loadPrincipalByGrant(tx, registry, grantId)
  const found = await tx.execute<{ name: string; email: string }>(
    kind === "user"
      ? sql`SELECT name, email FROM platform.person WHERE id = ${id}::uuid AND disabled_at IS NULL AND erased_at IS NULL`
      : sql`SELECT name, '' AS email FROM platform.application WHERE id = ${id}::uuid AND disabled_at IS NULL`,
  )
  const row = found.rows[0]
  if (!row) return null
  const { ruleIds, teamIds, grants } = await loadHoldings(tx, kind, id)
  const held = { id, name: row.name, rules: registry.expand(ruleIds), teamIds, grants }
  return kind === "user" ? { kind, ...held, email: row.email, sessionId: null } : { kind, ...held }
}
