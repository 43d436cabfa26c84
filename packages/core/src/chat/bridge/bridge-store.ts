import type { TabBeat } from "../../contract/chat/tab.ts"
import type { Database } from "../../db/database.ts"

export interface Lease {
  tab: string
  number: number
}

const AGO = (parameter: string) => `platform.now() - ${parameter}::double precision * interval '1 millisecond'`

/** By the tab that sent a message. One that holds it already keeps its number. */
export async function takeLease(database: Database, conversationId: string, tab: string): Promise<void> {
  await database.pool.query({
    name: "bridge-take",
    text: `WITH seen AS (INSERT INTO platform.bridge_tab (conversation_id, tab, seen_at) VALUES ($1, $2, platform.now())
        ON CONFLICT (conversation_id, tab) DO UPDATE SET seen_at = excluded.seen_at)
      INSERT INTO platform.bridge_lease AS l (conversation_id, tab, number, taken_at) VALUES ($1, $2, 1, platform.now())
      ON CONFLICT (conversation_id) DO UPDATE SET tab = excluded.tab, number = l.number + 1, taken_at = excluded.taken_at
        WHERE l.tab <> excluded.tab`,
    values: [conversationId, tab],
  })
}

/**
 * Who holds the lease now. Lost by a tab that was not seen for a while, it moves to the one that was seen last. Null where
 * none is open, or another server has just moved it: asked again, that is told.
 */
export async function holdLease(
  database: Database,
  conversationId: string,
  lostAfterMs: number,
): Promise<Lease | null> {
  const { rows } = await database.pool.query<Lease>({
    name: "bridge-hold",
    text: `WITH live AS MATERIALIZED (SELECT tab, seen_at FROM platform.bridge_tab
        WHERE conversation_id = $1 AND seen_at > ${AGO("$2")}),
      held AS MATERIALIZED (SELECT l.tab, l.number FROM platform.bridge_lease l JOIN live USING (tab) WHERE l.conversation_id = $1),
      moved AS (INSERT INTO platform.bridge_lease AS l (conversation_id, tab, number, taken_at)
        SELECT $1, tab, 1, platform.now() FROM live WHERE NOT EXISTS (SELECT FROM held) ORDER BY seen_at DESC, tab LIMIT 1
        ON CONFLICT (conversation_id) DO UPDATE SET tab = excluded.tab, number = l.number + 1, taken_at = excluded.taken_at
          WHERE l.tab NOT IN (SELECT tab FROM live)
        RETURNING tab, number)
      SELECT tab, number FROM held UNION ALL SELECT tab, number FROM moved`,
    values: [conversationId, lostAfterMs],
  })
  return rows[0] ?? null
}

/** This tab is open. Answers what it is still to do. Others' conversations are left out without a word. */
export async function noteTab(
  database: Database,
  ownerId: string,
  { tab, conversationIds }: TabBeat,
): Promise<{ requestId: string; lease: number }[]> {
  const { rows } = await database.pool.query<{ requestId: string; lease: number }>({
    name: "bridge-beat",
    text: `WITH own AS (SELECT id FROM platform.conversation WHERE id = ANY ($2::uuid[]) AND owner_id = $1),
      seen AS (INSERT INTO platform.bridge_tab (conversation_id, tab, seen_at) SELECT id, $3, platform.now() FROM own ORDER BY id
        ON CONFLICT (conversation_id, tab) DO UPDATE SET seen_at = excluded.seen_at)
      SELECT r.id AS "requestId", r.number AS lease FROM platform.bridge_request r
      JOIN own ON own.id = r.conversation_id
      JOIN platform.bridge_lease l ON l.conversation_id = r.conversation_id AND l.number = r.number AND l.tab = $3
      WHERE r.answered_at IS NULL AND r.ended_at IS NULL AND r.deadline > platform.now()`,
    values: [ownerId, conversationIds, tab],
  })
  return rows
}

export interface NewRequest {
  id: string
  conversationId: string
  turnId: string
  tool: string
  timeoutMs: number
}

/** Answers by when. */
export async function openRequest(database: Database, request: NewRequest): Promise<Date> {
  const { rows } = await database.pool.query<{ deadline: Date }>({
    name: "bridge-open",
    text: `INSERT INTO platform.bridge_request (id, conversation_id, turn_id, tool, number, deadline)
      VALUES ($1, $2, $3, $4, 0, platform.now() + $5::double precision * interval '1 millisecond') RETURNING deadline`,
    values: [request.id, request.conversationId, request.turnId, request.tool, request.timeoutMs],
  })
  return rows[0]!.deadline
}

/** From now on answers under this lease count, and none under an earlier one. */
export async function assignRequest(database: Database, id: string, number: number): Promise<void> {
  await database.pool.query({
    name: "bridge-assign",
    text: "UPDATE platform.bridge_request SET number = $2 WHERE id = $1 AND answered_at IS NULL",
    values: [id, number],
  })
}

/** Null where its conversation was deleted meanwhile. */
export async function readRequest(
  database: Database,
  id: string,
): Promise<{ answer: string | null; late: boolean } | null> {
  const { rows } = await database.pool.query<{ answer: string | null; late: boolean }>({
    name: "bridge-read",
    text: "SELECT answer, deadline <= platform.now() AS late FROM platform.bridge_request WHERE id = $1",
    values: [id],
  })
  return rows[0] ?? null
}

/** The row stays for a while, so that whoever answers late is told so. */
export async function endRequest(database: Database, id: string): Promise<void> {
  await database.pool.query({
    name: "bridge-end",
    text: "UPDATE platform.bridge_request SET ended_at = platform.now(), answer = NULL WHERE id = $1",
    values: [id],
  })
}

export interface StoredRequest {
  tool: string
  /** Its turn goes on. */
  running: boolean
  /** Somebody waits for it, and nobody has answered. */
  open: boolean
  /** The tab that answers holds the lease under which it was asked. */
  current: boolean
}

export async function findRequest(
  database: Database,
  { id, conversationId, tab, lease }: { id: string; conversationId: string; tab: string; lease: number },
): Promise<StoredRequest | null> {
  const { rows } = await database.pool.query<StoredRequest>({
    name: "bridge-find",
    text: `SELECT r.tool, t.state = 'running' AS running,
        r.answered_at IS NULL AND r.ended_at IS NULL AND r.deadline > platform.now() AS open,
        r.number = $4 AND l.number = $4 AND l.tab = $3 AS current
      FROM platform.bridge_request r
      JOIN platform.turn t ON t.id = r.turn_id
      LEFT JOIN platform.bridge_lease l ON l.conversation_id = r.conversation_id
      WHERE r.id = $1 AND r.conversation_id = $2`,
    values: [id, conversationId, tab, lease],
  })
  return rows[0] ?? null
}

/** False when another was faster, the lease moved, or nobody waits any more: this decides it, not an earlier look. */
export async function storeAnswer(
  database: Database,
  { id, tab, lease, answer }: { id: string; tab: string; lease: number; answer: string },
): Promise<boolean> {
  const { rowCount } = await database.pool.query({
    name: "bridge-answer",
    text: `UPDATE platform.bridge_request r SET answer = $4, answered_at = platform.now()
      FROM platform.bridge_lease l, platform.turn t
      WHERE r.id = $1 AND r.number = $3 AND r.answered_at IS NULL AND r.ended_at IS NULL AND r.deadline > platform.now()
        AND l.conversation_id = r.conversation_id AND l.number = $3 AND l.tab = $2
        AND t.id = r.turn_id AND t.state = 'running'`,
    values: [id, tab, lease, answer],
  })
  return rowCount === 1
}

/** What nobody asks about any more: tabs, leases and requests of turns that are long over. */
export async function sweepBridge(database: Database): Promise<void> {
  await database.pool.query(
    `WITH old AS (SELECT platform.now() - interval '10 minutes' AS at),
      requests AS (DELETE FROM platform.bridge_request r USING old WHERE r.deadline < old.at),
      tabs AS (DELETE FROM platform.bridge_tab b USING old WHERE b.seen_at < old.at)
    DELETE FROM platform.bridge_lease l USING old WHERE l.taken_at < old.at AND NOT EXISTS (
      SELECT FROM platform.bridge_tab b WHERE b.conversation_id = l.conversation_id AND b.seen_at >= old.at)`,
  )
}
