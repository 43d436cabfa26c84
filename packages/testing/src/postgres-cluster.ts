import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
// By path, not through the package's entry: that would load the whole platform before the first test.
import { type EmbeddedPostgres, startEmbedded } from "../../core/src/db/embedded.ts"
import { isFolderLocked } from "../../core/src/db/embedded-lock.ts"
import { endLeftovers } from "../../core/src/db/embedded-processes.ts"

export type Connection = EmbeddedPostgres["connection"]

export interface Cluster {
  connection: Connection
  createDatabase(name: string, template?: string): Promise<Connection>
  dropDatabase(name: string): Promise<void>
  stop(): Promise<void>
}

const PREFIX = "countersign-test-"

/** A Postgres for one test run, in a temporary folder that goes with it. Never for data anybody wants to keep. */
export async function startCluster(): Promise<Cluster> {
  await sweep()
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX))
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "300",
    shared_buffers: "64MB",
    max_wal_size: "1GB",
    autovacuum: "off",
  }
  const postgres = await startEmbedded({ dataDir, settings, log: () => {} })
  const { connection } = postgres
  return {
    connection,
    createDatabase: (name, template) => createDatabase(connection, name, template),
    dropDatabase: (name) => dropDatabase(connection, name),
    async stop() {
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Also for the processes of a test run that did not start the cluster themselves. */
export async function createDatabase(
  connection: Connection,
  name: string,
  template = "template1",
): Promise<Connection> {
  await execute(connection, `CREATE DATABASE ${quote(name)} TEMPLATE ${quote(template)}`)
  return { ...connection, database: name }
}

export async function dropDatabase(connection: Connection, name: string): Promise<void> {
  await execute(connection, `DROP DATABASE IF EXISTS ${quote(name)} WITH (FORCE)`)
}

async function execute(connection: Connection, statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: "postgres" })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function quote(name: string): string {
  return pg.escapeIdentifier(name)
}

/** Ends and removes what runs that were killed left behind. Their lock died with them. */
async function sweep(): Promise<void> {
  for (const entry of readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX))) {
    const dataDir = join(tmpdir(), entry)
    try {
      // A run that is only just starting has its folder before its lock.
      if (Date.now() - statSync(dataDir).ctimeMs < 60_000 || isFolderLocked(join(dataDir, "server.lock"))) continue
      await endLeftovers(join(dataDir, "postgres"), () => {})
      rmSync(dataDir, { recursive: true, force: true })
    } catch {
      // Another user's, or another run sweeps it at this moment.
    }
  }
}
