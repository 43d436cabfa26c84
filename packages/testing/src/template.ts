import { createHash, randomBytes } from "node:crypto"
import { migrate, migrationsOf, openDatabase } from "@countersign/core/host"
import type { Plugin } from "@countersign/core/server"
import pg from "pg"

export interface ClusterConnection {
  host: string
  port: number
  user: string
  database: string
}

/** Files that need the same template at once wait for the one that makes it. */
const LOCK_KEY = "hashtextextended('testing:template', 0)"

/** A database of its own, copied from a template that holds the migrated tables of exactly these plugins. */
export async function databaseFromTemplate(
  cluster: ClusterConnection,
  plugins: readonly Plugin[],
): Promise<{ config: pg.ClientConfig; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString("hex")}`
  await withAdmin(cluster, async (admin) => {
    const template = await ensureTemplate(admin, cluster, plugins)
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  })
  return {
    config: { ...cluster, database: name },
    drop: () =>
      withAdmin(cluster, async (admin) => {
        await othersLeave(admin, name)
        await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      }),
  }
}

/**
 * A connection that was told to close is still there for a moment. Thrown out meanwhile, it raises an error that nobody listens
 * to, in whatever test runs then. Whoever never closes one is thrown out all the same.
 */
async function othersLeave(admin: pg.Client, name: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const { rowCount } = await admin.query("SELECT FROM pg_stat_activity WHERE datname = $1", [name])
    if (rowCount === 0) return
    // A wait by time: Postgres tells nobody that a connection has gone.
    await admin.query("SELECT pg_sleep(0.02)")
  }
}

async function ensureTemplate(
  admin: pg.Client,
  cluster: ClusterConnection,
  plugins: readonly Plugin[],
): Promise<string> {
  const steps = migrationsOf(plugins)
  const fingerprint = createHash("sha256").update(JSON.stringify(steps)).digest("hex").slice(0, 16)
  const template = `template_${fingerprint}`
  await admin.query(`SELECT pg_advisory_lock(${LOCK_KEY})`)
  try {
    const existing = await admin.query("SELECT 1 FROM pg_database WHERE datname = $1", [template])
    if (existing.rowCount) return template
    await admin.query(`DROP DATABASE IF EXISTS ${template}_making`)
    await admin.query(`CREATE DATABASE ${template}_making`)
    const database = openDatabase({ ...cluster, database: `${template}_making` }, { poolSize: 1, onError: () => {} })
    await migrate(database, steps)
    await database.close()
    await admin.query(`ALTER DATABASE ${template}_making RENAME TO ${template}`)
    return template
  } finally {
    await admin.query(`SELECT pg_advisory_unlock(${LOCK_KEY})`)
  }
}

async function withAdmin<T>(cluster: ClusterConnection, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client(cluster)
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
