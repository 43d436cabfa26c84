import { accessThrough, defineAccess, settingsAccess } from "@countersign/core/contract"

export const checkAccess = defineAccess("healthcheck.healthcheck", {
  read: "See health checks, their status and history",
  details: { sentence: "See what single runs of health checks brought back", implies: ["read"] },
  manage: { sentence: "Create, change, try, pause and delete health checks", implies: ["read", "details"] },
})

export const bySystem = accessThrough("catalog.system", checkAccess)
export const checkPageAccess = bySystem.pages

/** Made by the platform; here for the navigation, which loads no schema. */
export const checkSettingsAccess = settingsAccess("healthcheck", "Health checks")
