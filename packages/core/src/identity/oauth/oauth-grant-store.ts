import { sql } from "drizzle-orm"
import type { Tx } from "../../db/database.ts"

/** One person's consent to one client. */
export interface GrantRecord {
  id: string
  clientId: string
  clientName: string
  personId: string
  personName: string
  scopes: string[]
  resource: string
}

/** It lives for as long as the code that comes with it, until that is exchanged. */
export async function addGrant(
  tx: Tx,
  grant: { clientId: string; personId: string; scopes: readonly string[]; resource: string; seconds: number },
): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO platform.oauth_grant (client_id, person_id, scopes, resource, expires_at)
    VALUES (${grant.clientId}::uuid, ${grant.personId}::uuid, ${sql.param([...grant.scopes])}::text[], ${grant.resource},
      now() + make_interval(secs => ${grant.seconds})) RETURNING id`)
  return rows[0]!.id
}

/** Null for one that does not exist, has ended or was revoked. */
export async function findLivingGrant(tx: Tx, id: string): Promise<GrantRecord | null> {
  const { rows } = await tx.execute<GrantRow>(sql`
    SELECT g.id, g.client_id, c.name AS client_name, g.person_id, p.name AS person_name, g.scopes, g.resource
    FROM platform.oauth_grant g JOIN platform.oauth_client c ON c.id = g.client_id
      JOIN platform.person p ON p.id = g.person_id
    WHERE g.id = ${id}::uuid AND g.revoked_at IS NULL AND g.expires_at > now()`)
  return rows[0] ? toGrant(rows[0]) : null
}

/** False when it was revoked before. Codes and tokens go with it; the spent ones among them have done their duty. */
export async function revokeGrant(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`UPDATE platform.oauth_grant SET revoked_at = now() WHERE id = ${id}::uuid AND revoked_at IS NULL`,
  )
  await tx.execute(sql`DELETE FROM platform.oauth_token WHERE grant_id = ${id}::uuid`)
  return rowCount === 1
}

export async function revokeGrantsOf(tx: Tx, personId: string): Promise<void> {
  await tx.execute(
    sql`UPDATE platform.oauth_grant SET revoked_at = now() WHERE person_id = ${personId}::uuid AND revoked_at IS NULL`,
  )
  await tx.execute(sql`DELETE FROM platform.oauth_token t USING platform.oauth_grant g
    WHERE g.id = t.grant_id AND g.person_id = ${personId}::uuid`)
}

/** What nobody can use any more, and apps that registered and were never connected. */
export async function removeDeadGrants(tx: Tx): Promise<number> {
  const statements = [
    sql`DELETE FROM platform.oauth_token WHERE expires_at <= now()`,
    // Lists and the replay check want them a while longer.
    sql`DELETE FROM platform.oauth_grant WHERE least(revoked_at, expires_at) < now() - interval '1 day'`,
    sql`DELETE FROM platform.oauth_client_document WHERE expires_at < now() - interval '1 day'`,
    sql`DELETE FROM platform.oauth_client c WHERE c.kind = 'registered' AND c.created_at < now() - interval '7 days'
      AND NOT EXISTS (SELECT 1 FROM platform.oauth_grant g WHERE g.client_id = c.id)`,
  ]
  let removed = 0
  for (const statement of statements) removed += (await tx.execute(statement)).rowCount ?? 0
  return removed
}

export interface GrantRow extends Record<string, unknown> {
  id: string
  client_id: string
  client_name: string
  person_id: string
  person_name: string
  scopes: string[]
  resource: string
}

export function toGrant(row: GrantRow): GrantRecord {
  return {
    id: row.id,
    clientId: row.client_id,
    clientName: row.client_name,
    personId: row.person_id,
    personName: row.person_name,
    scopes: row.scopes,
    resource: row.resource,
  }
}
