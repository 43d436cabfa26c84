import { type Change, catalogContract, systemAccess } from "@countersign/catalog/contract"
import { useCall, useCan } from "@countersign/core/web"
import { LineChart, PlainText, Skeleton, TextLink, Time } from "@countersign/ui"
import { Flag } from "lucide-react"
import { useMemo } from "react"
import { healthcheckContract } from "../../contract.ts"
import { formatMs } from "../words.ts"
import { maintenanceSpans, pointsOf, windowOf } from "./ranges.ts"
import { Failure, type StatsQuestion } from "./StatusPeriods.tsx"

// As many as can be told apart on a phone.
const MOST_MARKS = 100
const MOST_LISTED = 8

/** How long runs took, with what was changed in the systems meanwhile. */
export function DurationChart({ check, asked, range }: StatsQuestion) {
  const window = windowOf(range)
  const input = { ...asked, ...window, buckets: pointsOf(range, check.intervalSeconds) }
  const { data, error, refetch } = useCall(healthcheckContract.runStats, input, { keepPrevious: true })
  const changes = useChanges(
    check.assignments.map(({ system }) => system.id),
    window,
  )
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

const NONE: readonly Change[] = []

function useChanges(systemIds: string[], { from, to }: { from: string; to: string }): readonly Change[] {
  const enabled = useCan()(systemAccess.read) && systemIds.length > 0
  const input = { systemIds, from, to, limit: MOST_MARKS }
  const { data } = useCall(catalogContract.changes, input, {
    enabled,
    keepPrevious: true,
    alsoShows: ["catalog.change"],
  })
  return (enabled && data?.items) || NONE
}

/** The marks in words. */
function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null
  return (
    <ul aria-label="Changes of its systems" className="mt-3 flex flex-col divide-y divide-hairline text-table">
      {changes.slice(0, MOST_LISTED).map(({ id, what, release, link, systems, environment, at, recorder }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-1.5">
          <span className="min-w-0 flex-1 break-words">
            <Flag aria-hidden className="mr-1.5 inline size-3.5 align-[-2px] text-accent-ink" />
            <PlainText>{[what, ...(release === null ? [] : [`version ${release}`])].join(", ")}</PlainText>
            <span className="text-muted">
              {" "}
              <PlainText>{systems.map(({ name }) => name).join(", ")}</PlainText>
            </span>
            {link !== null && URL.canParse(link) && (
              <>
                {" "}
                <TextLink href={link} external>
                  {new URL(link).host}
                </TextLink>
              </>
            )}
          </span>
          <span className="text-faint max-sm:w-full">
            <PlainText>{environment ? `${environment.name}, ${recorder}` : recorder}</PlainText>, <Time instant={at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
