import type pg from "pg"
import type { ToolCallRow } from "../../audit/tool-call-store.ts"
import type { ContentBlock } from "../../contract/chat/content-block.ts"
import type { EndedTurn } from "../../contract/chat/retell-turn.ts"
import type { TurnKind } from "../../contract/chat/turn-event.ts"
import type { PermissionMode } from "../../contract/tool.ts"
import type { Database } from "../../db/database.ts"
import type { LazyTransaction } from "../../db/transaction.ts"
import { ConflictError } from "../../errors.ts"
import { readBlocks } from "../prompt/read-blocks.ts"

/** By the database's clock: those of pods may be hours apart. Answers with the turns this pod is said to run. */
export async function beat(database: Database, pod: string): Promise<{ id: string; stopAsked: boolean }[]> {
  const { rows } = await database.pool.query(
    `WITH seen AS (INSERT INTO platform.pod (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp())
     SELECT id, stop_asked_at IS NOT NULL AS "stopAsked" FROM platform.turn WHERE pod = $1 AND state = 'running'`,
    [pod],
  )
  return rows
}

export interface OrphanSearch {
  pod: string
  /** The turns that the searching pod does run. Others that are stored as its own were lost on the way. */
  own: readonly string[]
  deadAfterMs: number
}

/** Running turns that nobody runs: their pod has not been seen for a while, or does not know of them. */
const ORPHANED = `t.state = 'running' AND t.started_at < clock_timestamp() - $1 * interval '1 millisecond'
  AND CASE WHEN t.pod = $2 THEN NOT t.id = ANY ($3::uuid[]) ELSE NOT EXISTS (SELECT FROM platform.pod p
    WHERE p.id = t.pod AND p.seen_at >= clock_timestamp() - $1 * interval '1 millisecond') END`

export async function findOrphans(database: Database, { deadAfterMs, pod, own }: OrphanSearch): Promise<string[]> {
  const { rows } = await database.pool.query(`SELECT t.id FROM platform.turn t WHERE ${ORPHANED}`, [
    deadAfterMs,
    pod,
    own,
  ])
  return rows.map(({ id }) => id)
}

export interface OrphanedTurn {
  id: string
  kind: TurnKind
  conversationId: string
  answerId: string
  /** What was stored of the answer. */
  blocks: ContentBlock[]
  lines: string[]
  lastSeq: number
  owner: { id: string; name: string }
}

/** Held until the transaction's end: its pod, should it live after all, writes before this or never again. */
export async function lockOrphan(
  client: pg.PoolClient,
  turnId: string,
  { deadAfterMs, pod, own }: OrphanSearch,
): Promise<OrphanedTurn | null> {
  const locked = await client.query(
    `SELECT t.id FROM platform.turn t WHERE t.id = $4 AND ${ORPHANED} FOR NO KEY UPDATE SKIP LOCKED`,
    [deadAfterMs, pod, own, turnId],
  )
  if (locked.rows.length === 0) return null
  const { rows } = await client.query(
    `SELECT t.id, t.kind, t.conversation_id, t.answer_id, m.blocks, c.owner_id, p.name AS owner_name,
       coalesce((SELECT string_agg(l.lines, E'\\n' ORDER BY l.first_seq) FROM platform.turn_log l WHERE l.turn_id = t.id), '')
         AS lines,
       coalesce((SELECT max(l.last_seq) FROM platform.turn_log l WHERE l.turn_id = t.id), 0) AS last_seq
     FROM platform.turn t JOIN platform.conversation c ON c.id = t.conversation_id
       JOIN platform.person p ON p.id = c.owner_id JOIN platform.message m ON m.id = t.answer_id
     WHERE t.id = $1`,
    [turnId],
  )
  const row = rows[0]
  if (!row) return null
  return {
    id: row.id,
    kind: row.kind,
    conversationId: row.conversation_id,
    answerId: row.answer_id,
    blocks: row.blocks,
    lines: row.lines ? row.lines.split("\n") : [],
    lastSeq: row.last_seq,
    owner: { id: row.owner_id, name: row.owner_name },
  }
}

/** In the order they were made. */
export async function readCallsOf(client: pg.PoolClient, turnId: string): Promise<ToolCallRow[]> {
  const { rows } = await client.query("SELECT * FROM platform.tool_call WHERE turn_id = $1 ORDER BY at, id", [turnId])
  return rows
}

/**
 * For a change that nobody signs: until its transaction ends nobody closes the turn it belongs to, and once somebody has,
 * as of one whose server was thought dead, nothing more is changed in it. Nor once the operator stopped it or wants to
 * sign: asking for a stop waits for the same row, so what is answered after it was made before.
 */
export async function holdTurn(transaction: LazyTransaction, turnId: string, mode: PermissionMode): Promise<void> {
  const [turn] = await transaction.query<{ state: string; stopped: boolean; mode: PermissionMode }>(
    {
      name: "hold-turn",
      text: `SELECT t.state, t.stop_asked_at IS NOT NULL AS stopped, c.permission_mode AS mode FROM platform.turn t
        JOIN platform.conversation c ON c.id = t.conversation_id WHERE t.id = $1 FOR SHARE OF t`,
    },
    [turnId],
  )
  if (turn?.state !== "running")
    throw new ConflictError("This turn was closed before the change was made, so nothing was changed.")
  if (turn.stopped) throw new ConflictError("The operator stopped this answer, so nothing was changed.")
  if (mode === "auto" && turn.mode !== "auto")
    throw new ConflictError("The operator wants to sign changes from now on, so it was not made.")
}

/** What a decision turn was to tell is told by another one. */
export async function releaseDecisions(client: pg.PoolClient, turnId: string): Promise<void> {
  await client.query("UPDATE platform.tool_call SET acknowledged_turn = NULL WHERE acknowledged_turn = $1", [turnId])
}

/** Whoever followed a turn has long heard its end; what it said stands in its message. */
export async function forgetOldLogs(database: Database): Promise<void> {
  await database.pool.query(
    `DELETE FROM platform.turn_log l USING platform.turn t
     WHERE t.id = l.turn_id AND t.ended_at < clock_timestamp() - interval '10 minutes'`,
  )
  await database.pool.query("DELETE FROM platform.pod WHERE seen_at < clock_timestamp() - interval '1 day'")
}

/** An ended turn of which only its message is left. Null while it runs, and while what it said can be told again. */
export async function findForgotten(database: Database, turnId: string): Promise<EndedTurn | null> {
  const { rows } = await database.pool.query(
    `SELECT t.conversation_id, t.kind, t.model, t.state, t.problem, t.answer_id, m.blocks
     FROM platform.turn t JOIN platform.message m ON m.id = t.answer_id
     WHERE t.id = $1 AND t.state <> 'running' AND NOT EXISTS (SELECT FROM platform.turn_log l WHERE l.turn_id = t.id)`,
    [turnId],
  )
  const row = rows[0]
  if (!row) return null
  return {
    messageId: row.answer_id,
    metadata: { conversationId: row.conversation_id, turnId, kind: row.kind, model: row.model },
    blocks: readBlocks(row.blocks),
    state: row.state,
    problem: row.problem,
  }
}

/** Conversations with a decided proposal their model has not been told of. */
export async function findUnacknowledged(database: Database): Promise<{ conversationId: string; ownerId: string }[]> {
  const { rows } = await database.pool.query({
    name: "find-unacknowledged",
    text: `SELECT DISTINCT c.id AS "conversationId", c.owner_id AS "ownerId" FROM platform.tool_call p
       JOIN platform.conversation c ON c.id = p.conversation_id
     WHERE p.conversation_id IS NOT NULL AND p.acknowledged_turn IS NULL AND p.expires_at IS NOT NULL
       AND p.status IN ('applied', 'failed', 'declined', 'unknown')
       -- A model that could not be told for so long will read it for itself.
       AND p.ended_at > clock_timestamp() - interval '10 minutes' LIMIT 100`,
  })
  return rows
}

/** Whether a conversation's model is yet to be told of a decision. */
export async function awaitsDecision(database: Database, conversationId: string): Promise<boolean> {
  const { rows } = await database.pool.query<{ waits: boolean }>({
    name: "awaits-decision",
    text: `SELECT EXISTS (SELECT FROM platform.tool_call p WHERE p.conversation_id = $1 AND p.acknowledged_turn IS NULL
        AND p.expires_at IS NOT NULL AND p.status IN ('applied', 'failed', 'declined', 'unknown')) AS waits`,
    values: [conversationId],
  })
  return rows[0]!.waits
}
