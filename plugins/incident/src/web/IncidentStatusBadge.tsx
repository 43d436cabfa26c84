import { StatusLook, type StatusLooks } from "@countersign/core/web"
import { CircleCheck, Eye, Hammer, Lightbulb, Search } from "lucide-react"
import type { IncidentStatus } from "../contract.ts"
import { STATUS_WORDS } from "./words.ts"

const LOOKS: StatusLooks<IncidentStatus> = {
  investigating: ["unhealthy", Search],
  identified: ["degraded", Lightbulb],
  fixing: ["degraded", Hammer],
  monitoring: ["maintenance", Eye],
  resolved: ["healthy", CircleCheck],
}

export function IncidentStatusBadge({ status }: { status: IncidentStatus }) {
  return <StatusLook status={status} words={STATUS_WORDS} looks={LOOKS} />
}
