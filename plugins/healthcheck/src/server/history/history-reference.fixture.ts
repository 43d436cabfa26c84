import type { StatsPoint } from "../../contract.ts"
import type { RawRun } from "./history.fixture.ts"
import type { Range } from "./tiers.ts"

/** What history ought to tell, from a plain list of runs. */
export class HistoryReference {
  readonly #runs = new Map<string, RawRun>()
  readonly #covers: Range[] = []

  store(run: RawRun): void {
    const key = `${run.targetId} ${run.at.getTime()}`
    if (!this.#runs.has(key)) this.#runs.set(key, run)
  }

  /** A window over both ends: runs from `rawFrom` on are marked, older ones stay as they were. */
  cover(window: Range, rawFrom: number): void {
    this.#covers.push(window)
    for (const run of this.#runs.values())
      if (run.at.getTime() >= rawFrom) run.inMaintenance = this.isCovered(run.at.getTime())
  }

  isCovered(at: number): boolean {
    return this.#covers.some(({ from, to }) => at >= from && at < to)
  }

  count(targetIds: readonly number[], range: Range) {
    const runs = this.#within(targetIds, range)
    const of = (outcome: RawRun["outcome"]) =>
      runs.filter((run) => run.outcome === outcome && (outcome === "missed" || !run.inMaintenance)).length
    return {
      ok: of("ok"),
      degraded: of("degraded"),
      failed: of("failed"),
      missed: of("missed"),
      inMaintenance: runs.filter((run) => run.outcome !== "missed" && run.inMaintenance).length,
    }
  }

  durations(targetIds: readonly number[], range: Range): number[] {
    return this.#within(targetIds, range)
      .filter((run) => !run.inMaintenance && run.ms != null && run.outcome !== "missed")
      .filter((run) => run.outcome !== "failed" || run.failedAssertions != null)
      .map((run) => Math.fround(run.ms!))
      .sort((a, b) => a - b)
  }

  failures(targetIds: readonly number[], range: Range, place: number): number {
    return this.#within(targetIds, range).filter((run) => !run.inMaintenance && run.failedAssertions?.includes(place))
      .length
  }

  #within(targetIds: readonly number[], { from, to }: Range): RawRun[] {
    return [...this.#runs.values()].filter(
      ({ targetId, at }) => targetIds.includes(targetId) && at.getTime() >= from && at.getTime() < to,
    )
  }
}

/** How far a told quantile is from the exact one; infinite where one is there and the other is not. */
export function errorOf(told: number | null, sorted: readonly number[], share: number): number {
  const exact = sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1]
  if (exact === undefined || told === null) return exact === undefined && told === null ? 0 : Number.POSITIVE_INFINITY
  return Math.abs(told / exact - 1)
}

export function rangeOfPoint({ from, to }: Pick<StatsPoint, "from" | "to">): Range {
  return { from: Date.parse(from), to: Date.parse(to) }
}
