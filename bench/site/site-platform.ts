import type pg from "pg"
import { createPlatform, type Platform } from "../../packages/core/src/create-platform.ts"
import { type Database, openDatabase } from "../../packages/core/src/db/database.ts"
import { silentLog } from "../../packages/core/src/log.ts"
import { catalogPlugin } from "../../plugins/catalog/src/server.ts"
import { incidentPlugin } from "../../plugins/incident/src/server.ts"
import { maintenancePlugin } from "../../plugins/maintenance/src/server.ts"
import { sitePlugin } from "../../plugins/site/src/server.ts"

export const SECRET = "a secret for measuring only, thirty-two characters or more"

/** The site with what it shows, on a database. */
export async function openSitePlatform(
  config: pg.ClientConfig,
): Promise<{ platform: Platform; database: Database; close(): Promise<void> }> {
  const database = openDatabase(config, { poolSize: 4, onError: () => {} })
  const plugins = [catalogPlugin, incidentPlugin, maintenancePlugin, sitePlugin]
  const platform = createPlatform({ plugins, database, secret: SECRET, log: silentLog, role: "web" })
  await platform.start()
  return {
    platform,
    database,
    async close() {
      await platform.stop(0)
      await database.close()
    },
  }
}
