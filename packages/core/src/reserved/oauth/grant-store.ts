import { type SQL, sql } from "drizzle-orm"
import type { OauthGrant } from "../../contract/platform/oauth.ts"
import type { Tx } from "../../db/database.ts"
import { keyset, type Page, type PageRequest } from "../../db/keyset.ts"

export async function pageOfGrants(
  tx: Tx,
  request: PageRequest & { clientId?: string | undefined; personId?: string | undefined },
): Promise<Page<OauthGrant>> {
  const page = keyset(
    request,
    {
      lastUsedAt: { expression: sql`coalesce(g.last_used_at, '-infinity')`, type: "timestamptz" },
      createdAt: { expression: sql`g.created_at`, type: "timestamptz" },
    },
    { expression: sql`g.id`, type: "uuid" },
  )
  const where = page.where(
    LIVING,
    request.clientId ? sql`g.client_id = ${request.clientId}::uuid` : undefined,
    request.personId ? sql`g.person_id = ${request.personId}::uuid` : undefined,
  )
  const { rows } = await tx.execute<GrantRow & { mark: string }>(sql`
    SELECT ${COLUMNS}, ${page.mark} AS mark FROM ${GRANTS}
    WHERE ${where} ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`)
  return page.toPage(rows, (row) => row.id, toGrant)
}

export async function grantsOfPerson(tx: Tx, personId: string): Promise<(OauthGrant & { clientId: string })[]> {
  const { rows } = await tx.execute<GrantRow>(sql`SELECT ${COLUMNS} FROM ${GRANTS}
    WHERE ${LIVING} AND g.last_used_at IS NOT NULL AND g.person_id = ${personId}::uuid
    ORDER BY g.last_used_at DESC, g.id LIMIT 200`)
  return rows.map((row) => ({ ...toGrant(row), clientId: row.known_as }))
}

/** By this person to this client, and still valid. */
export async function scopesGrantedTo(tx: Tx, clientId: string, personId: string): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<{ scope: string }>(sql`SELECT DISTINCT unnest(g.scopes) AS scope
    FROM platform.oauth_grant g WHERE ${LIVING} AND g.client_id = ${clientId}::uuid AND g.person_id = ${personId}::uuid`)
  return new Set(rows.map((row) => row.scope))
}

const LIVING: SQL = sql`g.revoked_at IS NULL AND g.expires_at > now()`
const GRANTS = sql`platform.oauth_grant g JOIN platform.oauth_client c ON c.id = g.client_id
  JOIN platform.person p ON p.id = g.person_id`
const COLUMNS = sql`g.id, g.client_id, c.name AS client_name, c.client_id AS known_as, g.person_id, p.name AS person_name,
  g.scopes, g.created_at, g.last_used_at, g.expires_at`

interface GrantRow extends Record<string, unknown> {
  id: string
  client_id: string
  client_name: string
  known_as: string
  person_id: string
  person_name: string
  scopes: string[]
  created_at: string
  last_used_at: string | null
  expires_at: string
}

function toGrant(row: GrantRow): OauthGrant {
  return {
    id: row.id,
    client: { id: row.client_id, name: row.client_name },
    person: { id: row.person_id, name: row.person_name },
    scopes: row.scopes,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
  }
}
