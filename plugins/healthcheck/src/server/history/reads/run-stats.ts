import { InvalidInputError, implement, type Tx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { checkAccess, healthcheckContract, type Stats, type StatsPoint } from "../../../contract.ts"
import { addUp, addUpFailures, type RunSum } from "../add-up.ts"
import { add, countOf, type Histogram, mergeAllEncoded, quantile } from "../histogram.ts"
import { integers, sourcesOf } from "../sources.ts"
import { ceilTo, DAY, floorTo, HOUR, type Horizon, layTiers, type Range, readHorizon, type Tier } from "../tiers.ts"
import { sumOf, uptime } from "../uptime.ts"
import { type AskedTarget, askedTargets } from "./asked-targets.ts"

/** What one chart may read: more single runs than a day of 50 targets at 20 s, or hours than 20 targets have in 90 days. */
const MOST_RUNS = 250_000
const MOST_HOURS = 50_000
/** Days whose durations are read: 1,000 targets over 90 days, 17 MB. */
const MOST_DAYS = 100_000

export const runStats = implement(healthcheckContract.runStats, async (ctx, { from, to, buckets, ...asked }) => {
  const targets = await askedTargets(ctx, asked, checkAccess.read)
  const horizon = await readHorizon(ctx.tx)
  const range = rangeOf(from, to, horizon)
  const tier = chooseTier(range, buckets, targets, horizon)
  const periods = periodsOf(range, buckets, PERIOD[tier])
  const isOneCheck = new Set(targets.map(({ checkId }) => checkId)).size === 1
  const timed = timedOf(targets, periods, tier)
  const { sums, failed } = await addUpPeriods(ctx.tx, { targets, timed, isOneCheck }, periods, tier, horizon)
  const isWhole = timed.length === targets.length
  return {
    from: instantOf(periods.from),
    to: instantOf(periods.to),
    tier,
    uptime: uptime(sumOf(sums)),
    points: sums.map((sum, index) => toPoint(sum, periods, index)),
    durationsOf: isWhole ? null : { targets: timed.length, of: targets.length },
    // Places of assertions mean something within one check only.
    assertions: isOneCheck && isWhole ? assertionsOf(targets[0]!.assertions, sums, failed) : [],
  } satisfies Stats
})

function rangeOf(from: string | undefined, to: string | undefined, { now }: Horizon): Range {
  const end = to === undefined ? now : Date.parse(to)
  const start = from === undefined ? end - DAY : Date.parse(from)
  if (start >= end) {
    const message = "The end must come after the beginning. Choose a later end or an earlier beginning."
    throw new InvalidInputError(message, [{ path: from === undefined ? "to" : "from", message }])
  }
  return { from: start, to: end }
}

const PERIOD: Record<Tier, number> = { raw: 1_000, hourly: HOUR, daily: DAY }

/** The finest tier that has the whole range and is not too much to read; and none that is finer than the periods. */
function chooseTier({ from, to }: Range, buckets: number, targets: readonly AskedTarget[], horizon: Horizon): Tier {
  const width = (to - from) / buckets
  const runs = targets.reduce((sum, { intervalSeconds }) => sum + (to - from) / 1_000 / intervalSeconds, 0)
  if (from >= horizon.rawFrom && width < HOUR && runs <= MOST_RUNS) return "raw"
  const hours = (targets.length * (to - from)) / HOUR
  return from >= horizon.hourlyFrom && width < DAY && hours <= MOST_HOURS ? "hourly" : "daily"
}

/** Whose durations are read: of so many targets that nobody waits for it, evenly chosen. How runs ended, Postgres counts for all. */
function timedOf(targets: readonly AskedTarget[], { from, to }: Periods, tier: Tier): number[] {
  const ids = targets.map(({ id }) => id)
  if (tier !== "daily") return ids
  const step = Math.ceil((ids.length * (to - from)) / DAY / MOST_DAYS)
  return ids.filter((_, index) => index % step === 0)
}

interface Periods extends Range {
  width: number
  count: number
}

/**
 * Equal ones, made of whole periods of the tier. A little at the beginning is left out where that keeps the periods short: 90 days up to now in
 * 90 periods are today and the 89 days before.
 */
function periodsOf(range: Range, buckets: number, unit: number): Periods {
  const lasts = range.to - range.from
  if (unit < HOUR) {
    const width = Math.max(unit, ceilTo(lasts / buckets, unit))
    return { ...range, width, count: Math.ceil(lasts / width) }
  }
  const short = floorTo(lasts / buckets, unit)
  const width = short > 0 && lasts - short * buckets < unit ? short : ceilTo(lasts / buckets, unit)
  const [from, to] = [floorTo(range.from, unit), ceilTo(range.to, unit)]
  const count = Math.ceil((to - from) / width)
  if (count <= buckets) return { from, to: from + count * width, width, count }
  return { from: to - buckets * width, to, width, count: buckets }
}

/** What is added up, and single runs: one statement for each, however many targets there are, and one row of the answer for each period. */
async function addUpPeriods(
  tx: Tx,
  { targets, timed, isOneCheck }: { targets: readonly AskedTarget[]; timed: readonly number[]; isOneCheck: boolean },
  periods: Periods,
  tier: Tier,
  horizon: Horizon,
) {
  const sums = Array.from({ length: periods.count }, emptySum)
  const failed: Record<string, number> = {}
  const ids = targets.map(({ id }) => id)
  if (ids.length === 0) return { sums, failed }
  const { parts, runs } = sourcesOf(ids, layTiers(periods, horizon, tier), horizon)
  const periodOf = (column: string) =>
    sql`floor(extract(epoch FROM ${sql.raw(column)} - ${instantOf(periods.from)}::timestamptz) * 1000 / ${periods.width}::bigint)::integer`
  if (parts.length > 0) {
    const { rows } = await tx.execute<PartRow>(sql`
      SELECT ${periodOf("part.at")} AS key, sum(ok)::double precision AS ok, sum(degraded)::double precision AS degraded, sum(failed)::double precision AS failed,
        sum(missed)::double precision AS missed, sum(in_maintenance)::double precision AS "inMaintenance", max(max_ms) AS "maxMs",
        string_agg(int4send(octet_length(histogram)) || histogram, ''::bytea)
          FILTER (WHERE ${timed.length === ids.length ? sql`true` : sql`target_id = ANY(${integers(timed)})`}) AS histograms,
        ${isOneCheck ? sql`jsonb_agg(failed_assertions) FILTER (WHERE failed_assertions IS NOT NULL)` : sql`NULL::jsonb`} AS "failedAssertions"
      FROM (${unionOf(parts, "part")}) part GROUP BY 1`)
    for (const row of rows) {
      mergeSum(sums[row.key]!, row)
      if (row.histograms) mergeAllEncoded(sums[row.key]!.histogram, row.histograms)
      for (const one of row.failedAssertions ?? []) mergeFailed(failed, one)
    }
  }
  if (runs.length > 0) {
    const source = sql`FROM (${unionOf(runs, "run")}) run WHERE true`
    for (const { key, ...sum } of await addUp(tx, periodOf("run.at"), source)) {
      mergeSum(sums[key]!, sum)
      for (const [bucket, count] of sum.histogram) add(sums[key]!.histogram, bucket, count)
    }
    if (isOneCheck) for (const one of (await addUpFailures(tx, sql`0`, source)).values()) mergeFailed(failed, one)
  }
  return { sums, failed }
}

function unionOf(sources: readonly SQL[], row: "part" | "run"): SQL {
  const columns = sql.raw(`SELECT ${COLUMNS[row].map((column) => `${row}.${column}`).join(", ")}`)
  return sql.join(
    sources.map((source) => sql`${columns} ${source}`),
    sql` UNION ALL `,
  )
}

const COLUMNS = {
  part: "target_id at ok degraded failed missed in_maintenance histogram max_ms failed_assertions".split(" "),
  run: "at ms outcome in_maintenance failed_assertions slots".split(" "),
}

interface PartRow extends Omit<RunSum, "histogram">, Record<string, unknown> {
  key: number
  histograms: Buffer | null
  failedAssertions: Record<string, number>[] | null
}

function emptySum(): RunSum {
  return { ok: 0, degraded: 0, failed: 0, missed: 0, inMaintenance: 0, maxMs: null, histogram: new Map() }
}

function mergeSum(into: RunSum, one: Omit<RunSum, "histogram">): void {
  for (const key of ["ok", "degraded", "failed", "missed", "inMaintenance"] as const) into[key] += one[key]
  if (one.maxMs !== null) into.maxMs = Math.max(into.maxMs ?? 0, one.maxMs)
}

function mergeFailed(into: Record<string, number>, one: Record<string, number>): void {
  for (const [place, times] of Object.entries(one)) into[place] = (into[place] ?? 0) + times
}

function toPoint({ histogram, maxMs, ...counts }: RunSum, { from, to, width }: Periods, index: number): StatsPoint {
  return {
    from: instantOf(from + index * width),
    to: instantOf(Math.min(to, from + (index + 1) * width)),
    ...counts,
    p50: quantile(histogram, 0.5),
    p95: quantile(histogram, 0.95),
    p99: quantile(histogram, 0.99),
    max: maxMs,
  }
}

/** Of the assertions that the check has now; every run that got an answer was held to them. */
function assertionsOf(count: number, sums: readonly RunSum[], failed: Record<string, number>): Stats["assertions"] {
  const judged = sums.reduce((sum, { histogram }: { histogram: Histogram }) => sum + countOf(histogram), 0)
  return Array.from({ length: count }, (_, index) => {
    const times = failed[index] ?? 0
    return { index, passed: Math.max(0, judged - times), failed: times }
  })
}

const instantOf = (at: number) => new Date(at).toISOString()
