import type pg from "pg"
import type { SpendAnswer } from "../../connections/spend.ts"
import type { ContentBlock } from "../../contract/chat/content-block.ts"
import type { TurnKind, TurnState } from "../../contract/chat/turn-event.ts"
import type { Database } from "../../db/database.ts"

export interface NewTurn {
  conversation_id: string
  owner_id: string
  kind: TurnKind
  turn_id: string
  answer_id: string
  pod: string
  correlation_id: string
  connection_id: string
  model: string
  time_zone?: string
  skill_id?: string | null
  /** The message that comes with it, or the question that is answered again. */
  message_id?: string
  /** What a client wants answered again, by the id it knows. */
  named?: string
  /** With a message only. */
  client_id?: string
  blocks?: readonly ContentBlock[]
  images?: readonly { id: string; mediaType: string; data: string }[]
  title?: string
}

/** A proposal of the conversation that somebody decided, and that its model does not know of yet. */
export interface DecidedProposal {
  proposalId: string
  toolName: string
  summary: string
  status: "applied" | "failed" | "declined" | "unknown"
  signer: string | null
  reason: string | null
  problem: string | null
  replaces: string | null
  undo: { toolName: string; input: Record<string, unknown>; label: string } | null
}

export type BegunTurn =
  | { status: "begun"; spendId: string; lastPosition: number; decided: DecidedProposal[] }
  | { status: "known"; turnId: string; state: TurnState; messageId: string; answerId: string }
  | { status: "busy"; turnId: string }
  | { status: "gone" | "nothing" | "passed" }
  | { status: "over_spend"; answer: SpendAnswer }

/** Message, turn, the row of the answer and the reservation of the first call commit together. */
export async function beginTurn(
  database: Database,
  turn: NewTurn,
  spend: object,
  cap: object | null,
): Promise<BegunTurn> {
  const { rows } = await database.pool.query({
    name: "begin-turn",
    text: "SELECT * FROM platform.begin_turn($1, $2, $3)",
    values: [JSON.stringify(turn), JSON.stringify(spend), cap ? JSON.stringify(cap) : null],
  })
  const row = rows[0]
  switch (row.status as BegunTurn["status"]) {
    case "begun":
      return {
        status: "begun",
        spendId: row.spend_id,
        lastPosition: Number(row.last_position),
        decided: row.decided ?? [],
      }
    case "known":
      return {
        status: "known",
        turnId: row.turn_id,
        state: row.turn_state,
        messageId: row.message_id,
        answerId: row.answer_id,
      }
    case "busy":
      return { status: "busy", turnId: row.turn_id }
    case "over_spend":
      return { status: "over_spend", answer: row }
    default:
      return { status: row.status }
  }
}

/** What one turn has to be written down since the last time. */
export interface LogBatch {
  turnId: string
  answerId: string
  firstSeq: number
  lines: string[]
  /** Parts that were completed meanwhile, and how many there were before them. */
  blocks: ContentBlock[]
  firstBlock: number
}

/**
 * All turns of a pod in one statement. Answers with those that are still this pod's to write: another may have
 * closed a turn whose pod was thought dead, and whoever closes it waits for this lock. The same batch again, with or
 * without more behind it, adds what is missing: a connection may break between a commit and its answer. Asynchronous
 * commit: losing the database itself may cost the last fraction of a second of a running answer, and nothing that was
 * acknowledged.
 */
export async function appendLog(
  database: Database,
  pod: string,
  batches: readonly LogBatch[],
): Promise<Map<string, { stopAsked: boolean }>> {
  const given = batches.map(({ turnId, answerId, firstSeq, lines, blocks, firstBlock }) => ({
    turn_id: turnId,
    first_seq: firstSeq,
    last_seq: firstSeq + lines.length - 1,
    lines: lines.join("\n"),
    ...(blocks.length > 0 ? { answer_id: answerId, blocks, first_block: firstBlock } : {}),
  }))
  const { rows } = await database.pool.query<{ id: string; stopAsked: boolean }>({
    name: "append-turn-log",
    text: `WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
      live AS MATERIALIZED (SELECT t.id, t.stop_asked_at IS NOT NULL AS "stopAsked" FROM quick, platform.turn t
        WHERE t.id = ANY ($1::uuid[]) AND t.pod = $2 AND t.state = 'running' FOR SHARE OF t),
      given AS MATERIALIZED (SELECT g.* FROM json_to_recordset($3::json) AS g (turn_id uuid, first_seq integer,
        last_seq integer, lines text, answer_id uuid, blocks jsonb, first_block integer) JOIN live ON live.id = g.turn_id),
      logged AS (INSERT INTO platform.turn_log AS l (turn_id, first_seq, last_seq, lines)
        SELECT g.turn_id, g.first_seq, g.last_seq, g.lines FROM given g WHERE g.last_seq >= g.first_seq
        ON CONFLICT (turn_id, first_seq) DO UPDATE SET last_seq = excluded.last_seq, lines = excluded.lines
          WHERE l.last_seq < excluded.last_seq),
      kept AS (UPDATE platform.message m SET blocks = m.blocks || (
          SELECT coalesce(jsonb_agg(b.block ORDER BY b.number), '[]')
          FROM jsonb_array_elements(g.blocks) WITH ORDINALITY b (block, number)
          WHERE b.number > jsonb_array_length(m.blocks) - g.first_block)
        FROM given g WHERE m.id = g.answer_id)
      SELECT id, "stopAsked" FROM live`,
    // One JSON: as arrays, the driver would escape every line by itself.
    values: [batches.map(({ turnId }) => turnId), pod, JSON.stringify(given)],
  })
  return new Map(rows.map(({ id, stopAsked }) => [id, { stopAsked }]))
}

export interface TurnEnding {
  turnId: string
  state: Exclude<TurnState, "running">
  problem: string | null
  /** The whole answer, as it is to be read from now on. */
  blocks: readonly ContentBlock[]
  firstSeq: number
  lines: readonly string[]
  contextTokens: number | null
  tokenCorrection: number | null
  /** Proposals that were applied within the turn. */
  applied: readonly string[]
  by: { kind: string; id: string; name: string }
  note: string | null
}

/** The turn's state, its whole answer, the last of its log and the audit row: one statement. False: it was closed already. */
export async function endTurn(database: pg.Pool | pg.PoolClient, end: TurnEnding): Promise<boolean> {
  const { rows } = await database.query({
    name: "end-turn",
    text: `WITH ended AS (
        UPDATE platform.turn SET state = $2, ended_at = clock_timestamp(), problem = $3
        WHERE id = $1 AND state = 'running' RETURNING id, conversation_id, answer_id, correlation_id, kind, model),
      answer AS (UPDATE platform.message m SET blocks = $4 FROM ended WHERE m.id = ended.answer_id),
      logged AS (INSERT INTO platform.turn_log (turn_id, first_seq, last_seq, lines)
        SELECT id, $5, $6, $7 FROM ended WHERE $6::integer >= $5::integer
        -- A batch whose answer was lost may be there already, as the beginning of this one.
        ON CONFLICT (turn_id, first_seq) DO UPDATE SET last_seq = excluded.last_seq, lines = excluded.lines),
      conversation AS (UPDATE platform.conversation c SET updated_at = now(),
          context_tokens = coalesce($8, c.context_tokens), token_correction = coalesce($9, c.token_correction)
        FROM ended WHERE c.id = ended.conversation_id RETURNING c.id),
      acknowledged AS (UPDATE platform.tool_call p SET acknowledged_turn = $1
        FROM ended WHERE p.id = ANY ($10::uuid[])),
      audited AS (INSERT INTO platform.audit (principal_kind, principal_id, principal_name, transport, correlation_id,
          action, effect, outcome, thing_type, thing_id, after, note)
        SELECT $11, $12, $13, 'chat', ended.correlation_id, 'ai.chat.' || $2, 'mutate',
          CASE WHEN $2 IN ('completed', 'stopped') THEN 'executed' ELSE 'failed' END, 'ai.conversation',
          conversation.id::text,
          jsonb_build_object('turnId', ended.id, 'kind', ended.kind, 'model', ended.model), coalesce($14, $3)
        FROM ended, conversation)
      SELECT id FROM ended`,
    values: [
      end.turnId,
      end.state,
      end.problem,
      JSON.stringify(end.blocks),
      end.firstSeq,
      end.firstSeq + end.lines.length - 1,
      end.lines.join("\n"),
      end.contextTokens,
      end.tokenCorrection,
      end.applied,
      end.by.kind,
      end.by.id,
      end.by.name,
      end.note,
    ],
  })
  return rows.length > 0
}

export interface LogPage {
  state: TurnState
  /** From the first event after the one asked for. */
  entries: { seq: number; line: string }[]
}

/** What a turn has said after an event, and whether more may come: both as of one moment. */
export async function readLog(database: Database, turnId: string, after: number): Promise<LogPage | null> {
  const { rows } = await database.pool.query<{ state: TurnState; first_seq: number | null; lines: string }>({
    name: "read-turn-log",
    text: `SELECT t.state, l.first_seq, l.lines FROM platform.turn t
      LEFT JOIN platform.turn_log l ON l.turn_id = t.id AND l.last_seq > $2 WHERE t.id = $1 ORDER BY l.first_seq`,
    values: [turnId, after],
  })
  const state = rows[0]?.state
  if (!state) return null
  const entries = rows.flatMap(({ first_seq, lines }) =>
    first_seq === null ? [] : lines.split("\n").map((line, index) => ({ seq: first_seq + index, line })),
  )
  return { state, entries: entries.filter(({ seq }) => seq > after) }
}

export interface RunningTurn {
  id: string
  conversationId: string
  pod: string
}

/** Of those conversations that run one. */
export async function findRunningTurns(database: Database, conversationIds: readonly string[]): Promise<RunningTurn[]> {
  const { rows } = await database.pool.query({
    name: "running-turns",
    text: `SELECT id, conversation_id AS "conversationId", pod FROM platform.turn
      WHERE conversation_id = ANY ($1::uuid[]) AND state = 'running'`,
    values: [conversationIds],
  })
  return rows
}

/** Those of the turns that exist and belong to one of the conversations. */
export async function findTurns(
  database: Database,
  turnIds: readonly string[],
  conversationIds: readonly string[],
): Promise<{ id: string; conversationId: string }[]> {
  const { rows } = await database.pool.query({
    name: "find-turns",
    text: `SELECT id, conversation_id AS "conversationId" FROM platform.turn
      WHERE id = ANY ($1::uuid[]) AND conversation_id = ANY ($2::uuid[])`,
    values: [turnIds, conversationIds],
  })
  return rows
}

/**
 * Of each conversation the turn that followed the given one, or without one the first that runs or began since. Ended
 * ones too: a turn may be over before its beginning was heard of.
 */
export async function findNextTurns(
  database: Database,
  after: readonly { conversationId: string; turnId: string | null }[],
  since: string | null,
): Promise<{ id: string; conversationId: string }[]> {
  const { rows } = await database.pool.query({
    name: "next-turns",
    text: `SELECT n.id, w.conversation_id AS "conversationId"
      FROM unnest($1::uuid[], $2::uuid[]) w (conversation_id, turn_id)
      CROSS JOIN LATERAL (SELECT t.id FROM platform.turn t WHERE t.conversation_id = w.conversation_id
        AND t.id IS DISTINCT FROM w.turn_id AND (t.state = 'running' OR t.started_at >
          coalesce((SELECT l.started_at FROM platform.turn l WHERE l.id = w.turn_id), $3::timestamptz))
        ORDER BY t.started_at LIMIT 1) n`,
    values: [after.map(({ conversationId }) => conversationId), after.map(({ turnId }) => turnId), since],
  })
  return rows
}

/** The database's: pods may be hours apart. */
export async function readClock(database: Database): Promise<string> {
  const { rows } = await database.pool.query("SELECT clock_timestamp()::text AS now")
  return rows[0].now
}

/** Null when nothing runs, or it is not theirs to stop. `only`: this turn, not one that began after it. */
export async function askToStop(
  database: Database,
  conversationId: string,
  ownerId: string,
  only?: string,
): Promise<string | null> {
  const { rows } = await database.pool.query(
    `UPDATE platform.turn t SET stop_asked_at = clock_timestamp() FROM platform.conversation c
     WHERE t.conversation_id = $1 AND t.state = 'running' AND c.id = t.conversation_id AND c.owner_id = $2
       AND ($3::uuid IS NULL OR t.id = $3)
     RETURNING t.id`,
    [conversationId, ownerId, only ?? null],
  )
  return rows[0]?.id ?? null
}
