import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { OUTCOMES, type Outcome, type StatusRule, type TargetStatus } from "../../contract.ts"
import { markLate } from "../history/dirty-hours.ts"
import { inMaintenance } from "../history/maintenance/in-maintenance.ts"
import type { KeptResult } from "./kept-result.ts"
import type { Memory, Standing } from "./status/next-status.ts"

/** A target whose run is still ours to store, as it was before. */
export interface HeldTarget extends Standing {
  targetId: number
  checkName: string
  intervalMs: number
  rule: StatusRule
  place: string
  /** It runs between its slots: just placed, asked for, or to confirm what the run before said. */
  outOfTurn: boolean
}

/** Locks the targets of these runs, those that are still ours: nobody else changes their status until the end of this transaction. */
export async function holdTargets(
  tx: Tx,
  claims: readonly { targetId: number; lease: string }[],
): Promise<Map<number, HeldTarget>> {
  const { rows } = await tx.execute<HeldRow>(sql`
    SELECT s.target_id, s.interval_ms, st.status, st.flapping, st.memory, c.name, t.place,
      coalesce(a.status_rule, c.status_rule) AS rule,
      s.slot_at <> healthcheck.next_slot(s.slot_at - interval '1 millisecond', s.interval_ms, s.phase_ms) AS out_of_turn
    FROM unnest(${sql.param(claims.map(({ targetId }) => targetId))}::int[], ${sql.param(claims.map(({ lease }) => lease))}::uuid[]) AS g(target_id, lease)
    JOIN healthcheck.schedule s ON s.target_id = g.target_id AND s.lease = g.lease
    JOIN healthcheck.state st ON st.target_id = s.target_id
    JOIN healthcheck.target t ON t.id = s.target_id AND t.ended_at IS NULL
    JOIN healthcheck."check" c ON c.id = t.check_id
    JOIN healthcheck.assignment a ON a.id = t.assignment_id
    ORDER BY s.target_id FOR UPDATE OF s, st`)
  return new Map(rows.map((row) => [row.target_id, toHeld(row)]))
}

export interface StoredRun {
  targetId: number
  at: Date
  outcome: Outcome
  ms: number
  tries: number
  /** Places of the assertions that did not hold. */
  failedAssertions: readonly number[]
  sentence: string
  cutOff: boolean
  /** Null for a good run that changed nothing. */
  kept: KeptResult | null
  lastOk: KeptResult | null
  standing: Standing
  changed: boolean
  suspect: boolean
  /** When the next one comes, where that is before its slot; null: at its slot. */
  confirmInMs: number | null
}

/** Everything of all of them in one statement: a round trip costs a server more than what it carries. */
export async function storeRuns(tx: Tx, runs: readonly StoredRun[]): Promise<void> {
  await tx.execute(sql`
    WITH given AS (
      SELECT * FROM unnest(${ints(runs, (run) => run.targetId)}, ${instants(runs)}, ${ints(runs, (run) => OUTCOMES.indexOf(run.outcome))},
        ${floats(runs, ({ ms }) => ms)}, ${ints(runs, ({ tries }) => tries)}, ${texts(runs, ({ failedAssertions }) => listText(failedAssertions))},
        ${texts(runs, ({ sentence }) => sentence)}, ${flags(runs, ({ cutOff }) => cutOff)}, ${texts(runs, ({ kept }) => kept && JSON.stringify(kept))},
        ${texts(runs, lastOkText)}, ${texts(runs, ({ standing }) => standing.status)}, ${flags(runs, ({ standing }) => standing.flapping)},
        ${texts(runs, ({ standing }) => JSON.stringify(standing.memory))}, ${flags(runs, ({ changed }) => changed)},
        ${flags(runs, ({ suspect }) => suspect)}, ${ints(runs, ({ confirmInMs }) => confirmInMs)})
      AS g(target_id, at, outcome, ms, tries, failed_assertions, sentence, cut_off, kept, last_ok, status, flapping, memory, changed, suspect, confirm_in)),
    freed AS (
      UPDATE healthcheck.schedule s SET slot_at = NULL, lease = NULL, lease_until = NULL, suspect = g.suspect,
        next_at = CASE WHEN g.confirm_in IS NULL OR s.next_at IS NULL THEN s.next_at
          ELSE greatest(g.at + g.confirm_in * interval '1 millisecond', date_trunc('milliseconds', platform.now())) END
      FROM given g WHERE s.target_id = g.target_id),
    ran AS (
      INSERT INTO healthcheck.run (at, target_id, ms, outcome, tries, in_maintenance, failed_assertions)
      SELECT g.at, g.target_id, g.ms, g.outcome, g.tries,
        ${inMaintenance({ systemId: sql`t.system_id`, environmentId: sql`t.environment_id`, at: sql`platform.now()` })},
        g.failed_assertions::smallint[]
      FROM given g JOIN healthcheck.target t ON t.id = g.target_id ON CONFLICT DO NOTHING),
    kept AS (
      INSERT INTO healthcheck.result (at, target_id, sentence, detail)
      SELECT at, target_id, sentence, kept::jsonb FROM given WHERE kept IS NOT NULL ON CONFLICT DO NOTHING),
    late AS (${markLate(sql`given`)})
    UPDATE healthcheck.state st SET status = g.status, since = CASE WHEN g.changed THEN g.at ELSE st.since END,
      flapping = g.flapping, memory = g.memory::jsonb, last_at = g.at, last_outcome = (${OUTCOME_WORDS})[g.outcome + 1], last_ms = g.ms,
      sentence = g.sentence, cut_off = g.cut_off, last_ok = coalesce(g.last_ok::jsonb, st.last_ok)
    FROM given g WHERE st.target_id = g.target_id`)
}

const OUTCOME_WORDS = sql.raw(`ARRAY[${OUTCOMES.map((outcome) => `'${outcome}'`).join(", ")}]`)

function lastOkText({ lastOk, at }: StoredRun): string | null {
  return lastOk && JSON.stringify({ at: at.toISOString(), ...lastOk })
}

function listText(numbers: readonly number[]): string | null {
  return numbers.length === 0 ? null : `{${numbers.join(",")}}`
}

type Column<T> = (run: StoredRun) => T | null

function ints(runs: readonly StoredRun[], of: Column<number>) {
  return sql`${sql.param(runs.map(of))}::int[]`
}
function floats(runs: readonly StoredRun[], of: Column<number>) {
  return sql`${sql.param(runs.map(of))}::real[]`
}
function texts(runs: readonly StoredRun[], of: Column<string>) {
  return sql`${sql.param(runs.map(of))}::text[]`
}
function flags(runs: readonly StoredRun[], of: Column<boolean>) {
  return sql`${sql.param(runs.map(of))}::boolean[]`
}
function instants(runs: readonly StoredRun[]) {
  return sql`${sql.param(runs.map(({ at }) => at.toISOString()))}::timestamptz[]`
}

interface HeldRow extends Record<string, unknown> {
  target_id: number
  interval_ms: number
  status: TargetStatus | null
  flapping: boolean
  memory: Partial<Memory>
  name: string
  place: string
  rule: StatusRule
  out_of_turn: boolean
}

function toHeld(row: HeldRow): HeldTarget {
  return {
    targetId: row.target_id,
    checkName: row.name,
    intervalMs: row.interval_ms,
    rule: row.rule,
    place: row.place,
    outOfTurn: row.out_of_turn,
    status: row.status,
    flapping: row.flapping,
    memory: { runs: "", verdicts: "", doubts: 0, timeouts: 0, ...row.memory },
  }
}
