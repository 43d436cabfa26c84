import { accessThrough, defineAccess } from "@countersign/core/contract"

export const windowAccess = defineAccess("maintenance.window", {
  read: "See maintenance windows and their updates",
  manage: { sentence: "Schedule, change, close and delete maintenance windows", implies: ["read"] },
})

export const bySystem = accessThrough("catalog.system", windowAccess)
export const windowPageAccess = bySystem.pages
