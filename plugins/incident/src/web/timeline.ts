import { defineTimeline } from "@countersign/core/web"
import { INCIDENT_STATUSES, incidentContract, STATUS_WORDS } from "../contract.ts"
import { IncidentStatusBadge } from "./IncidentStatusBadge.tsx"
import { FIELD_WORDS } from "./words.ts"

export const incidentTimeline = defineTimeline({
  name: "incident",
  noun: "incident",
  verbs: incidentContract,
  statuses: STATUS_WORDS,
  StatusBadge: IncidentStatusBadge,
  moves: INCIDENT_STATUSES,
  fields: FIELD_WORDS,
  edits: {
    incidentEdited: "edited the incident",
    updateEdited: "corrected an update",
    updateDeleted: "deleted an update",
  },
  alsoChanges: ["catalog.system"],
})
