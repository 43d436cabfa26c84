import type { Database } from "../../db/database.ts"
import type { StoredMessage } from "../prompt/turn-context-store.ts"

export interface ReplayableConversation {
  id: string
  ownerId: string
  title: string | null
}

/** The ones named, else the latest, of one person or of all. Those with a turn under way are left out. */
export async function findReplayable(
  database: Database,
  wanted: { ids?: readonly string[]; email?: string; last: number },
): Promise<ReplayableConversation[]> {
  const { rows } = await database.pool.query(
    `SELECT c.id, c.owner_id AS "ownerId", c.title FROM platform.conversation c JOIN platform.person p ON p.id = c.owner_id
     WHERE ($1::text[] IS NULL OR c.id::text = ANY ($1)) AND ($2::text IS NULL OR lower(p.email) = lower($2))
       AND NOT EXISTS (SELECT 1 FROM platform.turn t WHERE t.conversation_id = c.id AND t.state = 'running')
       AND EXISTS (SELECT 1 FROM platform.message m WHERE m.conversation_id = c.id)
     ORDER BY c.updated_at DESC, c.id LIMIT $3`,
    [wanted.ids?.map((id) => id.toLowerCase()) ?? null, wanted.email ?? null, wanted.ids?.length ?? wanted.last],
  )
  return rows
}

export interface DatedMessage extends StoredMessage {
  at: Date
  model: string | null
}

/** What the summary does not cover, oldest first. */
export async function readDatedMessages(
  database: Database,
  { id, summaryThrough }: { id: string; summaryThrough: number },
): Promise<DatedMessage[]> {
  const { rows } = await database.pool.query(
    `SELECT id, position, role, blocks, at, model FROM platform.message
     WHERE conversation_id = $1 AND position > $2 ORDER BY position`,
    [id, summaryThrough],
  )
  return rows.map((row) => ({ ...row, position: Number(row.position) }))
}
