import { defineTimeline, StatusLook, type StatusLooks } from "@countersign/core/web"
import { CalendarClock, CircleCheck, CircleOff, Wrench } from "lucide-react"
import { maintenanceContract, type RevisedField, STATUS_WORDS, type WindowStatus } from "../contract.ts"

const LOOKS: StatusLooks<WindowStatus> = {
  scheduled: ["neutral", CalendarClock],
  inProgress: ["maintenance", Wrench],
  completed: ["healthy", CircleCheck],
  cancelled: ["neutral", CircleOff],
}

export function WindowStatusBadge({ status }: { status: WindowStatus }) {
  return <StatusLook status={status} words={STATUS_WORDS} looks={LOOKS} />
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
