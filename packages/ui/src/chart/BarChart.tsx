import type { ReactNode } from "react"
import { useState } from "react"
import { cx } from "../class-names.ts"
import { labelledBars, niceTicks } from "./scale.ts"

export type ChartSeries = { id: string; label: string }

export type Bar = {
  id: string
  /** Short, for the axis: "16 Nov". */
  label: string
  /** One for each series, stacked in their order. */
  values: readonly number[]
  /** Read out while the bar is pointed at. */
  detail: ReactNode
}

export type BarChartProps = {
  /** What is drawn and its gist, for those who cannot see it. A table beside it holds the numbers. */
  label: string
  /** Three at most: they are told apart by colour and texture. */
  series: readonly ChartSeries[]
  bars: readonly Bar[]
  /** Numbers of the axis. */
  format: (value: number) => string
  /** Said where nothing is pointed at. */
  hint?: ReactNode
  className?: string
}

/** Amounts over time, as boxes: colours follow the theme by themselves and words stay words. */
export function BarChart({ label, series, bars, format, hint, className }: BarChartProps) {
  const [pointed, setPointed] = useState<string | null>(null)
  const largest = Math.max(0, ...bars.map(({ values }) => sum(values)))
  const ticks = niceTicks(largest)
  const top = ticks.at(-1) ?? 1
  const shown = bars.find(({ id }) => id === pointed)
  return (
    <div className={cx("min-w-0 text-table", className)}>
      <div className="flex min-h-10 flex-wrap items-start justify-between gap-x-6 gap-y-1 sm:min-h-6">
        <p aria-hidden className="min-w-0 text-muted tabular-nums">
          {shown?.detail ?? hint}
        </p>
        {series.length > 1 && <Legend series={series} />}
      </div>
      <div role="img" aria-label={label} className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div aria-hidden className="flex h-48 flex-col-reverse justify-between text-end text-faint tabular-nums">
          {ticks.map((tick) => (
            <span key={tick} className="-my-2.5 leading-5">
              {format(tick)}
            </span>
          ))}
        </div>
        <div className="relative h-48">
          <div aria-hidden className="absolute inset-0 flex flex-col justify-between">
            {ticks.map((tick) => (
              <span key={tick} className="border-hairline border-t last:border-line" />
            ))}
          </div>
          <div className="absolute inset-0 flex items-stretch" onPointerLeave={() => setPointed(null)}>
            {bars.map((bar) => (
              <div
                key={bar.id}
                data-bar={bar.id}
                className={cx(
                  "flex min-w-0 flex-1 flex-col-reverse items-center",
                  bar.id === pointed && "bg-highlight",
                )}
                onPointerEnter={() => setPointed(bar.id)}
                onPointerDown={() => setPointed(bar.id)}
              >
                {bar.values.map((value, index) => (
                  <span
                    key={series[index]?.id}
                    className={cx("w-[72%] max-w-10 shrink-0", FILLS[index])}
                    style={{ height: `${(value / top) * 100}%`, minHeight: value > 0 ? 1 : 0 }}
                  />
                ))}
              </div>
            ))}
          </div>
        </div>
        <span />
        <Axis bars={bars} />
      </div>
    </div>
  )
}

/** Two rows of labels, of which the screen's width shows one: no measuring, no jump after the first paint. */
function Axis({ bars }: { bars: readonly Bar[] }) {
  const wide = labelledBars(bars.length, 15)
  const narrow = labelledBars(bars.length, 4)
  return (
    <div aria-hidden className="flex h-6 pt-1 text-faint tabular-nums">
      {bars.map(({ id, label }, index) => (
        <span key={id} className="relative min-w-0 flex-1">
          {(wide.has(index) || narrow.has(index)) && (
            <span
              className={cx(
                "absolute whitespace-nowrap",
                index === bars.length - 1 && bars.length > 12 ? "right-0" : "left-1/2 -translate-x-1/2",
                index === 0 && bars.length > 12 && "left-0! translate-x-0!",
                !narrow.has(index) && "max-sm:hidden",
                !wide.has(index) && "sm:hidden",
              )}
            >
              {label}
            </span>
          )}
        </span>
      ))}
    </div>
  )
}

function Legend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
      {series.map(({ id, label }, index) => (
        <li key={id} className="inline-flex items-center gap-1.5">
          <span className={cx("size-2.5 rounded-[1px]", FILLS[index])} />
          {label}
        </li>
      ))}
    </ul>
  )
}

// Each keeps 3:1 against the page in both themes, and the middle one is hatched: neighbours differ without colour too.
const FILLS = ["bg-accent", "status-hatch bg-control", "bg-ink"]

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
