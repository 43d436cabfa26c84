import type { Transport } from "../contract/effect.ts"
import type { TaintSource, TOOL_CALL_STATUSES } from "../contract/proposal.ts"
import type { Database } from "../db/database.ts"
import { gather } from "../db/gather.ts"
import type { LazyTransaction } from "../db/transaction.ts"
import { ABOUT, MOST_CAUSES } from "../events/event-store.ts"
import type { Principal } from "../identity/principal/principal.ts"
import { toolCalled } from "./tool-called.ts"

export type ToolCallStatus = (typeof TOOL_CALL_STATUSES)[number]

/** Who does a step, and through which door: on every audit row. */
export interface Actor {
  principal: Pick<Principal, "kind" | "id" | "name">
  transport: Transport
  correlationId: string
  causation?: readonly string[]
}

export interface Step {
  callId: string
  /** Nothing happens unless the row is in this state. */
  from: ToolCallStatus
  to: ToolCallStatus
  actor: Actor
  /** Further columns, by name. */
  set?: Readonly<Record<string, unknown>>
  /** Columns that get an instant this far from now, by the database's clock. */
  setIn?: Readonly<Record<string, string>>
  /** Fences off everyone but the one who holds this lease. */
  lease?: string
  note?: string | null
}

/** Where ends of calls are written and told: the runtime is one. */
export interface CallDesk {
  readonly database: Database
  /** The verbs that are to hear of an event. */
  subscribersOf(eventId: string): readonly string[]
  wakeDeliveries(): void
}

/**
 * Moves a call from one state to the next. Audit row, event and deliveries are written by the same statement: none of
 * them exists without the others. Null when the row was not in that state any more.
 */
export async function moveToolCall(desk: CallDesk, step: Step, within?: LazyTransaction): Promise<ToolCallRow | null> {
  const subscribers = desk.subscribersOf(toolCalled.id)
  const statement = stepStatement(step, subscribers)
  const wake = () => subscribers.length > 0 && desk.wakeDeliveries()
  if (within) {
    const [row] = await within.query<ToolCallRow & { transaction_id: string }>(statement, statement.values)
    if (row) within.noteId(row.transaction_id)
    within.afterCommit(wake)
    return row ?? null
  }
  const { rows } = await desk.database.pool.query<ToolCallRow>(statement)
  wake()
  return rows[0] ?? null
}

/** The end of a call that ran at once, which is most of them: together, and without the rows nobody reads. */
export async function endToolCall(desk: CallDesk, callId: string, actor: Actor): Promise<void> {
  const subscribers = desk.subscribersOf(toolCalled.id)
  await endTogether(desk.database, { callId, actor, subscribers })
  if (subscribers.length > 0) desk.wakeDeliveries()
}

function stepStatement(
  { callId, from, to, actor, set = {}, setIn = {}, lease, note = null }: Step,
  subscribers: readonly string[],
) {
  const { kind, id, name } = actor.principal
  const values: unknown[] = [
    callId,
    from,
    to,
    kind,
    id,
    name,
    actor.transport,
    actor.correlationId,
    note,
    lease ?? null,
    actor.causation ?? [],
    subscribers,
  ]
  const columns = Object.entries(set).map(([column, value]) => `, ${column} = $${values.push(value)}`)
  columns.push(...Object.entries(setIn).map(([name, term]) => `, ${name} = now() + $${values.push(term)}::interval`))
  const text = `${moving(ONE_STEP, "$12::text[]", columns)} SELECT *, pg_current_xact_id()::text AS transaction_id FROM moved`
  return { name: nameOf(text), text, values }
}

/** There are as many texts as kinds of steps; planning one anew takes longer than running it. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `move-tool-call-${names.size + 1}`
  names.set(text, name)
  return name
}

const endTogether = gather<{ callId: string; actor: Actor; subscribers: readonly string[] }, null>(
  async (database, calls) => {
    const steps = calls.map(({ callId, actor: { principal, transport, correlationId, causation = [] } }) => ({
      call_id: callId,
      from_status: "running",
      to_status: "executed",
      kind: principal.kind,
      person: principal.id,
      name: principal.name,
      door: transport,
      correlation: correlationId,
      causation,
    }))
    await database.pool.query({
      name: "end-tool-calls",
      text: `${moving(MANY_STEPS, "$2::text[]")} SELECT FROM moved`,
      values: [JSON.stringify(steps), calls[0]?.subscribers ?? []],
    })
    return calls.map(() => null)
  },
)

const ONE_STEP = `SELECT $1::uuid AS call_id, $2::text AS from_status, $3::text AS to_status, $4::text AS kind,
  $5::text AS person, $6::text AS name, $7::text AS door, $8::text AS correlation, $9::text AS remark, $10::uuid AS held,
  $11::text[] AS causation`
const MANY_STEPS = `SELECT * FROM jsonb_to_recordset($1::jsonb) AS s (call_id uuid, from_status text, to_status text,
  kind text, person text, name text, door text, correlation text, remark text, held uuid, causation text[])`

/** Up to the rows that moved, and who hears of them. */
function moving(steps: string, subscribers: string, columns: readonly string[] = []): string {
  return `WITH step AS (${steps}),
     moved AS (
       UPDATE platform.tool_call t SET status = s.to_status, ended_at = CASE WHEN s.to_status IN ('proposed', 'applying')
         THEN NULL ELSE clock_timestamp() END${columns.join("")}
       FROM step s WHERE t.id = s.call_id AND t.status = s.from_status AND (s.held IS NULL OR t.lease = s.held)
       RETURNING t.*),
     logged AS (
       INSERT INTO platform.audit (principal_kind, principal_id, principal_name, transport, correlation_id, action,
         effect, outcome, thing_type, thing_id, thing_name, after, note)
       SELECT s.kind, s.person, s.name, s.door, s.correlation, m.tool, m.effect, m.status,
         CASE WHEN m.expires_at IS NULL THEN 'ai.toolCall' ELSE 'ai.proposal' END, m.id::text, coalesce(m.audit_name, m.summary, m.tool),
         jsonb_strip_nulls(jsonb_build_object('argsMac', m.args_mac, 'argsKey', m.args_key, 'askedBy', m.principal_name,
           'signedBy', m.signer_name, 'unsigned', CASE WHEN m.unsigned THEN true END, 'transport', m.transport)), coalesce(s.remark, m.problem, m.decision_note)
       FROM moved m JOIN step s ON s.call_id = m.id WHERE m.status <> 'applying'),
     given AS MATERIALIZED (
       SELECT gen_random_uuid() AS id, clock_timestamp() AS at, '${toolCalled.about.type}' AS about_type, m.id::text AS about_id,
         jsonb_build_object('callId', m.id, 'principalKind', m.principal_kind, 'principalId', m.principal_id,
           'transport', m.transport, 'toolName', m.tool, 'effect', m.effect, 'status', m.status) AS payload,
         s.causation, s.correlation
       FROM moved m JOIN step s ON s.call_id = m.id WHERE m.status <> 'applying'),
     told AS (
       INSERT INTO platform.event (id, at, event, about_type, about_id, payload, causation, correlation_id)
       SELECT id, at, '${toolCalled.id}', about_type, about_id, payload, causation, correlation FROM given),
     delivered AS (
       INSERT INTO platform.delivery (subscriber, about, event_id, event_at)
       SELECT subscriber, ${ABOUT}, id, at FROM given, unnest(${subscribers}) AS subscriber
       WHERE cardinality(causation) < ${MOST_CAUSES})`
}

/** As the table holds it. */
export interface ToolCallRow {
  id: string
  at: Date
  tool: string
  effect: "read" | "mutate" | "destructive"
  transport: "http" | "chat" | "mcp" | "editor" | "automation"
  correlation_id: string
  conversation_id: string | null
  principal_kind: "user" | "application"
  principal_id: string
  principal_name: string
  person_id: string | null
  person_name: string | null
  grant_id: string | null
  budget_holder: string
  status: ToolCallStatus
  problem: string | null
  nonce_hash: string | null
  token_expires_at: Date | null
  expires_at: Date | null
  payload: string | null
  result: string | null
  summary: string | null
  card: { diff: []; things: []; consequences: []; reasons: []; firstOnColleague?: boolean } | null
  fingerprint: string | null
  taint: TaintSource[] | null
  quoted: TaintSource[] | null
  waits_on_colleague: boolean
  destination: string | null
  two_person: boolean
  external: boolean
  lease: string | null
  lease_until: Date | null
  signer_kind: "user" | "application" | null
  signer_id: string | null
  signer_name: string | null
  /** Nobody signed it: it was applied by itself. */
  unsigned: boolean
  decided_at: Date | null
  decision_note: string | null
  replaces: string | null
  replaced_by: string | null
  undo: { toolName: string; input: Record<string, unknown>; label: string } | null
  turn_id: string | null
  model_call_id: string | null
}
