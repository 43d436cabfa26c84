import { Fragment, useEffect, useId, useMemo, useRef, useState } from "react"
import { LinkButton } from "../actions/Button.tsx"
import { cx } from "../class-names.ts"
import { formatShort, type Instant, toDate } from "../marks/format.ts"
import { useTimeZone } from "../marks/time-zone.ts"
import { useMediaQuery } from "../media-query.ts"
import { Notice } from "../states/Notice.tsx"
import { useTheme } from "../theme.ts"
import type { LineDrawing } from "./draw-lines.ts"
import { DASHES } from "./line-styles.ts"

export type LineSeries = {
  id: string
  label: string
  /** One for each of the chart's times; null where nothing was measured, which leaves a gap. */
  values: readonly (number | null)[]
}

export type LineBand = {
  /** Ids of the series whose space between is filled. */
  upper: string
  lower: string
}

/** Something that happened at one moment, drawn as a line across. */
export type LineMark = { at: Instant; label: string }

/** A stretch of time that is set apart, such as maintenance, drawn as a ground. */
export type LineSpan = { from: Instant; to: Instant; label: string }

export type LineChartProps = {
  /** What is drawn and its gist, for those who cannot see it. */
  label: string
  times: readonly Instant[]
  /** Five at most: they are told apart by colour and by how their line is broken. */
  series: readonly LineSeries[]
  bands?: readonly LineBand[]
  /** Named while they are pointed at. Say them in words beside the chart too: a picture is not read aloud. */
  marks?: readonly LineMark[]
  /** Those with one label share its place in the legend. */
  spans?: readonly LineSpan[]
  /** Numbers of the axis, of what is pointed at and of the table. */
  format: (value: number) => string
  className?: string
}

/** Measurements over time. What draws them is loaded on first use; the numbers stand in a table as well. */
export function LineChart(props: LineChartProps) {
  const { label, times, series, bands = NO_BANDS, marks = NO_MARKS, spans = NO_SPANS, format, className } = props
  const zone = useTimeZone()
  const { theme } = useTheme()
  const isDark = useMediaQuery("(prefers-color-scheme: dark)")
  const [pointed, setPointed] = useState<number | null>(null)
  const [isTableShown, setTableShown] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const tableId = useId()
  const box = useRef<HTMLDivElement>(null)
  const instants = useMemo(() => times.map((time) => toDate(time)), [times])

  // Colours on a canvas are fixed when it is drawn, so another theme means another drawing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: theme and isDark change what the tokens resolve to.
  useEffect(() => {
    const element = box.current
    if (!element) return
    let drawing: LineDrawing | null = null
    const gone = new AbortController()
    import("./draw-lines.ts")
      .then(async ({ drawLines }) => {
        const lines = { instants, series, bands, marks, spans, zone, format, onPoint: setPointed }
        drawing = await drawLines(element, lines, gone.signal)
      })
      .catch(() => setFailed(true))
    const observer = new ResizeObserver(() => drawing?.resize())
    observer.observe(element)
    return () => {
      gone.abort()
      observer.disconnect()
      drawing?.remove()
    }
  }, [instants, series, bands, marks, spans, zone, format, theme, isDark])

  const say = (value: number | null | undefined) => (typeof value === "number" ? format(value) : "no value")
  return (
    <figure aria-label={label} className={cx("min-w-0 text-table", className)}>
      <div className="flex min-h-10 flex-wrap items-start justify-between gap-x-6 gap-y-1 sm:min-h-6">
        <p aria-hidden className="min-w-0 text-muted tabular-nums">
          {pointed !== null && instants[pointed]
            ? `${formatShort(instants[pointed], zone)}: ${[...series.map(({ label, values }) => `${label} ${say(values[pointed])}`), ...happened(instants, pointed, marks, spans)].join(", ")}`
            : null}
        </p>
        <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
          {series.map(({ id, label }, at) => (
            <li key={id} className="inline-flex items-center gap-1.5">
              <svg
                aria-hidden="true"
                viewBox="0 0 20 4"
                className={cx("h-1 w-5", LINE_CLASSES[at % LINE_CLASSES.length])}
              >
                <line
                  x1="0"
                  y1="2"
                  x2="20"
                  y2="2"
                  stroke="currentColor"
                  strokeWidth="2"
                  strokeDasharray={DASHES[at % DASHES.length]?.join(" ")}
                />
              </svg>
              {label}
            </li>
          ))}
          {[...new Set(spans.map((span) => span.label))].map((name) => (
            <li key={name} className="inline-flex items-center gap-1.5">
              <span className="h-3 w-5 rounded-[2px] bg-maintenance-soft outline outline-maintenance -outline-offset-1" />
              {name}
            </li>
          ))}
        </ul>
      </div>
      {hasFailed && <Notice tone="error">The picture could not be drawn. The numbers are below.</Notice>}
      <div ref={box} role="img" aria-label={label} className="mt-2 h-56 min-w-0 overflow-hidden" />
      <p className="mt-1">
        <LinkButton aria-expanded={isTableShown} aria-controls={tableId} onClick={() => setTableShown(!isTableShown)}>
          {isTableShown ? "Hide the numbers" : "Show the numbers"}
        </LinkButton>
      </p>
      <div id={tableId}>
        {isTableShown ? (
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
            tabIndex={0}
            aria-label={`Numbers of ${label}`}
            className="mt-1 max-h-72 overflow-auto rounded-md border border-hairline"
          >
            <NumbersTable instants={instants} series={series} zone={zone} say={say} />
          </section>
        ) : (
          <Gist series={series} say={say} label={label} />
        )}
      </div>
    </figure>
  )
}

const NO_BANDS: readonly LineBand[] = []
const NO_MARKS: readonly LineMark[] = []
const NO_SPANS: readonly LineSpan[] = []
const LINE_CLASSES = ["text-accent", "text-degraded", "text-healthy", "text-maintenance", "text-unhealthy"]

/** What is marked near the time that is pointed at: nearer to it than to its neighbours. */
function happened(
  instants: readonly Date[],
  pointed: number,
  marks: readonly LineMark[],
  spans: readonly LineSpan[],
): string[] {
  const at = instants[pointed]?.getTime() ?? 0
  const step = (instants[1]?.getTime() ?? 0) - (instants[0]?.getTime() ?? 0)
  const isNear = (instant: Instant) => Math.abs(toDate(instant).getTime() - at) <= step / 2
  const within = ({ from, to }: LineSpan) => toDate(from).getTime() <= at && at < toDate(to).getTime()
  return [...new Set(spans.filter(within).map(({ label }) => label))].concat(
    marks.filter(({ at: instant }) => isNear(instant)).map(({ label }) => label),
  )
}

type Say = (value: number | null | undefined) => string

/** Read aloud beside the picture: whoever wants every number opens the table. */
function Gist({ series, say, label }: { series: readonly LineSeries[]; say: Say; label: string }) {
  return (
    <table className="sr-only">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">Series</th>
          <th scope="col">Lowest</th>
          <th scope="col">Highest</th>
          <th scope="col">Latest</th>
        </tr>
      </thead>
      <tbody>
        {series.map(({ id, label, values }) => {
          const measured = values.filter((value) => value !== null)
          return (
            <tr key={id}>
              <th scope="row">{label}</th>
              <td>{say(measured.length ? measured.reduce((a, b) => Math.min(a, b)) : null)}</td>
              <td>{say(measured.length ? measured.reduce((a, b) => Math.max(a, b)) : null)}</td>
              <td>{say(measured.at(-1))}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

type NumbersTableProps = {
  instants: readonly Date[]
  series: readonly LineSeries[]
  zone: string | undefined
  say: Say
}

function NumbersTable({ instants, series, zone, say }: NumbersTableProps) {
  return (
    <table className="w-full border-collapse tabular-nums">
      <thead className="text-muted">
        <tr>
          <th scope="col" className="px-2 py-1 text-left font-medium">
            Time
          </th>
          {series.map(({ id, label }) => (
            <th key={id} scope="col" className="px-2 py-1 text-right font-medium">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {instants.map((instant, at) => (
          <tr key={instant.getTime()} className="border-hairline border-t">
            <th scope="row" className="whitespace-nowrap px-2 py-1 text-left font-normal">
              {formatShort(instant, zone)}
            </th>
            {series.map(({ id, values }) => (
              <Fragment key={id}>
                <td className="px-2 py-1 text-right">{say(values[at])}</td>
              </Fragment>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
