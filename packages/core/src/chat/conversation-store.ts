import { type SQL, sql } from "drizzle-orm"
import type { ChatMessage, ChatScope, Conversation, Turn } from "../contract/chat/conversation.ts"
import type { PermissionMode } from "../contract/tool.ts"
import { byCloseness } from "../db/closeness.ts"
import type { Tx } from "../db/database.ts"
import { keyset, type Page, type PageRequest } from "../db/keyset.ts"
import { InvalidInputError, NotFoundError } from "../errors.ts"
import { readBlocks } from "./prompt/read-blocks.ts"

interface ConversationRow extends Record<string, unknown> {
  id: string
  title: string | null
  scope: ChatScope
  connection_id: string | null
  model: string | null
  permission_mode: PermissionMode
  skill_id: string | null
  skill_version: number | null
  context_tokens: number | null
  created_at: string
  updated_at: string
  archived_at: string | null
  running: boolean
  message_count: number
  version: number
}

const COLUMNS = sql`c.id, c.title, c.scope, c.connection_id, c.model, c.permission_mode, c.skill_id,
  CASE WHEN c.skill_pin->>'id' = c.skill_id THEN (c.skill_pin->>'version')::integer END AS skill_version, c.context_tokens,
  c.created_at, c.updated_at, c.archived_at, c.version,
  EXISTS (SELECT 1 FROM platform.turn t WHERE t.conversation_id = c.id AND t.state = 'running') AS running,
  (SELECT count(*)::integer FROM platform.message m WHERE m.conversation_id = c.id) AS message_count`

export async function listConversations(
  tx: Tx,
  ownerId: string,
  request: PageRequest & { query?: string | undefined; archived: boolean },
): Promise<Page<Conversation>> {
  const page = keyset(
    request,
    {
      updatedAt: { expression: sql`c.updated_at`, type: "timestamptz" },
      match: byCloseness(request.query, { name: sql`coalesce(c.title, '')` }),
    },
    { expression: sql`c.id`, type: "uuid" },
  )
  const like = request.query ? `%${request.query.replace(/[\\%_]/g, "\\$&")}%` : null
  const said = like
    ? sql`(c.title ILIKE ${like} OR EXISTS (SELECT 1 FROM platform.message m, jsonb_array_elements(m.blocks) b
        WHERE m.conversation_id = c.id AND b->>'type' = 'text' AND b->>'text' ILIKE ${like}))`
    : undefined
  const where = page.where(
    sql`c.owner_id = ${ownerId}`,
    request.archived ? sql`c.archived_at IS NOT NULL` : sql`c.archived_at IS NULL`,
    said,
  )
  const { rows } = await tx.execute<ConversationRow & { mark: string }>(
    sql`SELECT ${COLUMNS}, ${page.mark} AS mark FROM platform.conversation c WHERE ${where}
        ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`,
  )
  return page.toPage(rows, ({ id }) => id, toConversation)
}

/** Somebody else's is as good as none. */
export async function getConversation(tx: Tx, ownerId: string, id: string): Promise<Conversation> {
  const found = await findOne(tx, sql`c.id = ${id} AND c.owner_id = ${ownerId}`)
  if (!found) throw noSuchConversation()
  return found
}

/** One without a word in it is taken again, so that nobody collects empty ones. */
export async function findEmptyConversation(tx: Tx, ownerId: string, scope: ChatScope): Promise<Conversation | null> {
  return findOne(
    tx,
    sql`c.owner_id = ${ownerId} AND c.scope = ${scope} AND c.archived_at IS NULL AND c.title IS NULL
      AND c.client_id IS NULL AND NOT EXISTS (SELECT 1 FROM platform.message m WHERE m.conversation_id = c.id)`,
  )
}

export async function insertConversation(
  tx: Tx,
  draft: {
    ownerId: string
    scope: ChatScope
    connectionId: string | null
    model: string | null
    clientId?: string | null
  },
): Promise<Conversation> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`INSERT INTO platform.conversation (owner_id, scope, connection_id, model, client_id)
        VALUES (${draft.ownerId}, ${draft.scope}, ${existing(draft.connectionId)}, ${draft.model}, ${draft.clientId ?? null})
        ON CONFLICT (owner_id, client_id) WHERE client_id IS NOT NULL DO UPDATE SET updated_at = now() RETURNING id`,
  )
  return getConversation(tx, draft.ownerId, rows[0]!.id)
}

export interface ConversationChange {
  title?: string
  connectionId?: string
  model?: string
  permissionMode?: PermissionMode
  skillId?: string | null
}

/** Null when it was changed since that version. */
export async function updateConversation(
  tx: Tx,
  ownerId: string,
  id: string,
  version: number,
  change: ConversationChange,
): Promise<Conversation | null> {
  const sets: SQL[] = [sql`version = version + 1`]
  if (change.title !== undefined) sets.push(sql`title = ${change.title}, titled_by = 'person'`)
  if (change.connectionId !== undefined) sets.push(sql`connection_id = ${existing(change.connectionId)}`)
  if (change.model !== undefined) sets.push(sql`model = ${change.model}`)
  if (change.permissionMode !== undefined) sets.push(sql`permission_mode = ${change.permissionMode}`)
  if (change.skillId !== undefined) sets.push(sql`skill_id = ${change.skillId}`)
  const { rows } = await tx.execute(
    sql`UPDATE platform.conversation SET ${sql.join(sets, sql`, `)}
        WHERE id = ${id} AND owner_id = ${ownerId} AND version = ${version} RETURNING id`,
  )
  return rows.length > 0 ? getConversation(tx, ownerId, id) : null
}

export async function archiveConversation(
  tx: Tx,
  ownerId: string,
  id: string,
  archived: boolean,
): Promise<Conversation> {
  await tx.execute(
    sql`UPDATE platform.conversation SET archived_at = ${archived ? sql`coalesce(archived_at, now())` : sql`NULL`}
        WHERE id = ${id} AND owner_id = ${ownerId}`,
  )
  return getConversation(tx, ownerId, id)
}

/** Everybody's, by the database's clock. */
export async function deleteArchivedConversations(tx: Tx, olderThanDays: number): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`DELETE FROM platform.conversation WHERE archived_at < now() - make_interval(days => ${olderThanDays})`,
  )
  return rowCount ?? 0
}

export async function deleteConversation(tx: Tx, ownerId: string, id: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`DELETE FROM platform.conversation WHERE id = ${id} AND owner_id = ${ownerId} RETURNING id`,
  )
  return rows.length > 0
}

const PAGE = 50

/** The latest messages, or those before a mark, oldest first; rows without a word are left out. */
export async function listMessages(
  tx: Tx,
  conversationId: string,
  before?: string,
): Promise<{ messages: ChatMessage[]; earlierCursor: string | null }> {
  const position = before === undefined ? null : readMark(before)
  const { rows } = await tx.execute<{
    id: string
    position: string
    role: "user" | "assistant"
    blocks: unknown
    at: string
    turn_id: string | null
    model: string | null
    superseded: boolean
  }>(
    sql`SELECT m.id, m.position, m.role, m.blocks, m.at, m.turn_id, m.model, m.superseded_by IS NOT NULL AS superseded FROM platform.message m
        WHERE m.conversation_id = ${conversationId} AND m.blocks <> '[]'
          AND (${position}::bigint IS NULL OR m.position < ${position}::bigint)
        ORDER BY m.position DESC LIMIT ${PAGE + 1}`,
  )
  const kept = rows.slice(0, PAGE).reverse()
  return {
    messages: kept.map((row) => ({
      id: row.id,
      role: row.role,
      // Whatever was stored, a thread can be shown.
      blocks: [...readBlocks(row.blocks)],
      at: toInstant(row.at)!,
      turnId: row.turn_id,
      model: row.model,
      superseded: row.superseded,
    })),
    earlierCursor: rows.length > PAGE ? String(kept[0]!.position) : null,
  }
}

/** The one that runs, else the latest. */
export async function findLatestTurn(tx: Tx, conversationId: string): Promise<Turn | null> {
  const { rows } = await tx.execute<{
    id: string
    kind: Turn["kind"]
    state: Turn["state"]
    started_at: string
    ended_at: string | null
    problem: string | null
  }>(
    sql`SELECT id, kind, state, started_at, ended_at, problem FROM platform.turn
        WHERE conversation_id = ${conversationId} ORDER BY started_at DESC LIMIT 1`,
  )
  const row = rows[0]
  if (!row) return null
  const { id, kind, state, problem } = row
  return { id, kind, state, problem, startedAt: toInstant(row.started_at)!, endedAt: toInstant(row.ended_at) }
}

export async function readImage(
  tx: Tx,
  ownerId: string,
  id: string,
): Promise<{ mediaType: string; bytes: Buffer } | null> {
  const { rows } = await tx.execute<{ media_type: string; bytes: Buffer }>(
    sql`SELECT i.media_type, i.bytes FROM platform.chat_image i JOIN platform.conversation c ON c.id = i.conversation_id
        WHERE i.id = ${id} AND c.owner_id = ${ownerId}`,
  )
  return rows[0] ? { mediaType: rows[0].media_type, bytes: rows[0].bytes } : null
}

export function noSuchConversation(): NotFoundError {
  return new NotFoundError(
    "There is no such conversation, or it is not yours. Open one from the list, or begin a new one.",
  )
}

/** A connection may have been deleted since it was chosen. */
function existing(connectionId: string | null): SQL {
  return sql`(SELECT id FROM platform.connection WHERE id = ${connectionId}::uuid)`
}

async function findOne(tx: Tx, where: SQL): Promise<Conversation | null> {
  const { rows } = await tx.execute<ConversationRow>(
    sql`SELECT ${COLUMNS} FROM platform.conversation c WHERE ${where} ORDER BY c.updated_at DESC LIMIT 1`,
  )
  return rows[0] ? toConversation(rows[0]) : null
}

function toConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    title: row.title,
    scope: row.scope,
    connectionId: row.connection_id,
    model: row.model,
    permissionMode: row.permission_mode,
    skillId: row.skill_id,
    skillVersion: row.skill_version,
    contextTokens: row.context_tokens,
    createdAt: toInstant(row.created_at)!,
    updatedAt: toInstant(row.updated_at)!,
    archivedAt: toInstant(row.archived_at),
    running: row.running,
    messageCount: row.message_count,
    version: row.version,
  }
}

/** Drizzle hands instants over as Postgres prints them. */
function toInstant(value: string | null): string | null {
  return value === null ? null : new Date(value).toISOString()
}

function readMark(mark: string): string {
  if (/^\d{1,18}$/.test(mark)) return mark
  throw new InvalidInputError("This mark does not belong to this conversation. Read it again from its end.", [
    { path: "before", message: "Not a mark of this conversation." },
  ])
}
