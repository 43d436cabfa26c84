import { defineContract } from "@countersign/core/contract"
import { changingProcedures } from "./contract/changing.ts"
import { incidentTimeline } from "./contract/incident.ts"
import { readingProcedures } from "./contract/reading.ts"
import { upkeepProcedures } from "./contract/upkeep.ts"

export type { BulkResult } from "@countersign/core/contract"
export { incidentAccess, incidentPageAccess } from "./contract/access.ts"
export * from "./contract/events.ts"
export * from "./contract/incident.ts"

export const incidentContract = defineContract("incident", {
  ...readingProcedures,
  ...changingProcedures,
  ...incidentTimeline.procedures,
  ...upkeepProcedures,
})
