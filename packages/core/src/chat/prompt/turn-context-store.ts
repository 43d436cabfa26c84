import { isUuid } from "../../contract/access.ts"
import type { ChatScope } from "../../contract/chat/conversation.ts"
import type { TaintSource } from "../../contract/proposal.ts"
import type { PermissionMode } from "../../contract/tool.ts"
import type { Database } from "../../db/database.ts"

/** A conversation as a turn needs it. */
export interface TurnConversation {
  id: string
  ownerId: string
  scope: ChatScope
  titledBy: "words" | "model" | "person" | null
  connectionId: string | null
  model: string | null
  permissionMode: PermissionMode
  skillId: string | null
  timeZone: string | null
  summary: string | null
  summaryThrough: number
  summaryTaint: TaintSource[]
  /** Answers with addresses that the model offered after words from outside, in rows that the summary covers. */
  summaryOffered: string[]
  tokenCorrection: number
  /** Since its latest message. */
  idleMinutes: number
}

export interface StoredMessage {
  id: string
  position: number
  role: "user" | "assistant"
  blocks: unknown
}

/** By its own id, or by the one that a client of another make gave it. */
export async function findTurnConversation(
  database: Database,
  ownerId: string,
  id: string,
  { withMessages = true } = {},
): Promise<{ conversation: TurnConversation; messages: StoredMessage[] } | null> {
  const row =
    (isUuid(id) ? await findRow(database, ownerId, "id", id, withMessages) : null) ??
    (await findRow(database, ownerId, "client_id", id, withMessages))
  if (!row) return null
  const conversation: TurnConversation = {
    id: row.id,
    ownerId: row.owner_id,
    scope: row.scope,
    titledBy: row.titled_by,
    connectionId: row.connection_id,
    model: row.model,
    permissionMode: row.permission_mode,
    skillId: row.skill_id,
    timeZone: row.time_zone,
    summary: row.summary,
    summaryThrough: Number(row.summary_through),
    summaryTaint: row.summary_taint,
    summaryOffered: row.summary_offered,
    tokenCorrection: row.token_correction,
    idleMinutes: Number(row.idle_minutes),
  }
  return { conversation, messages: row.messages ?? [] }
}

/** With its messages in the same statement: a round trip less before the first token, and both as of one moment. */
async function findRow(database: Database, ownerId: string, by: "id" | "client_id", id: string, withMessages: boolean) {
  const { rows } = await database.pool.query({
    name: `turn-conversation-by-${by}${withMessages ? "-with-messages" : ""}`,
    text: `SELECT c.id, c.owner_id, c.scope, c.titled_by, c.connection_id, c.model, c.permission_mode, c.skill_id,
        c.time_zone, c.summary, c.summary_through, c.summary_taint, c.summary_offered, c.token_correction, extract(epoch FROM clock_timestamp() - c.updated_at) / 60 AS idle_minutes${withMessages ? MESSAGES : ""}
      FROM platform.conversation c WHERE c.owner_id = $1 AND c.${by} = $2`,
    values: [ownerId, id],
  })
  return rows[0] ?? null
}

const MESSAGES = `, (SELECT json_agg(json_build_object('id', m.id, 'position', m.position, 'role', m.role, 'blocks', m.blocks)
    ORDER BY m.position) FROM platform.message m WHERE m.conversation_id = c.id AND m.position > c.summary_through)
  AS messages`

/** What the summary does not cover. */
export async function readMessages(
  database: Database,
  { id, summaryThrough }: Pick<TurnConversation, "id" | "summaryThrough">,
): Promise<StoredMessage[]> {
  const { rows } = await database.pool.query({
    name: "turn-messages",
    text: `SELECT id, position, role, blocks FROM platform.message
      WHERE conversation_id = $1 AND position > $2 ORDER BY position`,
    values: [id, summaryThrough],
  })
  return rows.map(({ id: messageId, position, role, blocks }) => ({
    id: messageId,
    position: Number(position),
    role,
    blocks,
  }))
}

export async function readMessageBlocks(database: Database, messageId: string): Promise<unknown> {
  const { rows } = await database.pool.query("SELECT blocks FROM platform.message WHERE id = $1", [messageId])
  return rows[0]?.blocks
}

export async function readImages(
  database: Database,
  conversationId: string,
  ids: readonly string[],
): Promise<Map<string, { mediaType: string; data: string }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await database.pool.query(
    `SELECT id, media_type, encode(bytes, 'base64') AS data FROM platform.chat_image
     WHERE conversation_id = $1 AND id = ANY ($2::uuid[])`,
    [conversationId, ids],
  )
  return new Map(
    rows.map(({ id, media_type, data }) => [id, { mediaType: media_type, data: data.replaceAll("\n", "") }]),
  )
}

/** Only if nobody folded more meanwhile. */
export async function writeSummary(
  database: Database,
  conversationId: string,
  folded: { summary: string; through: number; taint: readonly TaintSource[]; offered: readonly string[] },
): Promise<void> {
  const { summary, through, taint, offered } = folded
  await database.pool.query(
    `UPDATE platform.conversation SET summary = $2, summary_through = $3, summary_taint = $4, summary_offered = $5
     WHERE id = $1 AND summary_through < $3`,
    [conversationId, summary, through, JSON.stringify(taint), offered],
  )
}

/** Also without a summary: whose words the model has read, though they stand in no row of the conversation. */
export async function writeTaint(
  database: Database,
  { id, summaryTaint }: Pick<TurnConversation, "id" | "summaryTaint">,
  taint: readonly TaintSource[],
): Promise<void> {
  const keysOf = ({ class: read = "outside", toolName, people = [""] }: TaintSource) =>
    people.map((colleague) => `${read} ${toolName} ${colleague}`)
  const known = new Set(summaryTaint.flatMap(keysOf))
  if (taint.flatMap(keysOf).every((key) => known.has(key))) return
  await database.pool.query("UPDATE platform.conversation SET summary_taint = $2 WHERE id = $1", [
    id,
    JSON.stringify(taint),
  ])
}

/** Others' words in what the model is told of these proposals: their own, and those of whoever else decided. */
export async function findWordsOfDecisions(
  database: Database,
  ownerId: string,
  proposalIds: readonly string[],
): Promise<TaintSource[]> {
  const { rows } = await database.pool.query<{
    id: string
    tool: string
    at: Date
    quoted: TaintSource[] | null
    foreign_signer: string | null
  }>(
    `SELECT id, tool, coalesce(decided_at, ended_at, at) AS at, quoted,
       CASE WHEN signer_kind = 'user' AND signer_id <> $2 THEN signer_id END AS foreign_signer
     FROM platform.tool_call WHERE id = ANY ($1::uuid[])`,
    [proposalIds, ownerId],
  )
  return rows.flatMap(({ id, tool, at, quoted, foreign_signer: signer }): TaintSource[] => {
    const source = { toolName: tool, toolCallId: id, at: at.toISOString() }
    return [
      ...(quoted ?? [{ ...source, class: "outside" as const }]),
      ...(signer ? [{ ...source, class: "colleague" as const, what: DECISION, people: [signer] }] : []),
    ]
  })
}

export const DECISION = "what they decided about a proposal"

/** What a person chose as the title is never overwritten. */
export async function writeTitle(database: Database, conversationId: string, title: string): Promise<boolean> {
  const { rows } = await database.pool.query(
    `UPDATE platform.conversation SET title = $2, titled_by = 'model'
     WHERE id = $1 AND titled_by IS DISTINCT FROM 'person' RETURNING id`,
    [conversationId, title],
  )
  return rows.length > 0
}
