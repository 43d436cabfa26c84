import { createContext, use, useSyncExternalStore } from "react"
import { cx } from "../class-names.ts"
import { Tooltip } from "../floating/Tooltip.tsx"
import type { Instant } from "./format.ts"
import { formatDate, formatExact, formatRelative, formatShort, toDate } from "./format.ts"
import { useTimeZone } from "./time-zone.ts"

export type TimeProps = {
  instant: Instant
  /** "relative" keeps itself up to date. */
  as?: "relative" | "short" | "date" | "exact"
  className?: string
}

/** A moment in words, with the exact instant in the reader's zone on hover and focus. */
export function Time({ instant, as = "relative", className }: TimeProps) {
  const date = toDate(instant)
  const focusable = use(TimeFocusContext)
  const timeZone = useTimeZone()
  // Only to be drawn again: the words are computed from the present below.
  useSyncExternalStore(subscribeToClock, readClock, readClock)
  if (Number.isNaN(date.getTime())) return <span className={className}>unknown time</span>

  const exact = formatExact(date, timeZone)
  const words = as === "relative" ? formatRelative(date, Date.now(), timeZone) : FORMATS[as](date, timeZone)
  return (
    <Tooltip text={exact} lazy={!focusable}>
      <time
        dateTime={date.toISOString()}
        tabIndex={focusable && as !== "exact" ? 0 : undefined}
        className={cx("whitespace-nowrap rounded-sm", className)}
      >
        {words}
      </time>
    </Tooltip>
  )
}

/** False inside tables and lists whose rows take the focus: fifty extra tab stops help nobody. */
export const TimeFocusContext = createContext(true)

const FORMATS = { short: formatShort, date: formatDate, exact: formatExact }

// One clock for all times on the page, running only while one of them is shown.
const CLOCK_STEP_MS = 15_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let clock = 0

function subscribeToClock(listener: () => void): () => void {
  listeners.add(listener)
  if (!timer) {
    clock = Date.now()
    timer = setInterval(() => {
      clock = Date.now()
      for (const each of listeners) each()
    }, CLOCK_STEP_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

function readClock(): number {
  return clock
}
