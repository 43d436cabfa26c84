import { defineTimeline } from "@countersign/core/web"
import { Badge, type BadgeTone, formatCount } from "@countersign/ui"
import { CalendarClock, CircleCheck, CircleOff, Wrench } from "lucide-react"
import { maintenanceContract, type RevisedField, STATUS_WORDS, type Window, type WindowStatus } from "../contract.ts"

const LOOKS: Record<WindowStatus, { tone: BadgeTone; Icon: typeof Wrench }> = {
  scheduled: { tone: "neutral", Icon: CalendarClock },
  inProgress: { tone: "maintenance", Icon: Wrench },
  completed: { tone: "healthy", Icon: CircleCheck },
  cancelled: { tone: "neutral", Icon: CircleOff },
}

/** Shape, word and colour, in this order of weight. */
export function WindowStatusBadge({ status }: { status: WindowStatus }) {
  const { tone, Icon } = LOOKS[status]
  return (
    <Badge tone={tone} icon={<Icon />}>
      {STATUS_WORDS[status]}
    </Badge>
  )
}

export const FIELD_WORDS: Record<RevisedField, string> = {
  title: "Title",
  description: "Description",
  startsAt: "Begins",
  endsAt: "Ends",
  occurrence: "One occurrence",
  rrule: "Rule of repetition",
  timeZone: "Time zone",
  systems: "Systems",
  environments: "Environments",
  message: "Text",
  visibility: "Visible to",
}

export const windowTimeline = defineTimeline({
  name: "window",
  noun: "maintenance window",
  verbs: maintenanceContract,
  statuses: STATUS_WORDS,
  StatusBadge: WindowStatusBadge,
  fields: FIELD_WORDS,
  edits: {
    windowEdited: "edited the window",
    updateEdited: "corrected an update",
    updateDeleted: "deleted an update",
  },
})

/** Things by name in one line; those out of sight are only counted. */
export function namesLine(things: Window["systems"], hidden: number, noun: string): string {
  const names = things.map(({ name }) => name).join(", ")
  if (hidden === 0) return names || "None"
  return names ? `${names} and ${hidden} more` : `${formatCount(hidden, noun)} you cannot see`
}
