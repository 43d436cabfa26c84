import { Clock } from "lucide-react"
import { use, useEffect, useState } from "react"
import { cx } from "../class-names.ts"
import { Tooltip } from "../floating/Tooltip.tsx"
import type { Instant } from "./format.ts"
import { formatDuration, formatExact, toDate } from "./format.ts"
import { TimeFocusContext } from "./Time.tsx"
import { useTimeZone } from "./time-zone.ts"

export type TimeLeftProps = { until: Instant; className?: string }

/** Counts down, by the second once it matters. It says it aloud once, when it turns urgent. */
export function TimeLeft({ until, className }: TimeLeftProps) {
  const left = useTimeLeft(until)
  const timeZone = useTimeZone()
  const focusable = use(TimeFocusContext)
  const urgent = left < URGENT_MS
  const words = left <= 0 ? "No time left" : `${leftInWords(left)} left`
  return (
    <Tooltip text={`Until ${formatExact(until, timeZone)}`} lazy={!focusable}>
      <span
        tabIndex={focusable ? 0 : undefined}
        data-urgent={urgent || undefined}
        className={cx(
          "inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm text-table tabular-nums",
          urgent ? "font-medium text-seal-ink" : "text-muted",
          className,
        )}
      >
        <Clock aria-hidden className="size-3.5" />
        {words}
        <span role="status" className="sr-only">
          {left <= 0 ? "The time to sign is over." : urgent ? "Less than five minutes left to sign." : ""}
        </span>
      </span>
    </Tooltip>
  )
}

/** Milliseconds until then, never below zero, kept up to date. */
export function useTimeLeft(until: Instant): number {
  const end = toDate(until).getTime()
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, end - now)
  useEffect(() => {
    if (left <= 0) return
    // On the second while seconds are shown, else once a quarter of a minute: nobody reads more.
    const wait = left > SECONDS_BELOW_MS ? 15_000 : left % 1_000 || 1_000
    const timer = setTimeout(() => setNow(Date.now()), wait)
    return () => clearTimeout(timer)
  }, [left])
  // A tab that slept has stopped timers and a wrong clock.
  useEffect(() => {
    const wake = () => setNow(Date.now())
    document.addEventListener("visibilitychange", wake)
    return () => document.removeEventListener("visibilitychange", wake)
  }, [])
  return left
}

const MINUTE_MS = 60_000
const URGENT_MS = 5 * MINUTE_MS
const SECONDS_BELOW_MS = 10 * MINUTE_MS

function leftInWords(leftMs: number): string {
  const step = leftMs > SECONDS_BELOW_MS ? MINUTE_MS : 1_000
  return formatDuration(Math.ceil(leftMs / step) * step)
}
