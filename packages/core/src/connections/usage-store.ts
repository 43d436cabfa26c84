import { findDriver } from "@countersign/llm"
import { type SQL, sql } from "drizzle-orm"
import type { Tx } from "../db/database.ts"

export interface UsageSum {
  calls: number
  /** What caps count: prompt, cached or not, and answer; of calls nobody could count, what was set aside for them. */
  tokens: number
  inputTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  outputTokens: number
  reasoningTokens: number
  costUsd: number
  /** Calls of models whose price nobody knows: they are missing in the cost. */
  unpricedCalls: number
  /** Calls whose provider reported no tokens, or a number that cannot be true. */
  unbelievableCalls: number
}

export type UsageRow = UsageSum & { key: string; label: string }

export interface UsageReport {
  since: string
  totals: UsageSum
  /** Changes that waited for a signature only because the assistant had read what colleagues wrote. */
  waitedOnColleagues: number
  byConnection: UsageRow[]
  byProvider: UsageRow[]
  /** One for each provider and model: the same model may be bought in two places. */
  byModel: (UsageRow & { provider: string })[]
  byUser: UsageRow[]
  byScope: UsageRow[]
  byPurpose: UsageRow[]
  /** Every day of the time zone, also those without a call; 400 at most. */
  byDay: UsageRow[]
}

/** `since` null: the last thirty days. Calls that still run are left out. */
export async function readUsage(
  tx: Tx,
  { since, timeZone }: { since: string | null; timeZone: string },
): Promise<UsageReport> {
  const from = sql`coalesce(${since}::timestamptz, now() - interval '30 days')`
  const rows = async (key: SQL, label: SQL) =>
    (
      await tx.execute<SumRow>(sql`
        SELECT ${key} AS key, ${label} AS label, ${SUMS} FROM platform.spend s
        WHERE s.state <> 'reserved' AND s.at >= ${from} GROUP BY 1 ORDER BY cost_usd DESC, tokens DESC, 1 LIMIT 200`)
    ).rows.map(toRow)
  const latest = (column: SQL) => sql`(array_agg(${column} ORDER BY s.at DESC))[1]`
  const [totals] = (
    await tx.execute<SumRow & { since: Date | string }>(
      sql`SELECT '' AS key, '' AS label, ${from} AS since, ${SUMS} FROM platform.spend s
        WHERE s.state <> 'reserved' AND s.at >= ${from}`,
    )
  ).rows
  const { key: _, label: __, ...sums } = toRow(totals!)
  return {
    since: new Date(totals!.since).toISOString(),
    totals: sums,
    waitedOnColleagues: await countOnColleagues(tx, from),
    byConnection: await rows(sql`s.connection_id::text`, latest(sql`s.connection_label`)),
    byProvider: (await rows(sql`s.driver`, sql`s.driver`)).map((row) => ({ ...row, label: providerName(row.key) })),
    byModel: (await rows(sql`s.driver || ' ' || s.model`, latest(sql`s.model`))).map(withProvider),
    byUser: await rows(sql`s.principal_kind || ':' || s.principal_id`, latest(sql`s.principal_name`)),
    byScope: await rows(sql`s.scope`, sql`s.scope`),
    byPurpose: await rows(sql`s.purpose`, sql`s.purpose`),
    byDay: await readDays(tx, from, timeZone),
  }
}

async function countOnColleagues(tx: Tx, from: SQL): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::integer AS count FROM platform.tool_call WHERE waits_on_colleague AND at >= ${from}`,
  )
  return rows[0]!.count
}

function withProvider(row: UsageRow): UsageRow & { provider: string } {
  return { ...row, provider: providerName(row.key.slice(0, row.key.indexOf(" "))) }
}

function providerName(driver: string): string {
  return findDriver(driver)?.label ?? driver
}

async function readDays(tx: Tx, from: SQL, timeZone: string): Promise<UsageRow[]> {
  const { rows } = await tx.execute<SumRow>(sql`
    SELECT to_char(d.day, 'YYYY-MM-DD') AS key, to_char(d.day, 'YYYY-MM-DD') AS label, ${SUMS}
    FROM generate_series((greatest(${from}, now() - interval '400 days') AT TIME ZONE ${timeZone})::date,
      (now() AT TIME ZONE ${timeZone})::date, interval '1 day') AS d (day)
    LEFT JOIN platform.spend s ON s.state <> 'reserved' AND s.at >= ${from}
      AND (s.at AT TIME ZONE ${timeZone})::date = d.day::date
    GROUP BY d.day ORDER BY d.day`)
  return rows.map(toRow)
}

const SUMS = sql`count(s.id) AS calls, coalesce(sum(s.counted_tokens), 0) AS tokens,
  coalesce(sum(s.input_tokens), 0) AS input_tokens, coalesce(sum(s.cache_read_tokens), 0) AS cache_read_tokens,
  coalesce(sum(s.cache_write_tokens), 0) AS cache_write_tokens, coalesce(sum(s.output_tokens), 0) AS output_tokens,
  coalesce(sum(s.reasoning_tokens), 0) AS reasoning_tokens, coalesce(sum(s.cost_usd), 0) AS cost_usd,
  count(s.id) FILTER (WHERE s.cost_usd IS NULL) AS unpriced_calls,
  count(s.id) FILTER (WHERE s.state = 'unbelievable') AS unbelievable_calls`

interface SumRow extends Record<string, unknown> {
  key: string
  label: string
  calls: string
  tokens: string
  input_tokens: string
  cache_read_tokens: string
  cache_write_tokens: string
  output_tokens: string
  reasoning_tokens: string
  cost_usd: string
  unpriced_calls: string
  unbelievable_calls: string
}

function toRow(row: SumRow): UsageRow {
  return {
    key: row.key,
    label: row.label,
    calls: Number(row.calls),
    tokens: Number(row.tokens),
    inputTokens: Number(row.input_tokens),
    cacheReadTokens: Number(row.cache_read_tokens),
    cacheWriteTokens: Number(row.cache_write_tokens),
    outputTokens: Number(row.output_tokens),
    reasoningTokens: Number(row.reasoning_tokens),
    costUsd: Number(row.cost_usd),
    unpricedCalls: Number(row.unpriced_calls),
    unbelievableCalls: Number(row.unbelievable_calls),
  }
}
