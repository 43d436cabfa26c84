import { readFileSync } from "node:fs"
import type pg from "pg"
import { plugins } from "../../apps/server/src/plugins.ts"
import { createPlatform, type Platform } from "../../packages/core/src/create-platform.ts"
import { type Database, openDatabase } from "../../packages/core/src/db/database.ts"
import { silentLog } from "../../packages/core/src/log.ts"

/** The product's plugins on a database, in this process. A folder stands for the secret that is kept in it. */
export async function openInProcess(
  config: pg.ClientConfig,
  secretOrFolder: string,
  options: { poolSize?: number; publicUrl?: string } = {},
): Promise<{ platform: Platform; database: Database; close(): Promise<void> }> {
  const { poolSize = 2, publicUrl } = options
  const database = openDatabase(config, { poolSize, onError: () => {} })
  const secret = secretOrFolder.startsWith("/")
    ? readFileSync(`${secretOrFolder}/secret.key`, "utf8").trim()
    : secretOrFolder
  const platform = createPlatform({ plugins, database, secret, publicUrl, log: silentLog, role: "web" })
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
