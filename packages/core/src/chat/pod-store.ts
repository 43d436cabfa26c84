import type { ContentBlock } from "../contract/chat/content-block.ts"
import type { Database } from "../db/database.ts"

/** By the database's clock: those of pods may be hours apart. */
export async function beat(database: Database, pod: string): Promise<void> {
  await database.pool.query(
    "INSERT INTO platform.pod (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp()",
    [pod],
  )
}

export interface OrphanedTurn {
  id: string
  conversationId: string
  answerId: string
  /** What was stored of the answer. */
  blocks: ContentBlock[]
  lines: string[]
  lastSeq: number
  owner: { id: string; name: string }
}

/** Running turns whose pod has not been seen for a while. */
export async function findOrphans(database: Database, deadAfterMs: number): Promise<OrphanedTurn[]> {
  const { rows } = await database.pool.query(
    `SELECT t.id, t.conversation_id, t.answer_id, m.blocks, c.owner_id, p.name AS owner_name,
       coalesce((SELECT string_agg(l.lines, E'\\n' ORDER BY l.first_seq) FROM platform.turn_log l WHERE l.turn_id = t.id), '')
         AS lines,
       coalesce((SELECT max(l.last_seq) FROM platform.turn_log l WHERE l.turn_id = t.id), 0) AS last_seq
     FROM platform.turn t JOIN platform.conversation c ON c.id = t.conversation_id
       JOIN platform.person p ON p.id = c.owner_id JOIN platform.message m ON m.id = t.answer_id
       LEFT JOIN platform.pod ON pod.id = t.pod
     WHERE t.state = 'running' AND (pod.id IS NULL OR pod.seen_at < clock_timestamp() - $1 * interval '1 millisecond')
       AND t.started_at < clock_timestamp() - $1 * interval '1 millisecond'`,
    [deadAfterMs],
  )
  return rows.map((row) => ({
    id: row.id,
    conversationId: row.conversation_id,
    answerId: row.answer_id,
    blocks: row.blocks,
    lines: row.lines ? row.lines.split("\n") : [],
    lastSeq: row.last_seq,
    owner: { id: row.owner_id, name: row.owner_name },
  }))
}

/** Whoever followed a turn has long heard its end; what it said stands in its message. */
export async function forgetOldLogs(database: Database): Promise<void> {
  await database.pool.query(
    `DELETE FROM platform.turn_log l USING platform.turn t
     WHERE t.id = l.turn_id AND t.ended_at < clock_timestamp() - interval '10 minutes'`,
  )
  await database.pool.query("DELETE FROM platform.pod WHERE seen_at < clock_timestamp() - interval '1 day'")
}

/** Conversations with a decided proposal their model has not been told of. */
export async function findUnacknowledged(database: Database): Promise<{ conversationId: string; ownerId: string }[]> {
  const { rows } = await database.pool.query(
    `SELECT DISTINCT c.id AS "conversationId", c.owner_id AS "ownerId" FROM platform.tool_call p
       JOIN platform.conversation c ON c.id = p.conversation_id
     WHERE p.conversation_id IS NOT NULL AND p.acknowledged_turn IS NULL AND p.expires_at IS NOT NULL
       AND p.status IN ('applied', 'failed', 'declined', 'unknown')
       -- A model that could not be told for so long will read it for itself.
       AND p.ended_at > clock_timestamp() - interval '10 minutes' LIMIT 100`,
  )
  return rows
}
