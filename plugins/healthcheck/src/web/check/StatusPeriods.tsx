import type { Change } from "@countersign/catalog/contract"
import { useCall } from "@countersign/core/web"
import { Button, formatCount, formatPercent, Notice, Skeleton, StatusTimeline } from "@countersign/ui"
import { type CheckDetail, healthcheckContract, type Stats } from "../../contract.ts"
import { countsOf, periodsOf, type Range, statusOf, windowOf } from "./ranges.ts"

export interface StatsQuestion {
  check: CheckDetail
  asked: { checkId: string; targetId?: number }
  range: Range
  /** Of the systems of the check, in that time. */
  changes: readonly Change[]
}

/** One stroke for each of 90 periods: the worst that happened in it, under marks of what was changed in the systems. */
export function StatusPeriods({ check, asked, range, changes }: StatsQuestion) {
  const input = { ...asked, ...windowOf(range), buckets: periodsOf(range, check.intervalSeconds) }
  const { data, error, refetch } = useCall(healthcheckContract.runStats, input, { keepPrevious: true })
  if (error && !data) return <Failure message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton block="h-16 w-full" label="Loading the runs" />
  return (
    <StatusTimeline
      label={`${check.name}, ${range.words}`}
      window={data}
      marks={changes.map(({ id, at, what }) => ({ id, at, label: what }))}
      segments={data.points.map((point) => ({
        from: point.from,
        to: point.to,
        status: statusOf(point),
        detail: countsOf(point),
      }))}
      gist={gistOf(data)}
    />
  )
}

function gistOf({ points, uptime }: Stats): string {
  const counts = { ok: 0, degraded: 0, failed: 0, missed: 0, inMaintenance: 0 }
  for (const point of points)
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += point[name]
  if (uptime === null) return "No runs count towards uptime in this time."
  const { missed, inMaintenance } = counts
  const runs = counts.ok + counts.degraded + counts.failed
  const besides = [
    counts.failed > 0 && `${counts.failed.toLocaleString("en")} failed`,
    counts.degraded > 0 && `${counts.degraded.toLocaleString("en")} degraded`,
    inMaintenance > 0 && `${inMaintenance.toLocaleString("en")} in maintenance`,
    missed > 0 && `${missed.toLocaleString("en")} missed`,
  ].filter((one) => one !== false)
  return `Uptime ${formatPercent(uptime)} in ${formatCount(runs, "run")}${besides.length > 0 ? `: ${besides.join(", ")}` : ""}`
}

export function Failure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Notice
      tone="error"
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {message}
    </Notice>
  )
}
