import { BarChart, type Column, DataTable, formatNumber, SegmentedControl } from "@countersign/ui"
import type { UsageRow } from "../../../contract.ts"
import { dayLabel } from "./usage-range.ts"
import { costWords, formatTokens, inputOf } from "./usage-words.ts"

export const USAGE_MEASURES = ["tokens", "calls", "cost"] as const
export type UsageMeasure = (typeof USAGE_MEASURES)[number]

/** Day by day, drawn or as a table with the same numbers. */
export function UsageChart(props: {
  days: readonly UsageRow[]
  measure: UsageMeasure
  onMeasure: (measure: UsageMeasure) => void
  asTable: boolean
  onTable: (asTable: boolean) => void
}) {
  const { days, measure, onMeasure, asTable, onTable } = props
  return (
    <section aria-labelledby="usage-days" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <h2 id="usage-days" className="font-semibold text-prose">
          Day by day
        </h2>
        <div className="flex flex-wrap gap-2">
          {!asTable && (
            <SegmentedControl
              label="What is drawn"
              value={measure}
              onChange={onMeasure}
              options={USAGE_MEASURES.map((value) => ({ value, label: MEASURES[value].label }))}
            />
          )}
          <SegmentedControl
            label="Shown as"
            value={asTable ? "table" : "chart"}
            onChange={(value) => onTable(value === "table")}
            options={[
              { value: "chart", label: "Chart" },
              { value: "table", label: "Table" },
            ]}
          />
        </div>
      </div>
      {asTable ? (
        <DataTable label="Usage by day" columns={COLUMNS} rows={[...days].reverse()} rowId={({ key }) => key} />
      ) : (
        <BarChart
          label={summaryOf(days, measure)}
          series={MEASURES[measure].series}
          format={MEASURES[measure].format}
          hint="Point at a day, or touch it, to read its numbers."
          bars={days.map((day) => ({
            id: day.key,
            label: dayLabel(day.key),
            values: MEASURES[measure].values(day),
            detail: detailOf(day),
          }))}
        />
      )}
    </section>
  )
}

interface Measure {
  label: string
  series: readonly { id: string; label: string }[]
  values: (day: UsageRow) => readonly number[]
  format: (value: number) => string
}

const MEASURES: Record<UsageMeasure, Measure> = {
  tokens: {
    label: "Tokens",
    series: [
      { id: "input", label: "Input" },
      { id: "cached", label: "Cached" },
      { id: "output", label: "Output" },
    ],
    values: (day) => [inputOf(day), day.cacheReadTokens, day.outputTokens],
    format: shortTokens,
  },
  calls: {
    label: "Calls",
    series: [{ id: "calls", label: "Calls" }],
    values: ({ calls }) => [calls],
    format: (value) => (Number.isInteger(value) ? formatTokens(value) : ""),
  },
  cost: {
    label: "Cost",
    series: [{ id: "cost", label: "Cost" }],
    values: ({ costUsd }) => [costUsd],
    format: (value) => `$${formatNumber(value, 6)}`,
  },
}

function detailOf(day: UsageRow): string {
  if (day.calls === 0) return `${dayLabel(day.key)}: no calls`
  return `${dayLabel(day.key)}: ${formatTokens(day.calls)} calls, ${formatTokens(inputOf(day))} input, ${formatTokens(day.cacheReadTokens)} cached, ${formatTokens(day.outputTokens)} output, ${costWords(day)}`
}

function summaryOf(days: readonly UsageRow[], measure: UsageMeasure): string {
  const amount = (day: UsageRow) => MEASURES[measure].values(day).reduce((total, value) => total + value, 0)
  const most = days.reduce<UsageRow | null>((best, day) => (!best || amount(day) > amount(best) ? day : best), null)
  const peak = most && amount(most) > 0 ? ` Most on ${dayLabel(most.key)}: ${detailOf(most)}.` : ""
  return `${MEASURES[measure].label} of each of ${days.length} days.${peak} The table holds all numbers.`
}

function shortTokens(value: number): string {
  if (value >= 1_000_000) return `${formatNumber(value / 1_000_000, 2)}M`
  return value >= 1_000 ? `${formatNumber(value / 1_000, 1)}k` : String(value)
}

const number = (id: string, header: string, value: (day: UsageRow) => number, meta?: string): Column<UsageRow> => ({
  id,
  header,
  width: "1fr",
  align: "end",
  ...(meta && { priority: "meta" as const }),
  cell: (day) => (
    <>
      {formatTokens(value(day))}
      {meta && <span className="hidden @max-[640px]/data-table:inline"> {meta}</span>}
    </>
  ),
})

/** What every table of this page counts, beside whatever its rows are. */
export const USAGE_COLUMNS: readonly Column<UsageRow>[] = [
  number("calls", "Calls", ({ calls }) => calls, "calls"),
  number("input", "Input tokens", inputOf),
  number("cached", "Cached", ({ cacheReadTokens }) => cacheReadTokens),
  number("output", "Output tokens", ({ outputTokens }) => outputTokens),
  number("tokens", "All tokens", ({ tokens }) => tokens, "tokens"),
  {
    id: "cost",
    header: "Cost",
    width: "1.2fr",
    align: "end",
    priority: "meta",
    cell: (day) => (
      <>
        <span className="hidden @max-[640px]/data-table:inline">cost </span>
        {costWords(day)}
      </>
    ),
  },
]

const COLUMNS: readonly Column<UsageRow>[] = [
  { id: "day", header: "Day", width: "2fr", priority: "title", cell: ({ key }) => dayLabel(key) },
  ...USAGE_COLUMNS,
]
