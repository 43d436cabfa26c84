import { cx } from "../class-names.ts"

/** `unknown`: somebody looked and could not tell. `unreported`: nobody looked. */
export type Status = "healthy" | "degraded" | "unhealthy" | "maintenance" | "unknown" | "unreported"

export const STATUSES: readonly Status[] = ["healthy", "degraded", "unhealthy", "maintenance", "unknown", "unreported"]

export const STATUS_WORDS: Record<Status, string> = {
  healthy: "Healthy",
  degraded: "Degraded",
  unhealthy: "Unhealthy",
  maintenance: "Maintenance",
  unknown: "Unknown",
  unreported: "Not reported",
}

export type StatusMarkProps = {
  status: Status
  /** Another word for the same state, e.g. "Operational". */
  label?: string
  /** The shape alone is drawn; the word stays for assistive technology. */
  shapeOnly?: boolean
  /** A soft ground around it, for headers. */
  pill?: boolean
  className?: string
}

/** Shape and word: the colour only helps. */
export function StatusMark({ status, label = STATUS_WORDS[status], shapeOnly, pill, className }: StatusMarkProps) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 whitespace-nowrap align-top text-table",
        INKS[status],
        pill && cx("h-6 rounded-full px-2 font-medium", SOFTS[status]),
        className,
      )}
      title={shapeOnly ? label : undefined}
    >
      <StatusShape status={status} />
      <span className={shapeOnly ? "sr-only" : undefined}>{label}</span>
    </span>
  )
}

/** The shape without a word, for places that write the word themselves. */
export function StatusShape({ status, className }: { status: Status; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 12 12" className={cx("size-3 shrink-0", FILLS[status], className)}>
      {SHAPES[status]}
    </svg>
  )
}

const SHAPES: Record<Status, React.ReactElement> = {
  healthy: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  degraded: <path d="M6 .9 11.6 11H.4Z" fill="currentColor" />,
  unhealthy: (
    <>
      <rect x=".8" y=".8" width="10.4" height="10.4" rx="1.2" fill="currentColor" />
      <path d="m3.8 3.8 4.4 4.4m0-4.4L3.8 8.2" stroke="var(--color-surface)" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  maintenance: <path d="M6 .6 11.4 6 6 11.4.6 6Z" fill="currentColor" />,
  unknown: (
    <>
      <circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <circle cx="6" cy="6" r="1.4" fill="currentColor" />
    </>
  ),
  unreported: (
    <circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.6 2" />
  ),
}

const FILLS: Record<Status, string> = {
  healthy: "text-healthy",
  degraded: "text-degraded",
  unhealthy: "text-unhealthy",
  maintenance: "text-maintenance",
  unknown: "text-unknown",
  unreported: "text-unknown",
}

const INKS: Record<Status, string> = {
  healthy: "text-healthy-ink",
  degraded: "text-degraded-ink",
  unhealthy: "text-unhealthy-ink",
  maintenance: "text-maintenance-ink",
  unknown: "text-unknown-ink",
  unreported: "text-unknown-ink",
}

const SOFTS: Record<Status, string> = {
  healthy: "bg-healthy-soft",
  degraded: "bg-degraded-soft",
  unhealthy: "bg-unhealthy-soft",
  maintenance: "bg-maintenance-soft",
  unknown: "bg-unknown-soft",
  unreported: "bg-unknown-soft",
}
