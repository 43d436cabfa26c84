import { type Ctx, implement, instant, keyset, NotFoundError, type PageRequest } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { checkAccess, healthcheckContract, OUTCOMES, type Run, type RunDetail } from "../../../contract.ts"
import { integers } from "../sources.ts"
import { type AskedTarget, askedTargets, namesOfTargets } from "./asked-targets.ts"

const STORED = [...OUTCOMES, "missed"] as const

/** Single runs, as far back as they are kept. */
export const runHistory = implement(healthcheckContract.runHistory, async (ctx, { from, to, status, ...asked }) => {
  const targets = await askedTargets(ctx, asked, checkAccess.details)
  const page = await listRuns(ctx, targets, asked, [
    from === undefined ? undefined : sql`run.at >= ${from}::timestamptz`,
    to === undefined ? undefined : sql`run.at < ${to}::timestamptz`,
    status && ofStatus(status),
  ])
  return { ...page, items: await presentRuns(ctx, targets, page.items) }
})

export const getRun = implement(healthcheckContract.getRun, async (ctx, { targetId, at }): Promise<RunDetail> => {
  const targets = await askedTargets(ctx, { targetId }, checkAccess.details)
  const request: PageRequest = { sort: "at", direction: "desc", limit: 1 }
  // Instants travel in milliseconds.
  const then = sql`${new Date(at).toISOString()}::timestamptz`
  const thatOne = sql`run.at >= ${then} AND run.at < ${then} + interval '1 millisecond'`
  const { items } = await listRuns(ctx, targets, request, [thatOne], sql`coalesce(result.detail, newest.detail)`)
  const [run] = await presentRuns(ctx, targets, items)
  if (!run)
    throw new NotFoundError(
      "No such run is kept, or it is not yours to see. List them with healthcheck.runHistory to find the right one.",
    )
  const detail = items[0]?.detail
  return {
    ...run,
    failure: detail?.failure ?? null,
    values: detail?.values ?? {},
    assertions: detail?.assertions ?? [],
  }
})

/** Words that let Postgres use the index of runs that were not good. */
function ofStatus(status: readonly (typeof STORED)[number][]): SQL {
  const outcomes = status.map((one) => STORED.indexOf(one))
  const listed = sql`run.outcome = ANY(${sql.param(outcomes)}::smallint[])`
  return outcomes.includes(0) ? listed : sql`${listed} AND run.outcome <> 0`
}

interface RunRow extends Omit<Run, "checkId" | "system" | "environment"> {
  mark: string
  detail: Pick<RunDetail, "failure" | "values" | "assertions"> | null
}

/**
 * The newest of each target are read from its index, then the newest of all: page 100 costs what page 1 costs, however many runs
 * there are. What they brought back is looked up for those of the page alone (OFFSET 0: Postgres would read all of a week).
 */
async function listRuns(
  ctx: Ctx,
  targets: readonly AskedTarget[],
  request: PageRequest,
  conditions: readonly (SQL | undefined)[],
  detail: SQL = sql`NULL`,
) {
  const at = { expression: sql`run.at`, type: "timestamptz" } as const
  const page = keyset(request, { at }, { expression: sql`run.target_id`, type: "integer" })
  const order = sql.join(page.orderBy, sql`, `)
  const ids = integers(targets.map(({ id }) => id))
  const ofTarget = sql`run.target_id = target.id AND ${page.where(page.reached, ...conditions) ?? sql`true`}`
  // Of more targets than the page has places, nothing on it lies beyond the last place of a page of their first ones.
  const isAscending = (request.direction === "asc") !== (request.before !== undefined)
  const beyond = sql`coalesce((SELECT run.at FROM unnest(${ids}) target(id) CROSS JOIN LATERAL (
      SELECT run.at FROM healthcheck.run WHERE ${ofTarget} ORDER BY ${page.orderBy[0]} LIMIT 1) run
    ORDER BY ${page.orderBy[0]} OFFSET ${page.limit - 1} LIMIT 1), ${isAscending ? "infinity" : "-infinity"}::timestamptz)`
  const within =
    targets.length < page.limit ? sql`true` : isAscending ? sql`run.at <= ${beyond}` : sql`run.at >= ${beyond}`
  const { rows } = await ctx.tx.execute<RunRow & Record<string, unknown>>(sql`
    SELECT run.target_id AS "targetId", ${instant(sql`run.at`)} AS at, (${NAMES})[run.outcome + 1] AS outcome, run.ms AS "durationMs",
      run.tries, run.in_maintenance AS "inMaintenance", coalesce(result.sentence, '') AS sentence,
      result.at IS NOT NULL OR newest.detail IS NOT NULL AS kept, ${page.mark} AS mark, ${detail} AS detail
    FROM (SELECT run.* FROM unnest(${ids}) target(id) CROSS JOIN LATERAL (
        SELECT * FROM healthcheck.run WHERE ${ofTarget} AND ${within}
        ORDER BY ${page.orderBy[0]} LIMIT ${page.limit}) run
      ORDER BY ${order} LIMIT ${page.limit}) run
    LEFT JOIN LATERAL (SELECT * FROM healthcheck.result WHERE result.target_id = run.target_id AND result.at = run.at OFFSET 0) result ON true
    LEFT JOIN LATERAL (SELECT state.last_ok AS detail FROM healthcheck.state
      WHERE state.target_id = run.target_id AND (state.last_ok->>'at')::timestamptz = run.at) newest ON true
    ORDER BY ${order}`)
  return page.toPage(
    rows,
    ({ targetId }) => String(targetId),
    ({ mark, ...row }) => row,
  )
}

const NAMES = sql.raw(`ARRAY[${STORED.map((name) => `'${name}'`).join(", ")}]`)

async function presentRuns(
  ctx: Ctx,
  targets: readonly AskedTarget[],
  rows: readonly Omit<RunRow, "mark">[],
): Promise<Run[]> {
  const shown = new Set(rows.map(({ targetId }) => targetId))
  const names = await namesOfTargets(
    ctx,
    targets.filter(({ id }) => shown.has(id)),
  )
  return rows.flatMap(({ detail, ...run }) => {
    const named = names.get(run.targetId)
    return named ? [{ ...run, ...named }] : []
  })
}
