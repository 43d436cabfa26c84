import { sql } from "drizzle-orm"
import { PgDialect } from "drizzle-orm/pg-core"
import type { LazyTransaction } from "../../db/transaction.ts"
import { type HoldingsRow, holdingsOf, toHoldings } from "./load-holdings.ts"
import { loadPrincipalByGrant } from "./load-token-principal.ts"
import type { ApplicationPrincipal, Principal, UserPrincipal } from "./principal.ts"
import type { RuleRegistry } from "./rule-registry.ts"

/**
 * Who is calling, as this transaction sees them: past every cache, and only if what they came with still opens the door. Null when
 * the person, application, session, key or connection is gone.
 */
export async function reloadPrincipal(
  transaction: LazyTransaction,
  registry: RuleRegistry,
  known: Principal,
): Promise<Principal | null> {
  if (known.kind === "user") return reloadPerson(transaction, registry, known)
  if (known.kind !== "application") return known
  return known.actsFor ? reloadApp(transaction, registry, known) : reloadApplication(transaction, registry, known)
}

interface NamedHoldings extends HoldingsRow {
  name: string
  email: string
  confirms: boolean
}

// Asked by every apply: planned once on each connection.
const dialect = new PgDialect()
const PERSON = {
  name: "reload-person",
  text: dialect.sqlToQuery(sql`
    SELECT p.name, p.email, false AS confirms, ${holdingsOf(sql`'user'`, sql`p.id`)} FROM platform.person p
    WHERE p.id = ${"id"}::uuid AND p.disabled_at IS NULL AND p.erased_at IS NULL
      AND (${"session"}::uuid IS NULL OR EXISTS (SELECT FROM platform.session s
        WHERE s.id = ${"session"}::uuid AND s.person_id = p.id AND s.expires_at > now()))`).sql,
}
const APPLICATION = {
  name: "reload-application",
  // Not by the alias that the columns of holdings use for the same table.
  text: dialect.sqlToQuery(sql`
    SELECT asked.name, '' AS email, asked.confirm = 'client' AS confirms,
      ${holdingsOf(sql`'application'`, sql`asked.id`)}
    FROM platform.application asked WHERE asked.id = ${"id"}::uuid AND asked.disabled_at IS NULL
      AND (${"key"}::uuid IS NULL OR EXISTS (SELECT FROM platform.application_key k WHERE k.id = ${"key"}::uuid
        AND k.application_id = asked.id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())))`)
    .sql,
}

async function reloadPerson(
  transaction: LazyTransaction,
  registry: RuleRegistry,
  { id, sessionId }: UserPrincipal,
): Promise<UserPrincipal | null> {
  const [row] = await transaction.query<NamedHoldings>(PERSON, [id, sessionId, sessionId])
  return row ? { kind: "user", id, sessionId, name: row.name, email: row.email, ...heldBy(registry, row) } : null
}

async function reloadApplication(
  transaction: LazyTransaction,
  registry: RuleRegistry,
  known: ApplicationPrincipal,
): Promise<ApplicationPrincipal | null> {
  const { id } = known
  const keyId = known.keyId ?? null
  const [row] = await transaction.query<NamedHoldings>(APPLICATION, [id, keyId, keyId])
  if (!row) return null
  const held = heldBy(registry, row)
  return { kind: "application", id, name: row.name, confirms: row.confirms, ...(keyId ? { keyId } : {}), ...held }
}

/** A token may be narrower than its grant: what it left out stays left out. */
async function reloadApp(
  { tx }: LazyTransaction,
  registry: RuleRegistry,
  { actsFor, scopes: kept }: ApplicationPrincipal,
): Promise<ApplicationPrincipal | null> {
  const now = await loadPrincipalByGrant(tx, registry, actsFor!.grantId)
  if (!now || !kept) return now
  const within = (ids: ReadonlySet<string> = new Set()) => new Set([...ids].filter((id) => kept.has(id)))
  return { ...now, rules: within(now.rules), scopes: within(now.scopes) }
}

function heldBy(registry: RuleRegistry, row: HoldingsRow) {
  const { ruleIds, teamIds, grants } = toHoldings(row)
  return { rules: registry.expand(ruleIds), teamIds, grants }
}
