import type UPlot from "uplot"
import "uplot/dist/uPlot.min.css"
import { toDate } from "../marks/format.ts"
import type { LineBand, LineMark, LineSeries, LineSpan } from "./LineChart.tsx"
import { DASHES, LINE_TOKENS } from "./line-styles.ts"
import { loadUPlot } from "./load-uplot.ts"

export type LineDrawing = { resize(): void; remove(): void }

export type LinesToDraw = {
  instants: readonly Date[]
  series: readonly LineSeries[]
  bands: readonly LineBand[]
  marks: readonly LineMark[]
  spans: readonly LineSpan[]
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
  const { instants, series, bands, marks, spans, zone, format, onPoint } = lines
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
      hooks: {
        setCursor: [(drawn) => onPoint(drawn.cursor.idx ?? null)],
        drawClear: [(drawn) => drawSpans(drawn, spans, token("maintenance-soft"))],
        draw: [(drawn) => drawMarks(drawn, marks, token("accent-ink"))],
      },
      axes: [
        { ...axis, values: (_chart, splits) => timeLabels(splits, zone), space: 70 },
        { ...axis, values: (_chart, splits) => toldOnce(splits.map(format)), size: widthOf(format) },
      ],
      series: [
        {},
        ...series.map(({ label }, at) => ({
          label,
          stroke: token(LINE_TOKENS[at % LINE_TOKENS.length] ?? "accent"),
          dash: [...(DASHES[at % DASHES.length] ?? [])],
          width: 1.5,
          spanGaps: false,
          // A line needs two points: a measurement between two gaps would not be seen.
          points: { show: true, size: 4, filter: (drawn: UPlot, place: number) => lonely(drawn.data[place] ?? []) },
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

/** Lines so close that they round to the same: the second and further ones bear no number. */
function toldOnce(labels: readonly string[]): string[] {
  return labels.map((label, at) => (label === labels[at - 1] ? "" : label))
}

const GROUND_TOKENS = ["faint", "hairline", "accent-soft", "accent-ink", "maintenance-soft"]

/** Places of values with nothing beside them. */
export function lonely(values: ArrayLike<number | null | undefined>): number[] {
  const isNothing = (at: number) => values[at] === null || values[at] === undefined
  const found: number[] = []
  for (let at = 0; at < values.length; at++)
    if (!isNothing(at) && isNothing(at - 1) && isNothing(at + 1)) found.push(at)
  return found
}

function drawSpans(chart: UPlot, spans: readonly LineSpan[], colour: string): void {
  const { left, top, width, height } = chart.bbox
  const within = (at: LineSpan["from"]) => Math.min(Math.max(placeOf(chart, at), left), left + width)
  chart.ctx.fillStyle = colour
  for (const { from, to } of spans) {
    const [begin, end] = [within(from), within(to)]
    if (end > begin) chart.ctx.fillRect(begin, top, end - begin, height)
  }
}

/** A dashed line with a triangle at its top. */
function drawMarks(chart: UPlot, marks: readonly LineMark[], colour: string): void {
  const { ctx, bbox } = chart
  const unit = devicePixelRatio
  ctx.save()
  ctx.strokeStyle = colour
  ctx.fillStyle = colour
  ctx.lineWidth = unit
  for (const { at } of marks) {
    const x = placeOf(chart, at)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.setLineDash([3 * unit, 3 * unit])
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    ctx.beginPath()
    ctx.moveTo(x - 4 * unit, bbox.top)
    ctx.lineTo(x + 4 * unit, bbox.top)
    ctx.lineTo(x, bbox.top + 6 * unit)
    ctx.fill()
  }
  ctx.restore()
}

function placeOf(chart: UPlot, at: LineMark["at"]): number {
  return chart.valToPos(toDate(at).getTime() / 1_000, "x", true)
}

function sizeOf(element: HTMLElement): { width: number; height: number } {
  return { width: Math.max(1, element.clientWidth), height: Math.max(1, element.clientHeight) }
}

/** A canvas takes no variables, and tokens hold a light and a dark value: the browser says which it is now. */
function resolveTokens(element: HTMLElement): (name: string) => string {
  const probe = document.createElement("span")
  element.append(probe)
  const colours = new Map<string, string>()
  for (const name of [...GROUND_TOKENS, ...LINE_TOKENS]) {
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
