import type { Outcome, StatusRule, TargetStatus } from "../../../contract/status-rule.ts"
import { FLAPPING } from "./next-status.ts"

/** The same from the whole list of runs, every time from the beginning: as plain as it can be said. */
export function statusAfter(all: readonly (Outcome | "silence")[], rule: StatusRule) {
  const runs = all.slice(all.lastIndexOf("silence") + 1) as Outcome[]
  const silent = runs.length < all.length
  let verdicts: TargetStatus[] = []
  let status: TargetStatus | null = silent ? "unknown" : null
  let flapping = false
  for (let length = 1; length <= runs.length; length++) {
    const verdict = verdictOf(runs.slice(0, length), rule, verdicts.at(-1) ?? null)
    if (verdict === null) continue
    verdicts.push(verdict)
    const latest = verdicts.slice(-FLAPPING.verdicts)
    const changes = latest.filter((one, at) => at > 0 && one !== latest[at - 1]).length
    if (flapping && lastEqual(latest) >= FLAPPING.calm) {
      flapping = false
      verdicts = [verdict]
    } else if (!flapping && changes >= FLAPPING.changes) flapping = true
    status = flapping ? worst(latest) : verdict
  }
  return { status, flapping }
}

function verdictOf(runs: readonly Outcome[], rule: StatusRule, before: TargetStatus | null): TargetStatus | null {
  if (rule.kind === "consecutive") {
    const { unhealthyAfter, degradedAfter, healthyAfter } = rule
    const last = (many: number) => (runs.length < many ? null : runs.slice(-many))
    if (last(unhealthyAfter)?.every((run) => run === "failed")) return "unhealthy"
    if (last(degradedAfter)?.every((run) => run !== "ok")) return "degraded"
    if (last(healthyAfter)?.every((run) => run === "ok")) return "healthy"
    return before
  }
  const window = runs.slice(-rule.runs)
  if (window.filter((run) => run === "failed").length >= rule.unhealthyFrom) return "unhealthy"
  if (window.filter((run) => run !== "ok").length >= rule.degradedFrom) return "degraded"
  return before === null && runs.at(-1) !== "ok" ? null : "healthy"
}

function lastEqual(verdicts: readonly TargetStatus[]): number {
  const other = verdicts.findLastIndex((one) => one !== verdicts.at(-1))
  return verdicts.length - 1 - other
}

function worst(verdicts: readonly TargetStatus[]): TargetStatus {
  return (["unhealthy", "degraded", "healthy"] as const).find((one) => verdicts.includes(one))!
}
