import { type SQL, sql } from "drizzle-orm"
import type { OidcProvider } from "../../contract/platform/oidc.ts"
import type { Tx } from "../../db/database.ts"

export interface StoredOidcProvider extends OidcProvider {
  sealedClientSecret: string | null
}

export interface OidcProviderDraft {
  name: string
  issuer: string
  clientId: string
  newPeople: OidcProvider["newPeople"]
  emailDomains: readonly string[]
  roles: readonly string[]
}

export async function listProviders(tx: Tx): Promise<StoredOidcProvider[]> {
  const { rows } = await tx.execute<ProviderRow>(sql`${select(sql`true`)} ORDER BY lower(p.name)`)
  return rows.map(toProvider)
}

export async function findProvider(tx: Tx, id: string): Promise<StoredOidcProvider | null> {
  const { rows } = await tx.execute<ProviderRow>(select(sql`p.id = ${id}::uuid`))
  return rows[0] ? toProvider(rows[0]) : null
}

export async function addProvider(
  tx: Tx,
  draft: OidcProviderDraft & { id: string; sealedClientSecret: string | null },
): Promise<StoredOidcProvider> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO platform.oidc_provider (id, name, issuer, client_id, client_secret, new_people, email_domains, role_ids)
    VALUES (${draft.id}, ${draft.name}, ${draft.issuer}, ${draft.clientId}, ${draft.sealedClientSecret}, ${draft.newPeople},
      ${textArray(draft.emailDomains)}, ${textArray(draft.roles)}) RETURNING id`)
  return (await findProvider(tx, rows[0]!.id))!
}

/** Null when somebody else changed it first: the WHERE decides. `sealedClientSecret` undefined keeps the stored one. */
export async function changeProvider(
  tx: Tx,
  id: string,
  version: number,
  draft: OidcProviderDraft & { sealedClientSecret?: string | null },
): Promise<StoredOidcProvider | null> {
  const secret = draft.sealedClientSecret === undefined ? sql`client_secret` : sql`${draft.sealedClientSecret}`
  const result = await tx.execute(sql`
    UPDATE platform.oidc_provider SET name = ${draft.name}, issuer = ${draft.issuer}, client_id = ${draft.clientId},
      client_secret = ${secret}, new_people = ${draft.newPeople}, email_domains = ${textArray(draft.emailDomains)},
      role_ids = ${textArray(draft.roles)}, version = version + 1
    WHERE id = ${id}::uuid AND version = ${version}`)
  return result.rowCount === 1 ? findProvider(tx, id) : null
}

export async function removeProvider(tx: Tx, id: string, version: number): Promise<boolean> {
  const result = await tx.execute(
    sql`DELETE FROM platform.oidc_provider WHERE id = ${id}::uuid AND version = ${version}`,
  )
  return result.rowCount === 1
}

/** What anybody may see: without the secret, sealed or not. */
export function withoutSecret({ sealedClientSecret: _, ...provider }: StoredOidcProvider): OidcProvider {
  return provider
}

function textArray(values: readonly string[]): SQL {
  return sql`${sql.param([...values])}::text[]`
}

function select(where: SQL): SQL {
  return sql`SELECT p.*,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) ORDER BY lower(r.name)), '[]')
      FROM platform.role r WHERE r.id = ANY(p.role_ids)) AS roles,
    (SELECT count(*)::int FROM platform.account a WHERE a.provider_id = 'oidc:' || p.id) AS linked
    FROM platform.oidc_provider p WHERE ${where}`
}

interface ProviderRow extends Record<string, unknown> {
  id: string
  name: string
  issuer: string
  client_id: string
  client_secret: string | null
  new_people: OidcProvider["newPeople"]
  email_domains: string[]
  roles: { id: string; name: string }[]
  linked: number
  version: number
}

function toProvider(row: ProviderRow): StoredOidcProvider {
  return {
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    hasClientSecret: row.client_secret !== null,
    newPeople: row.new_people,
    emailDomains: row.email_domains,
    roles: row.roles,
    linkedPeople: row.linked,
    version: row.version,
    sealedClientSecret: row.client_secret,
  }
}
