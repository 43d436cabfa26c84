import { useCall, useUrlState } from "@countersign/core/web"
import { formatDuration, Panel, SegmentedControl, Skeleton, StatusTimeline, Time } from "@countersign/ui"
import { type Change, catalogContract, type TimelineSegment } from "../../contract.ts"
import { Failure } from "../Failure.tsx"
import { SystemStatus } from "../status.tsx"
import { ReasonOf } from "./Overview.tsx"
import { RecordedChange } from "./RecordedChange.tsx"

const HOUR_MS = 3_600_000
const RANGES = [
  { value: "24h", label: "24 h", words: "last 24 hours", ms: 24 * HOUR_MS },
  { value: "7d", label: "7 d", words: "last 7 days", ms: 7 * 24 * HOUR_MS },
  { value: "30d", label: "30 d", words: "last 30 days", ms: 30 * 24 * HOUR_MS },
  { value: "90d", label: "90 d", words: "last 90 days", ms: 90 * 24 * HOUR_MS },
] as const
const DEFAULT_RANGE = RANGES[1]

// So many strokes of two pixels and a gap fit on a phone.
const MAX_SEGMENTS = 110
const MOST_CHANGES = 8
// As many as the strip can show apart on a phone.
const MOST_MARKS = 100

export function StatusHistory({ systemId, name }: { systemId: string; name: string }) {
  const [state, change] = useUrlState()
  const range = RANGES.find(({ value }) => value === state.range) ?? DEFAULT_RANGE
  const timeline = useCall(
    catalogContract.getStatusTimeline,
    { systemId, ...windowOf(range.ms), maxSegments: MAX_SEGMENTS },
    { keepPrevious: true },
  )
  const recorded = useCall(
    catalogContract.changes,
    { systemIds: [systemId], from: windowOf(range.ms).from, limit: MOST_MARKS },
    { keepPrevious: true, alsoShows: ["catalog.change"] },
  )
  const marks = recorded.data?.items ?? []
  return (
    <Panel
      title="Status over time"
      action={
        <SegmentedControl
          // Clear of the panel's line.
          className="mb-1"
          label="Time span"
          options={RANGES.map(({ value, label }) => ({ value, label }))}
          value={range.value}
          onChange={(value) => change({ range: value === DEFAULT_RANGE.value ? undefined : value })}
        />
      }
    >
      {timeline.error && <Failure error={timeline.error} onRetry={timeline.refetch} />}
      {!timeline.data && !timeline.error && <Skeleton block="h-16 w-full" label="Loading the timeline" />}
      {recorded.error && <Failure error={recorded.error} onRetry={recorded.refetch} />}
      {timeline.data && (
        <>
          <StatusTimeline
            label={`${name}, ${range.words}`}
            window={timeline.data}
            marks={marks.map(({ id, at, what }) => ({ id, at, label: what }))}
            segments={timeline.data.segments.map((segment) => ({ ...segment, status: segment.status ?? "unreported" }))}
          />
          {timeline.data.detail === "worst" && (
            <p className="mt-1 text-muted text-table">
              There were too many changes to draw each: every stroke shows the worst of its time.
            </p>
          )}
          <Latest
            systemId={systemId}
            segments={timeline.data.detail === "exact" ? timeline.data.segments : []}
            changes={marks}
          />
        </>
      )}
    </Panel>
  )
}

/** The latest of both in words, the newest first: what was changed stands between what became of the status. */
function Latest({
  systemId,
  segments,
  changes,
}: {
  systemId: string
  segments: readonly TimelineSegment[]
  changes: readonly Change[]
}) {
  // The first segment began before the window, or with the system: nothing changed there.
  const turns = segments.slice(1).toReversed().slice(0, MOST_CHANGES)
  const rows = [
    ...turns.map((segment) => ({ at: segment.from, key: segment.from, row: <StatusTurn segment={segment} /> })),
    ...changes.slice(0, MOST_CHANGES).map((change) => ({
      at: change.at,
      key: change.id,
      row: <RecordedChange change={change} systemId={systemId} />,
    })),
  ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
  if (rows.length === 0) return null
  return (
    <ul aria-label="Latest changes" className="mt-3 flex flex-col divide-y divide-hairline text-table">
      {rows.map(({ key, row }) => (
        <li key={key} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-1.5">
          {row}
        </li>
      ))}
    </ul>
  )
}

function StatusTurn({ segment }: { segment: TimelineSegment }) {
  return (
    <>
      <span className="w-28 shrink-0">
        <SystemStatus status={segment.status} />
      </span>
      <span className="min-w-0 flex-1 break-words">
        {segment.status === null ? "The last report was withdrawn" : <ReasonOf report={segment} />}
      </span>
      <span className="text-faint max-sm:w-full">
        <Time instant={segment.from} />, for {formatDuration(Date.parse(segment.to) - Date.parse(segment.from))}
      </span>
    </>
  )
}

// The answer ends at now anyway; a window that moved with every second would be asked for anew each time it is drawn.
const STEP_MS = 5 * 60_000

function windowOf(ms: number): { from: string; to: string } {
  const to = Math.ceil(Date.now() / STEP_MS) * STEP_MS
  return { from: new Date(to - ms).toISOString(), to: new Date(to).toISOString() }
}
