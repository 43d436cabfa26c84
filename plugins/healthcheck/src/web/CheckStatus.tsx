import { Badge, formatPercent, Sparkline, type Status, StatusMark } from "@countersign/ui"
import { Pause } from "lucide-react"
import type { Run } from "../contract/run.ts"
import type { TargetStatus } from "../contract/status-rule.ts"
import { formatMs, OUTCOME_WORDS } from "./words.ts"

interface CheckStatusProps {
  status: TargetStatus | null
  paused?: object | null
  pill?: boolean
}

/** What a check says now. A paused one says nothing. */
export function CheckStatus({ status, paused, pill }: CheckStatusProps) {
  if (paused) return <Badge icon={<Pause />}>Paused</Badge>
  if (status === null) return <StatusMark status="unreported" label="No status yet" pill={pill} />
  return <StatusMark status={status} pill={pill} />
}

/** How one run ended. */
export function OutcomeMark({ outcome, inMaintenance }: Pick<Run, "outcome" | "inMaintenance">) {
  return (
    <span className="inline-flex items-center gap-2">
      <StatusMark status={OUTCOME_STATUSES[outcome]} label={OUTCOME_WORDS[outcome]} />
      {inMaintenance && <Badge tone="maintenance">Maintenance</Badge>}
    </span>
  )
}

const OUTCOME_STATUSES: Record<Run["outcome"], Status> = {
  ok: "healthy",
  degraded: "degraded",
  failed: "unhealthy",
  missed: "unreported",
}

/** Medians of the last 24 hours as a line. */
export function Durations({ name, durations }: { name: string; durations: readonly (number | null)[] }) {
  const measured = durations.filter((value) => value !== null)
  if (measured.length === 0) return null
  const [least, most] = [Math.min(...measured), Math.max(...measured)]
  return (
    <Sparkline
      label={`Duration of ${name} over the last 24 hours: ${formatMs(least)} to ${formatMs(most)}`}
      values={durations}
    />
  )
}

export function Uptime({ share }: { share: number | null }) {
  return share === null ? <span className="text-faint">no runs</span> : formatPercent(share)
}
