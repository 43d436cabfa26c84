import { cx } from "../class-names.ts"
import { Tooltip } from "../floating/Tooltip.tsx"
import type { Instant } from "../marks/format.ts"
import { formatDuration, formatPercent, formatShort, toDate } from "../marks/format.ts"
import type { Status } from "../marks/StatusMark.tsx"
import { STATUS_WORDS, STATUSES, StatusShape } from "../marks/StatusMark.tsx"
import { useTimeZone } from "../marks/time-zone.ts"

export type StatusSegment = {
  from: Instant
  to: Instant
  status: Status
  /** In place of the state's name and length, where the segment is more than one state: "58 good, 2 failed". */
  detail?: string
}

/** Something that happened at one moment, such as a deployment. */
export type StatusTimelineMark = { id: string; at: Instant; label: string }

export type StatusTimelineProps = {
  /** What the strip is about: "payments-api, last 24 hours". */
  label: string
  window: { from: Instant; to: Instant }
  /** In order; what no segment covers was reported by nobody. */
  segments: readonly StatusSegment[]
  /** Moments that are pointed at from above the strip. Say them in words beside it too: a picture is not read aloud. */
  marks?: readonly StatusTimelineMark[]
  /** Leave the shares and the ends of the window out, for a cell of a table. */
  compact?: boolean
  /** What the whole amounts to, in place of shares by time: for segments that are periods, each with many measurements. */
  gist?: string
  className?: string
}

export function StatusTimeline(props: StatusTimelineProps) {
  const { label, window, segments, marks = [], compact, gist, className } = props
  const timeZone = useTimeZone()
  const from = toDate(window.from).getTime()
  const to = toDate(window.to).getTime()
  const pieces = cover(segments, from, to)
  const shares = STATUSES.map((status) => ({ status, share: shareOf(pieces, status, to - from) })).filter(
    ({ share }) => share > 0,
  )
  const byTime = shares
    .map(({ status, share }) => `${STATUS_WORDS[status].toLowerCase()} ${formatPercent(share)}`)
    .join(", ")
  const summary = gist ?? byTime

  return (
    <div className={cx("min-w-0", className)}>
      <Marks marks={marks} from={from} to={to} />
      <div
        role="img"
        aria-label={`${label}: ${summary}`}
        data-above-row
        className={cx("flex w-full items-end gap-px", compact ? "h-3" : "h-5")}
      >
        {pieces.map((piece) => (
          <Tooltip
            key={piece.from}
            lazy
            text={`${piece.detail ?? STATUS_WORDS[piece.status]}, ${formatShort(piece.from, timeZone)} to ${formatShort(piece.to, timeZone)} (${formatDuration(piece.to - piece.from)})`}
          >
            <span
              className={cx("min-w-0.5 rounded-[1px]", FILLS[piece.status])}
              style={{ flexGrow: piece.to - piece.from, flexBasis: 0 }}
            />
          </Tooltip>
        ))}
      </div>
      {!compact && (
        <div className="mt-1 border-hairline border-t pt-1 text-muted text-table tabular-nums">
          <div className="flex justify-between gap-4">
            <span>{formatShort(from, timeZone)}</span>
            <span>{formatShort(to, timeZone)}</span>
          </div>
          {gist ? (
            <p className="mt-1">{gist}</p>
          ) : (
            <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
              {shares.map(({ status, share }) => (
                <li key={status} className="inline-flex items-center gap-1.5">
                  <StatusShape status={status} />
                  {STATUS_WORDS[status]} {formatPercent(share)}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  )
}

function Marks({ marks, from, to }: { marks: readonly StatusTimelineMark[]; from: number; to: number }) {
  const within = marks
    .map(({ at, ...mark }) => ({ ...mark, share: (toDate(at).getTime() - from) / (to - from) }))
    .filter(({ share }) => share >= 0)
  if (within.length === 0) return null
  return (
    <div aria-hidden className="relative mb-px h-2 w-full overflow-hidden">
      {within.map(({ id, label, share }) => (
        <span
          key={id}
          title={label}
          className="-translate-x-1/2 absolute top-0 size-0 border-x-4 border-x-transparent border-t-8 border-t-accent"
          // One that a clock ahead of ours recorded stands at the end.
          style={{ left: `${Math.min(share, 1) * 100}%` }}
        />
      ))}
    </div>
  )
}

type Piece = { from: number; to: number; status: Status; detail?: string }

/** Clips to the window and fills the gaps with "unreported": no health is shown that nobody reported. */
export function cover(segments: readonly StatusSegment[], from: number, to: number): Piece[] {
  const pieces: Piece[] = []
  let reached = from
  const ordered = segments
    .map((segment) => ({ ...segment, from: toDate(segment.from).getTime(), to: toDate(segment.to).getTime() }))
    .sort((a, b) => a.from - b.from)
  for (const segment of ordered) {
    const start = Math.max(segment.from, reached)
    const end = Math.min(segment.to, to)
    if (end <= start) continue
    if (start > reached) pieces.push({ from: reached, to: start, status: "unreported" })
    pieces.push({ ...segment, from: start, to: end })
    reached = end
  }
  if (reached < to) pieces.push({ from: reached, to, status: "unreported" })
  return pieces
}

function shareOf(pieces: readonly Piece[], status: Status, length: number): number {
  const covered = pieces
    .filter((piece) => piece.status === status)
    .reduce((sum, piece) => sum + piece.to - piece.from, 0)
  return length > 0 ? covered / length : 0
}

// Height and texture tell the states apart without colour: good time is a low line, trouble stands up.
const FILLS: Record<Status, string> = {
  healthy: "h-[30%] bg-healthy",
  degraded: "status-hatch h-[70%] bg-degraded",
  unhealthy: "h-full bg-unhealthy",
  maintenance: "status-bars h-[50%] bg-maintenance",
  unknown: "h-[50%] border border-unknown bg-unknown-soft",
  unreported: "h-[30%] border border-unknown border-dashed bg-unknown-soft",
}
