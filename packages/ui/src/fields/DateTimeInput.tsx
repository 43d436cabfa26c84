import { useId, useState } from "react"
import { LinkButton } from "../actions/Button.tsx"
import { cx } from "../class-names.ts"
import { formatExact } from "../marks/format.ts"
import { useTimeZone } from "../marks/time-zone.ts"
import { CONTROL_CLASS, type ControlProps, useFieldControl } from "./Field.tsx"
import { readWallTime, wallTimeOf, zoneLetters, zoneOffset } from "./wall-time.ts"

export type DateTimeInputProps = ControlProps & {
  /** An instant as an ISO string; null where none is chosen, or what is typed is none. */
  value: string | null
  onChange: (value: string | null) => void
  /** Instants. What lies outside is refused with a sentence. */
  min?: string
  max?: string
  disabled?: boolean
  className?: string
}

/** A date and a time, typed or picked, in the zone the person reads times in. */
export function DateTimeInput({ value, onChange, min, max, disabled, className, ...rest }: DateTimeInputProps) {
  const zone = useTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const control = useFieldControl(rest)
  const noteId = useId()
  const [text, setText] = useState(() => textOf(value, zone))
  const [isUnfinished, setUnfinished] = useState(false)
  const [shown, setShown] = useState({ value, zone })
  // From outside: what was emitted from here is what is typed already.
  if (shown.value !== value || shown.zone !== zone) {
    setShown({ value, zone })
    setText(textOf(value, zone))
    setUnfinished(false)
  }

  const emit = (next: string | null) => {
    setShown({ value: next, zone })
    onChange(next)
  }
  const read = readWallTime(text, zone)
  const problem = isUnfinished || (text && !read) ? UNFINISHED : refusal(read?.taken ?? null, { min, max, zone })
  const instant = instantOf(value) ?? read?.taken ?? new Date()
  const write = (next: string, unfinished: boolean) => {
    setText(next)
    setUnfinished(unfinished)
    const taken = readWallTime(next, zone)?.taken ?? null
    emit(taken && !refusal(taken, { min, max, zone }) ? taken.toISOString() : null)
  }

  return (
    <div className={cx("flex min-w-0 flex-col gap-1", className)}>
      <input
        type="datetime-local"
        {...control}
        aria-describedby={[control["aria-describedby"], noteId].filter(Boolean).join(" ")}
        aria-invalid={control["aria-invalid"] ?? (problem ? true : undefined)}
        disabled={disabled}
        value={text}
        min={min && wallTimeOf(new Date(min), zone)}
        max={max && wallTimeOf(new Date(max), zone)}
        onChange={(event) => write(event.target.value, event.target.validity.badInput)}
        // A half-typed time is no change of the value, so the browser tells of it only here.
        onBlur={(event) => setUnfinished(event.target.validity.badInput)}
        className={cx(CONTROL_CLASS, "h-8 max-w-64 px-2.5 text-table tabular-nums pointer-coarse:h-10")}
      />
      <div id={noteId} className="text-muted text-table">
        {problem && (
          <p role="alert" className="text-danger-ink">
            {problem}
          </p>
        )}
        {read?.skipped && !problem && (
          <p role="status">
            Clocks go forward that day, and there is no {text.slice(11)}. Taken: {formatExact(read.taken, zone)}.
          </p>
        )}
        {read?.other && !problem && (
          <p role="status">
            Clocks go back that day, and {text.slice(11)} comes twice. Taken: the{" "}
            {instant.getTime() === read.other.getTime() ? "second" : "first"}, {zoneLetters(instant, zone)}.{" "}
            {!disabled && (
              <LinkButton
                onClick={() => {
                  const swapped = instant.getTime() === read.other?.getTime() ? read.taken : read.other
                  if (swapped) emit(swapped.toISOString())
                }}
              >
                Take the {instant.getTime() === read.other.getTime() ? "first" : "second"}
              </LinkButton>
            )}
          </p>
        )}
        <p>{zone === "UTC" ? zone : `${zone.replaceAll("_", " ")}, ${zoneOffset(instant, zone)}`}</p>
      </div>
    </div>
  )
}

const UNFINISHED = "This is no date and time yet. Fill in day, month, year, hour and minute."

function refusal(taken: Date | null, { min, max, zone }: { min?: string; max?: string; zone: string }): string | null {
  if (!taken) return null
  if (min && taken.getTime() < Date.parse(min)) return `Choose a time from ${formatExact(min, zone)} on.`
  if (max && taken.getTime() > Date.parse(max)) return `Choose a time until ${formatExact(max, zone)}.`
  return null
}

function textOf(value: string | null, zone: string): string {
  const instant = instantOf(value)
  return instant ? wallTimeOf(instant, zone) : ""
}

function instantOf(value: string | null): Date | null {
  const instant = new Date(value ?? Number.NaN)
  return Number.isNaN(instant.getTime()) ? null : instant
}
