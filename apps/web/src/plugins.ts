import { aiWebPlugin } from "@countersign/ai/web"
import { catalogWebPlugin } from "@countersign/catalog/web"
import type { WebPlugin } from "@countersign/core/web"
import { healthcheckWebPlugin } from "@countersign/healthcheck/web"
import { incidentWebPlugin } from "@countersign/incident/web"
import { maintenanceWebPlugin } from "@countersign/maintenance/web"
import { notificationWebPlugin } from "@countersign/notification/web"
import { siteWebPlugin } from "@countersign/site/web"
import { shellPlugin } from "./shell-plugin.ts"

/** Every plugin of this product, after the shell's own pages. Adding one is a line here and a line in apps/server. */
export const plugins: readonly WebPlugin[] = [
  shellPlugin,
  catalogWebPlugin,
  incidentWebPlugin,
  healthcheckWebPlugin,
  maintenanceWebPlugin,
  notificationWebPlugin,
  siteWebPlugin,
  aiWebPlugin,
]
