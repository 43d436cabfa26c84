import type UPlot from "uplot"
import "uplot/dist/uPlot.min.css"
import type { LineBand, LineSeries } from "./LineChart.tsx"
import { DASHES, LINE_TOKENS } from "./line-styles.ts"
import { loadUPlot } from "./load-uplot.ts"

export type LineDrawing = { resize(): void; remove(): void }

export type LinesToDraw = {
  instants: readonly Date[]
  series: readonly LineSeries[]
  bands: readonly LineBand[]
  zone: string | undefined
  format: (value: number) => string
  onPoint: (at: number | null) => void
}

/** Draws into an element and takes its size. Loaded when the first chart is shown. */
export async function drawLines(
  element: HTMLElement,
  lines: LinesToDraw,
  signal: AbortSignal,
): Promise<LineDrawing | null> {
  const Chart = await loadUPlot()
  if (signal.aborted) return null
  const { instants, series, bands, zone, format, onPoint } = lines
  const token = resolveTokens(element)
  const place = (id: string) => series.findIndex((candidate) => candidate.id === id) + 1
  const font = `12px ${getComputedStyle(element).fontFamily}`
  const axis = { stroke: token("faint"), font, grid: { stroke: token("hairline"), width: 1 }, ticks: { show: false } }
  const chart = new Chart(
    {
      ...sizeOf(element),
      legend: { show: false },
      cursor: { y: false, drag: { setScale: false } },
      tzDate: (seconds) => (zone ? Chart.tzDate(new Date(seconds * 1_000), zone) : new Date(seconds * 1_000)),
      hooks: { setCursor: [(drawn) => onPoint(drawn.cursor.idx ?? null)] },
      axes: [
        { ...axis, values: (_chart, splits) => timeLabels(splits, zone), space: 70 },
        { ...axis, values: (_chart, splits) => splits.map(format), size: widthOf(format) },
      ],
      series: [
        {},
        ...series.map(({ label }, at) => ({
          label,
          stroke: token(LINE_TOKENS[at % LINE_TOKENS.length] ?? "accent"),
          dash: [...(DASHES[at % DASHES.length] ?? [])],
          width: 1.5,
          spanGaps: false,
          points: { show: false },
        })),
      ],
      bands: bands.map(({ upper, lower }) => ({
        series: [place(upper), place(lower)] as [number, number],
        fill: token("accent-soft"),
      })),
    },
    [instants.map((instant) => instant.getTime() / 1_000), ...series.map(({ values }) => [...values])],
    element,
  )
  return { resize: () => chart.setSize(sizeOf(element)), remove: () => chart.destroy() }
}

function sizeOf(element: HTMLElement): { width: number; height: number } {
  return { width: Math.max(1, element.clientWidth), height: Math.max(1, element.clientHeight) }
}

/** A canvas takes no variables, and tokens hold a light and a dark value: the browser says which it is now. */
function resolveTokens(element: HTMLElement): (name: string) => string {
  const probe = document.createElement("span")
  element.append(probe)
  const colours = new Map<string, string>()
  for (const name of ["faint", "hairline", "accent-soft", ...LINE_TOKENS]) {
    probe.style.color = `var(--color-${name})`
    colours.set(name, getComputedStyle(probe).color)
  }
  probe.remove()
  return (name) => colours.get(name) ?? "currentColor"
}

const DAY_SECONDS = 86_400

/** Days where the picture spans several, else the time of day. */
function timeLabels(splits: readonly number[], zone: string | undefined): string[] {
  const step = (splits[1] ?? 0) - (splits[0] ?? 0)
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    ...(step >= DAY_SECONDS ? { day: "numeric", month: "short" } : { hour: "2-digit", minute: "2-digit" }),
  })
  return splits.map((seconds) => format.format(seconds * 1_000))
}

/** Room for the longest number of the axis, at about 7 px a character. */
function widthOf(format: (value: number) => string) {
  return (_chart: UPlot, values: readonly string[] | null) =>
    16 + 7 * Math.max(3, ...(values ?? [format(0)]).map(({ length }) => length))
}
