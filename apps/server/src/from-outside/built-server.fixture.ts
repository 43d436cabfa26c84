import { databaseFromTemplate, signIn, spawnServer } from "@countersign/testing"
import { afterAll, inject } from "vitest"
import { plugins } from "../plugins.ts"

export const EMAIL = "ana@example.test"
export const PASSWORD = "correct horse battery"

/** The built product on a database of its own, until the tests of the file are over, and Ana, who administers it. */
export async function startBuiltServer(
  env: Record<string, string> = {},
  program: Parameters<typeof spawnServer>[1] = "server",
) {
  const cluster = inject("postgres")
  const { config, drop } = await databaseFromTemplate(cluster, plugins)
  const variables = {
    DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
    COUNTERSIGN_SECRET: "a secret for this server alone, long enough",
    COUNTERSIGN_ADMIN_EMAIL: EMAIL,
    COUNTERSIGN_ADMIN_PASSWORD: PASSWORD,
    ...env,
  }
  const server = await spawnServer(variables, program)
  afterAll(async () => {
    await server.stop()
    await drop()
  })
  return { server, variables, database: config, ana: await signIn(server.url, EMAIL, PASSWORD) }
}
