import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
// By path, not through the package's entry: that would load the whole platform before the first test.
import { type EmbeddedPostgres, startEmbedded } from "../../core/src/db/embedded/embedded.ts"
import { readNote } from "../../core/src/db/embedded/embedded-folder.ts"
import { isFolderLocked } from "../../core/src/db/embedded/embedded-lock.ts"
import { endLeftovers } from "../../core/src/db/embedded/embedded-processes.ts"
import { removeSocketFolder } from "../../core/src/db/embedded/embedded-socket.ts"

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
  const dataDir = mkdtempSync(join(fastestFolder(), PREFIX))
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "300",
    shared_buffers: "64MB",
    autovacuum: "off",
    // In the data folder, so that it goes with it also when the run is killed.
    dynamic_shared_memory_type: "mmap",
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
  await execute(connection, `CREATE DATABASE ${quote(name)} TEMPLATE ${quote(template)} STRATEGY FILE_COPY`)
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

const MEMORY = "/dev/shm"
// A full run holds some 50 databases of 8 MB at once; the rest is room for tests that write much.
const ROOM_BYTES = 4 * 1024 ** 3

/** For files nobody keeps. Creating a database in memory takes 30 ms; on the disks we measured, 130 to 330. */
export function fastestFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM_BYTES && process.availableMemory() > 2 * ROOM_BYTES ? MEMORY : tmpdir()
}

/** Ends and removes what runs that were killed left behind. Their lock died with them. */
async function sweep(): Promise<void> {
  for (const parent of [tmpdir(), MEMORY].filter((folder) => existsSync(folder))) {
    for (const entry of readdirSync(parent).filter((name) => name.startsWith(PREFIX))) {
      const dataDir = join(parent, entry)
      try {
        const { uid, ctimeMs } = lstatSync(dataDir)
        // A run that is only just starting has its folder before its lock.
        if (uid !== process.getuid?.() || Date.now() - ctimeMs < 60_000) continue
        if (isFolderLocked(join(dataDir, "server.lock"))) continue
        await endLeftovers(join(dataDir, "postgres"), () => {})
        removeSocketFolder(readNote(dataDir)?.socketFolder ?? "")
        rmSync(dataDir, { recursive: true, force: true })
      } catch {
        // Another run sweeps it at this moment.
      }
    }
  }
}
