import { Badge, type BadgeTone } from "@countersign/ui"
import { CircleCheck, Eye, Hammer, Lightbulb, Search } from "lucide-react"
import type { IncidentStatus } from "../contract.ts"
import { STATUS_WORDS } from "./words.ts"

/** Shape, word and colour, in this order of weight. */
export function IncidentStatusBadge({ status }: { status: IncidentStatus }) {
  const Icon = ICONS[status]
  return (
    <Badge tone={TONES[status]} icon={<Icon />}>
      {STATUS_WORDS[status]}
    </Badge>
  )
}

const TONES: Record<IncidentStatus, BadgeTone> = {
  investigating: "unhealthy",
  identified: "degraded",
  fixing: "degraded",
  monitoring: "maintenance",
  resolved: "healthy",
}

const ICONS = { investigating: Search, identified: Lightbulb, fixing: Hammer, monitoring: Eye, resolved: CircleCheck }
