import { type SQL, sql } from "drizzle-orm"
import type { ConfirmPolicy, OauthClient } from "../../../contract/platform/oauth.ts"
import type { Tx } from "../../../db/database.ts"
import { keyset, type Page, type PageRequest } from "../../../db/keyset.ts"
import { containing } from "../../people/containing.ts"

/** With what a page never shows. */
export interface ClientRecord extends OauthClient {
  secretHash: string | null
  refreshes: boolean
}

export async function pageOfClients(tx: Tx, request: PageRequest & { text?: string | undefined }) {
  const page = keyset(
    request,
    {
      name: { expression: sql`lower(c.name)`, type: "text" },
      createdAt: { expression: sql`c.created_at`, type: "timestamptz" },
      lastUsedAt: { expression: sql`coalesce(${LAST_USED}, '-infinity')`, type: "timestamptz" },
    },
    { expression: sql`c.id`, type: "uuid" },
  )
  const where = page.where(containing(request.text, sql`c.name`, sql`c.client_id`)) ?? sql`true`
  const { rows } = await tx.execute<ClientRow & { mark: string }>(
    sql`SELECT ${COLUMNS}, ${page.mark} AS mark FROM platform.oauth_client c
      WHERE ${where} ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`,
  )
  const answer: Page<OauthClient> = page.toPage(rows, (row) => row.id, toClient)
  return answer
}

export function findClient(tx: Tx, id: string): Promise<ClientRecord | null> {
  return findWhere(tx, sql`c.id = ${id}::uuid`)
}

/** By what it calls itself on the wire. */
export function findClientByName(tx: Tx, clientId: string): Promise<ClientRecord | null> {
  return findWhere(tx, sql`c.client_id = ${clientId}`)
}

/** Null when another client is known by this id. */
export async function addClient(
  tx: Tx,
  client: {
    kind: OauthClient["kind"]
    clientId: string
    name: string
    redirectUris: readonly string[]
    secretHash: string | null
    refreshes: boolean
    confirm?: ConfirmPolicy
    createdBy: string | null
  },
): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO platform.oauth_client (kind, client_id, name, redirect_uris, secret_hash, refreshes, confirm, created_by)
    VALUES (${client.kind}, ${client.clientId}, ${client.name}, ${sql.param([...client.redirectUris])}::text[],
      ${client.secretHash}, ${client.refreshes}, ${client.confirm ?? "person"}, ${client.createdBy}::uuid)
    ON CONFLICT (client_id) DO NOTHING RETURNING id`)
  return rows[0]?.id ?? null
}

/** A client with a document is written down when somebody first connects it, and follows its document from then on. */
export async function putDescribedClient(
  tx: Tx,
  client: { clientId: string; name: string; redirectUris: readonly string[]; refreshes: boolean },
): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO platform.oauth_client (kind, client_id, name, redirect_uris, refreshes)
    VALUES ('document', ${client.clientId}, ${client.name}, ${sql.param([...client.redirectUris])}::text[], ${client.refreshes})
    ON CONFLICT (client_id) DO UPDATE SET name = EXCLUDED.name, redirect_uris = EXCLUDED.redirect_uris,
      refreshes = EXCLUDED.refreshes RETURNING id`)
  return rows[0]!.id
}

/** False when the client is no longer at this version. */
export async function changeClient(
  tx: Tx,
  id: string,
  version: number,
  change: { name: string; redirectUris: readonly string[]; enabled: boolean; confirm: ConfirmPolicy },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    UPDATE platform.oauth_client SET name = ${change.name}, confirm = ${change.confirm},
      redirect_uris = ${sql.param([...change.redirectUris])}::text[],
      disabled_at = ${change.enabled ? sql`NULL` : sql`coalesce(disabled_at, now())`}, version = version + 1
    WHERE id = ${id}::uuid AND version = ${version}`)
  return rowCount === 1
}

export async function removeClient(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`DELETE FROM platform.oauth_client WHERE id = ${id}::uuid`)
}

export async function findDocument(tx: Tx, url: string): Promise<unknown> {
  const { rows } = await tx.execute<{ document: unknown }>(
    sql`SELECT document FROM platform.oauth_client_document WHERE url = ${url} AND expires_at > now()`,
  )
  return rows[0]?.document ?? null
}

/** Bounded: people who try out URLs must not fill the database. */
const MOST_DOCUMENTS = 500

export async function keepDocument(tx: Tx, url: string, document: object, seconds: number): Promise<void> {
  await tx.execute(sql`
    INSERT INTO platform.oauth_client_document (url, document, expires_at)
    VALUES (${url}, ${JSON.stringify(document)}::jsonb, now() + make_interval(secs => ${seconds}))
    ON CONFLICT (url) DO UPDATE SET document = EXCLUDED.document, fetched_at = now(), expires_at = EXCLUDED.expires_at`)
  await tx.execute(sql`DELETE FROM platform.oauth_client_document WHERE url IN
    (SELECT url FROM platform.oauth_client_document ORDER BY fetched_at DESC OFFSET ${MOST_DOCUMENTS})`)
}

async function findWhere(tx: Tx, condition: SQL): Promise<ClientRecord | null> {
  const { rows } = await tx.execute<ClientRow>(sql`SELECT ${COLUMNS} FROM platform.oauth_client c WHERE ${condition}`)
  const row = rows[0]
  return row ? { ...toClient(row), secretHash: row.secret_hash, refreshes: row.refreshes } : null
}

const LAST_USED = sql`(SELECT max(g.last_used_at) FROM platform.oauth_grant g WHERE g.client_id = c.id)`

interface ClientRow extends Record<string, unknown> {
  id: string
  kind: OauthClient["kind"]
  client_id: string
  name: string
  redirect_uris: string[]
  secret_hash: string | null
  refreshes: boolean
  confirm: ConfirmPolicy
  disabled_at: string | null
  created_at: string
  last_used_at: string | null
  grants: number
  version: number
}

const COLUMNS = sql`c.id, c.kind, c.client_id, c.name, c.redirect_uris, c.secret_hash, c.refreshes, c.confirm,
  c.disabled_at, c.created_at, c.version, ${LAST_USED} AS last_used_at,
  (SELECT count(*)::int FROM platform.oauth_grant g
    WHERE g.client_id = c.id AND g.revoked_at IS NULL AND g.expires_at > now()) AS grants`

function toClient(row: ClientRow): OauthClient {
  return {
    id: row.id,
    kind: row.kind,
    clientId: row.client_id,
    name: row.name,
    redirectUris: row.redirect_uris,
    hasSecret: row.secret_hash !== null,
    enabled: row.disabled_at === null,
    confirm: row.confirm,
    grants: row.grants,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
    version: row.version,
  }
}
