import { statusAccess } from "@countersign/catalog/contract"
import { accessThrough, defineAccess } from "@countersign/core/contract"

export const incidentAccess = defineAccess("incident.incident", {
  read: "See incidents and their updates",
  manage: {
    sentence: "Open, update, resolve and delete incidents",
    // Whoever changes an incident sees it, and its health override reaches the catalog as a reported status.
    implies: ["read", statusAccess.report],
  },
})

export const bySystem = accessThrough("catalog.system", incidentAccess)
export const incidentPageAccess = bySystem.pages
