import { aiPlugin } from "@countersign/ai/server"
import { catalogPlugin } from "@countersign/catalog/server"
import type { Plugin } from "@countersign/core/server"
import { healthcheckPlugin } from "@countersign/healthcheck/server"
import { incidentPlugin } from "@countersign/incident/server"
import { maintenancePlugin } from "@countersign/maintenance/server"
import { notificationPlugin } from "@countersign/notification/server"
import { sitePlugin } from "@countersign/site/server"

/** Every plugin of this product. Adding one is a line here and a line in apps/web. */
export const plugins: readonly Plugin[] = [
  catalogPlugin,
  incidentPlugin,
  maintenancePlugin,
  healthcheckPlugin,
  notificationPlugin,
  sitePlugin,
  aiPlugin,
]
