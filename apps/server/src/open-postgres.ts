import { type EmbeddedPostgres, type Log, StartError, startEmbedded } from "@countersign/core/host"
import pg from "pg"
import type { Environment } from "./environment.ts"

export interface OpenPostgres {
  config: pg.ClientConfig
  kind: "embedded" | "shared"
  stop(): Promise<void>
}

/** The shared database that DATABASE_URL names, or our own in DATA_DIR. */
export async function openPostgres(environment: Environment, log: Log): Promise<OpenPostgres> {
  if (environment.DATABASE_URL) return openShared(environment.DATABASE_URL)
  let stopping = false
  let running = await startEmbedded({ dataDir: environment.DATA_DIR, log: (message) => log.info(message) })
  void keepAlive(running)
  return {
    config: running.connection,
    kind: "embedded",
    async stop() {
      stopping = true
      await running.stop()
    },
  }

  /** Postgres recovers by itself from any crash; it only has to be started again. */
  async function keepAlive(postgres: EmbeddedPostgres): Promise<void> {
    await postgres.exited
    if (stopping) return
    log.error("The embedded database ended unexpectedly; starting it again.")
    try {
      running = await startEmbedded({ dataDir: environment.DATA_DIR, log: (message) => log.info(message) })
      void keepAlive(running)
    } catch (error) {
      log.error("The embedded database could not be started again; trying once more in two seconds.", { error })
      setTimeout(() => void keepAlive(postgres), 2_000)
    }
  }
}

async function openShared(url: string): Promise<OpenPostgres> {
  const config: pg.ClientConfig = { connectionString: url }
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 5_000 })
  client.on("error", () => {})
  try {
    await client.connect()
    const { rows } = await client.query("SHOW server_version_num")
    if (Number(rows[0].server_version_num) < 150_000)
      throw new StartError(
        "The database that DATABASE_URL names is older than Postgres 15, the oldest that Countersign runs on. Upgrade it first.",
      )
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The database that DATABASE_URL names cannot be reached: ${(error as Error).message}. Check the address, the password and that it is running.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
  return { config, kind: "shared", stop: async () => {} }
}
