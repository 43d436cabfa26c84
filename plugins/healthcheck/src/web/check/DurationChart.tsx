import { useCall } from "@countersign/core/web"
import { LineChart, Skeleton } from "@countersign/ui"
import { useMemo } from "react"
import { healthcheckContract } from "../../contract.ts"
import { formatMs } from "../words.ts"
import { Changes } from "./changes.tsx"
import { maintenanceSpans, pointsOf, windowOf } from "./ranges.ts"
import { Failure, type StatsQuestion } from "./StatusPeriods.tsx"

/** How long runs took, with what was changed in the systems meanwhile. */
export function DurationChart({ check, asked, range, changes }: StatsQuestion) {
  const input = { ...asked, ...windowOf(range), buckets: pointsOf(range, check.intervalSeconds) }
  const { data, error, refetch } = useCall(healthcheckContract.runStats, input, { keepPrevious: true })
  // A drawing is made anew for every array that is another one.
  const drawn = useMemo(() => {
    const points = data?.points ?? []
    return {
      times: points.map(({ from }) => from),
      series: [
        { id: "p50", label: "p50", values: points.map(({ p50 }) => p50) },
        { id: "p95", label: "p95", values: points.map(({ p95 }) => p95) },
        { id: "p99", label: "p99", values: points.map(({ p99 }) => p99) },
      ],
      spans: maintenanceSpans(points),
    }
  }, [data])
  const marks = useMemo(() => changes.map(({ at, what }) => ({ at, label: what })), [changes])
  if (error && !data) return <Failure message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton block="h-64 w-full" label="Loading the durations" />
  if (data.points.every(({ p50 }) => p50 === null))
    return (
      <>
        <p className="text-muted">Nothing was measured in the {range.words}.</p>
        <Changes changes={changes} />
      </>
    )
  return (
    <>
      <LineChart
        label={`Duration of ${check.name}, ${range.words}`}
        times={drawn.times}
        series={drawn.series}
        spans={drawn.spans}
        marks={marks}
        format={formatMs}
      />
      {data.tier !== "raw" && (
        <p className="mt-1 text-muted text-table">
          {data.tier === "hourly" ? "Made of hours." : "Made of whole days."} Single runs are kept for a shorter time.
        </p>
      )}
      <Changes changes={changes} />
    </>
  )
}
