import { randomUUID } from "node:crypto"
import { findDriver, type ModelInfo } from "@countersign/llm"
import { type SQL, sql } from "drizzle-orm"
import {
  type Connection,
  type Patience,
  type ScopeDefault,
  type SpendCap,
  STANDARD_PATIENCE,
} from "../contract/chat/connection.ts"
import type { ChatScope } from "../contract/chat/conversation.ts"
import { TOOL_SCOPES } from "../contract/tool.ts"
import type { Database, Tx } from "../db/database.ts"
import { REHEARSAL } from "./credential.ts"

export interface StoredConnection extends Connection {
  sealedKey: string | null
  /** As the provider listed them when it was last asked. */
  models: ModelInfo[]
  modelsAt: string | null
}

export interface ConnectionDraft {
  label: string
  baseUrl: string | null
  settings: Record<string, string>
  defaultModel: string
  availableModels: readonly string[]
  contextWindowTokens: number | null
  modelFamily: Connection["modelFamily"]
  spendCap: SpendCap | null
  disableTopicalClassifier: boolean
  /** Left out: the usual one. */
  patience?: Patience
  roles: readonly string[]
}

/** Oldest first: the first is what people get who chose none. */
export async function listConnections(tx: Tx): Promise<StoredConnection[]> {
  const { rows } = await tx.execute<ConnectionRow>(sql`SELECT * FROM platform.connection ORDER BY created_at, id`)
  return rows.map(toConnection)
}

export async function findConnection(tx: Tx, id: string): Promise<StoredConnection | null> {
  const { rows } = await tx.execute<ConnectionRow>(sql`SELECT * FROM platform.connection WHERE id = ${id}::uuid`)
  return rows[0] ? toConnection(rows[0]) : null
}

export async function addConnection(
  tx: Tx,
  draft: ConnectionDraft & {
    /** Chosen by whoever seals a key for it: the seal names the row. */
    id?: string
    driver: string
    sealedKey: string | null
    models: readonly ModelInfo[] | null
  },
): Promise<StoredConnection> {
  const { rows } = await tx.execute<ConnectionRow>(sql`
    INSERT INTO platform.connection (id, driver, label, base_url, settings, sealed_key, default_model, available_models,
      models, models_at, context_window_tokens, model_family, spend_cap, disable_topical_classifier, patience, roles)
    VALUES (${draft.id ?? randomUUID()}, ${draft.driver}, ${draft.label}, ${draft.baseUrl}, ${json(draft.settings)}, ${draft.sealedKey},
      ${draft.defaultModel}, ${textArray(draft.availableModels)}, ${json(draft.models ?? [])},
      ${draft.models ? sql`clock_timestamp()` : null}, ${draft.contextWindowTokens}, ${draft.modelFamily},
      ${json(draft.spendCap)}, ${draft.disableTopicalClassifier},
      ${json(draft.patience ?? STANDARD_PATIENCE)}, ${textArray(draft.roles)}) RETURNING *`)
  return toConnection(rows[0]!)
}

/** Null when somebody else changed it first: the WHERE decides. `sealedKey` undefined keeps the stored one. */
export async function changeConnection(
  tx: Tx,
  id: string,
  version: number,
  draft: ConnectionDraft & { sealedKey?: string | null },
): Promise<StoredConnection | null> {
  const { rows } = await tx.execute<ConnectionRow>(sql`
    UPDATE platform.connection SET label = ${draft.label}, base_url = ${draft.baseUrl},
      settings = ${json(draft.settings)},
      sealed_key = ${draft.sealedKey === undefined ? sql`sealed_key` : sql`${draft.sealedKey}`},
      default_model = ${draft.defaultModel}, available_models = ${textArray(draft.availableModels)},
      context_window_tokens = ${draft.contextWindowTokens}, model_family = ${draft.modelFamily},
      spend_cap = ${json(draft.spendCap)}, disable_topical_classifier = ${draft.disableTopicalClassifier},
      patience = ${json(draft.patience ?? STANDARD_PATIENCE)}, roles = ${textArray(draft.roles)}, updated_at = now(), version = version + 1
    WHERE id = ${id}::uuid AND version = ${version} RETURNING *`)
  return rows[0] ? toConnection(rows[0]) : null
}

export async function removeConnection(tx: Tx, id: string, version: number): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`DELETE FROM platform.connection WHERE id = ${id}::uuid AND version = ${version}`,
  )
  return rowCount === 1
}

/** A cache of what the provider says, so it is no change of the connection and bears no version. */
export async function storeModels(database: Database, id: string, models: readonly ModelInfo[]): Promise<string> {
  const { rows } = await database.direct.execute<{ models_at: Date }>(sql`
    UPDATE platform.connection SET models = ${json(models)}, models_at = clock_timestamp()
    WHERE id = ${id}::uuid RETURNING models_at`)
  return toInstant(rows[0]?.models_at ?? new Date())
}

/** In the order of the scopes. */
export async function listScopeDefaults(tx: Tx): Promise<ScopeDefault[]> {
  const { rows } = await tx.execute<{ scope: ChatScope; connection_id: string; model: string }>(
    sql`SELECT * FROM platform.scope_default`,
  )
  return rows
    .map(({ scope, connection_id, model }) => ({ scope, connectionId: connection_id, model }))
    .sort((a, b) => TOOL_SCOPES.indexOf(a.scope) - TOOL_SCOPES.indexOf(b.scope))
}

export async function writeScopeDefault(tx: Tx, { scope, connectionId, model }: ScopeDefault): Promise<void> {
  await tx.execute(sql`
    INSERT INTO platform.scope_default (scope, connection_id, model) VALUES (${scope}, ${connectionId}::uuid, ${model})
    ON CONFLICT (scope) DO UPDATE SET connection_id = EXCLUDED.connection_id, model = EXCLUDED.model`)
}

/** Scopes that have none, or only a rehearsal: whoever connects a model wants to be answered by it. Answers which those were. */
export async function seedScopeDefaults(tx: Tx, connectionId: string, model: string): Promise<ChatScope[]> {
  const { rows } = await tx.execute<{ scope: ChatScope }>(sql`
    INSERT INTO platform.scope_default (scope, connection_id, model)
    SELECT scope, ${connectionId}::uuid, ${model} FROM unnest(${textArray(TOOL_SCOPES)}) AS scope
    ON CONFLICT (scope) DO UPDATE SET connection_id = EXCLUDED.connection_id, model = EXCLUDED.model
      WHERE EXISTS (SELECT 1 FROM platform.connection held
        WHERE held.id = scope_default.connection_id AND held.driver = ${REHEARSAL} AND held.id <> EXCLUDED.connection_id)
    RETURNING scope`)
  return rows.map(({ scope }) => scope)
}

export async function removeScopeDefault(tx: Tx, scope: ChatScope): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`DELETE FROM platform.scope_default WHERE scope = ${scope}`)
  return rowCount === 1
}

/** Those of the ids that no role has. */
export async function unknownRoles(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM platform.role WHERE id = ANY (${textArray(ids)})`,
  )
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

export async function rolesOf(tx: Tx, kind: "user" | "application", id: string): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<{ role_id: string }>(
    sql`SELECT role_id FROM platform.role_holder WHERE holder_kind = ${kind} AND holder_id = ${id}::uuid`,
  )
  return new Set(rows.map(({ role_id }) => role_id))
}

/** What administrators and the audit log see: without the key, sealed or not, and without the cached list. */
export function withoutKey({ sealedKey: _, models: __, modelsAt: ___, ...connection }: StoredConnection): Connection {
  return connection
}

interface ConnectionRow extends Record<string, unknown> {
  id: string
  driver: string
  label: string
  base_url: string | null
  settings: Record<string, string>
  sealed_key: string | null
  default_model: string
  available_models: string[]
  models: ModelInfo[]
  models_at: Date | string | null
  context_window_tokens: number | null
  model_family: Connection["modelFamily"]
  spend_cap: SpendCap | null
  disable_topical_classifier: boolean
  patience: Patience
  roles: string[]
  created_at: Date | string
  updated_at: Date | string
  version: number
}

function toConnection(row: ConnectionRow): StoredConnection {
  return {
    id: row.id,
    driver: row.driver,
    driverLabel: findDriver(row.driver)?.label ?? row.driver,
    label: row.label,
    baseUrl: row.base_url,
    settings: row.settings,
    hasKey: row.sealed_key !== null,
    defaultModel: row.default_model,
    availableModels: row.available_models,
    contextWindowTokens: row.context_window_tokens,
    modelFamily: row.model_family,
    spendCap: row.spend_cap,
    disableTopicalClassifier: row.disable_topical_classifier,
    patience: row.patience,
    roles: row.roles,
    createdAt: toInstant(row.created_at),
    updatedAt: toInstant(row.updated_at),
    version: row.version,
    sealedKey: row.sealed_key,
    models: row.models,
    modelsAt: row.models_at === null ? null : toInstant(row.models_at),
  }
}

/** Drizzle hands timestamps over as text, the pool as dates. */
function toInstant(value: Date | string): string {
  return new Date(value).toISOString()
}

function json(value: unknown): SQL {
  return value === null ? sql`NULL` : sql`${JSON.stringify(value)}::jsonb`
}

function textArray(values: readonly string[]): SQL {
  return sql`${sql.param([...values])}::text[]`
}
