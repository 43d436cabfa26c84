import { sql } from "drizzle-orm"
import type { OidcLink } from "../../contract/platform/oidc.ts"
import type { Tx } from "../../db/database.ts"
import { keyset, type Page, type PageRequest } from "../../db/keyset.ts"

/** Who here is linked with this subject at the provider. */
export async function findLinkedPerson(tx: Tx, providerId: string, subject: string): Promise<string | null> {
  const { rows } = await tx.execute<{ person_id: string }>(sql`SELECT person_id FROM platform.account
    WHERE provider_id = ${accountProvider(providerId)} AND account_id = ${subject}`)
  return rows[0]?.person_id ?? null
}

/** False when the person is linked with another subject, or the subject with another person. */
export async function linkPerson(tx: Tx, providerId: string, subject: string, personId: string): Promise<boolean> {
  await tx.execute(sql`INSERT INTO platform.account (person_id, provider_id, account_id)
    VALUES (${personId}, ${accountProvider(providerId)}, ${subject}) ON CONFLICT DO NOTHING`)
  return (await findLinkedPerson(tx, providerId, subject)) === personId
}

export async function unlinkPerson(tx: Tx, providerId: string, personId: string): Promise<boolean> {
  const result = await tx.execute(sql`DELETE FROM platform.account
    WHERE provider_id = ${accountProvider(providerId)} AND person_id = ${personId}`)
  return result.rowCount === 1
}

/** Returns how many were linked. */
export async function unlinkEverybody(tx: Tx, providerId: string): Promise<number> {
  const result = await tx.execute(sql`DELETE FROM platform.account WHERE provider_id = ${accountProvider(providerId)}`)
  return result.rowCount ?? 0
}

export async function pageOfLinks(tx: Tx, providerId: string, request: PageRequest): Promise<Page<OidcLink>> {
  const page = keyset(
    request,
    {
      name: { expression: sql`lower(p.name)`, type: "text" },
      linkedAt: { expression: sql`a.created_at`, type: "timestamptz" },
    },
    { expression: sql`p.id`, type: "uuid" },
  )
  const where = page.where(sql`a.provider_id = ${accountProvider(providerId)}`) ?? sql`true`
  const { rows } = await tx.execute<{ id: string; name: string; email: string; created_at: string; mark: string }>(sql`
    SELECT p.id, p.name, p.email, a.created_at, ${page.mark} AS mark
    FROM platform.account a JOIN platform.person p ON p.id = a.person_id
    WHERE ${where} ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`)
  return page.toPage(
    rows,
    (row) => row.id,
    (row) => ({
      personId: row.id,
      name: row.name,
      email: row.email,
      linkedAt: new Date(row.created_at).toISOString(),
    }),
  )
}

function accountProvider(providerId: string): string {
  return `oidc:${providerId}`
}
