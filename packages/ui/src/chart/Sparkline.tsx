import { cx } from "../class-names.ts"

export type SparklineProps = {
  /** What is drawn and its gist, for those who cannot see it. */
  label: string
  /** In order, at equal distances; null where nothing was measured, which leaves a gap. */
  values: readonly (number | null)[]
  className?: string
}

const WIDTH = 96
const HEIGHT = 20

/** A line in a cell of a table: how something went, without numbers. One path, so that a page of them costs little. */
export function Sparkline({ label, values, className }: SparklineProps) {
  const path = pathOf(values)
  if (path === "") return null
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cx("block h-5 w-full max-w-24 text-accent", className)}
    >
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** From 0 up, so that a steady value is a steady line and not its noise. A value without neighbours becomes a dot. */
export function pathOf(values: readonly (number | null)[]): string {
  const top = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) || 1
  const x = (at: number) => round(values.length < 2 ? WIDTH / 2 : (at / (values.length - 1)) * WIDTH)
  const y = (value: number) => round(HEIGHT - 1 - (value / top) * (HEIGHT - 2))
  return values
    .flatMap((value, at) => {
      if (value === null) return []
      const point = `${x(at)} ${y(value)}`
      if (at > 0 && values[at - 1] !== null) return [`L${point}`]
      const isAlone = (values[at + 1] ?? null) === null
      return [`M${point}`, ...(isAlone ? [`L${point}`] : [])]
    })
    .join("")
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
