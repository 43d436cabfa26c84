import { appendFileSync, readFileSync } from "node:fs"
import type { Driven } from "./drive.ts"
import { isFullSize } from "./size.ts"

export interface Aim {
  what: string
  measured: string
  aim: string
  /** Null where there was nothing to compare with. */
  met: boolean | null
  /** It counts what happened instead of measuring how fast: it holds in the smallest form too. */
  counted?: true
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export function tellSpeed(side: readonly Driven[]): string {
  const speed = median(side.map(({ perSecond }) => perSecond))
  const cpu = median(side.map(({ cpuMicroseconds }) => cpuMicroseconds))
  return `${Math.round(speed)}/s at ${Math.round(cpu)} us CPU`
}

export function printAims(title: string, aims: readonly Aim[]): void {
  console.log(`\n${title}`)
  const full = isFullSize()
  const verdictOf = ({ met, counted }: Aim) =>
    met === null ? "not compared" : !(full || counted) ? "not judged" : met ? "met" : "MISSED"
  console.table(aims.map((aim) => ({ what: aim.what, measured: aim.measured, aim: aim.aim, verdict: verdictOf(aim) })))
  const missed = aims.filter((aim) => verdictOf(aim) === "MISSED")
  for (const { what, measured, aim } of missed) report(`${title}: ${what}: ${measured}, aim: ${aim}`)
  const { stolen, total } = processorTicks()
  const share = (stolen - before.stolen) / Math.max(1, total - before.total)
  if (share >= 0.01)
    console.log(`The host gave ${Math.round(share * 100)} % of the processors' time to others meanwhile.`)
}

/** What `npm run bench` tells by another code than a measurement that broke. */
const MISSED_CODE = 3

/** For the last lines of `npm run bench`, far below the table. */
function report(missed: string): void {
  process.exitCode = MISSED_CODE
  const file = process.env.BENCH_MISSED
  if (file) appendFileSync(file, `${missed}\n`)
}

const before = processorTicks()

/** Of a virtual machine, by its own count. */
export function processorTicks(): { stolen: number; total: number } {
  try {
    const ticks = readFileSync("/proc/stat", "utf8").split("\n")[0]!.trim().split(/\s+/).slice(1, 9).map(Number)
    return { stolen: ticks[7] ?? 0, total: ticks.reduce((sum, one) => sum + one, 0) }
  } catch {
    return { stolen: 0, total: 0 }
  }
}
