import { resolve } from "node:path"
import { findPostgresBinaries } from "./embedded-binaries.ts"
import { prepareCluster, unfinished } from "./embedded-cluster.ts"
import { holdFolder, readHolder } from "./embedded-folder.ts"
import { launchPostmaster } from "./embedded-postmaster.ts"
import { endLeftovers } from "./embedded-processes.ts"
import { makeSocketFolder, removeSocketFolder } from "./embedded-socket.ts"

export interface EmbeddedPostgres {
  /** `host` is the folder of the socket: whoever may enter it may connect. */
  connection: { host: string; port: number; user: string; database: string; password?: string }
  /** The system user the database runs as when we are root, else null. */
  osUser: string | null
  postmasterPid: number
  /** Resolves when the postmaster ends, asked to or not. Starting again then yields the same connection. */
  exited: Promise<void>
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log(message: string): void
  /** Added to, and over, the settings of `embedded-settings.ts`. */
  settings?: Record<string, string>
}

/** Throws a StartError whose message is for the operator. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, settings = {} } = options
  const dataDir = resolve(options.dataDir)
  const pgdata = resolve(dataDir, "postgres")
  const held = await holdFolder(dataDir)
  let socketFolder = ""
  try {
    const binaries = findPostgresBinaries(pgdata)
    if (binaries.user) log(`Started as root: the database runs as the user ${binaries.user.name}.`)
    await endLeftovers(unfinished(pgdata), log)
    prepareCluster({ pgdata, binaries, settings })
    await endLeftovers(pgdata, log)
    socketFolder = makeSocketFolder(held.previous?.socketFolder, binaries.owner)
    held.note({ socketFolder, ready: false })
    const postmaster = await launchPostmaster({ pgdata, binaries, socketFolder, settings, log })
    held.note({ socketFolder, ready: true })

    let stopping = false
    const exited = postmaster.exited.then(() => {
      if (stopping) removeSocketFolder(socketFolder)
      held.release(stopping ? null : { socketFolder, ready: false })
    })
    return {
      connection: connectionIn(socketFolder),
      osUser: binaries.user?.name ?? null,
      postmasterPid: postmaster.pid,
      exited,
      async stop() {
        stopping = true
        await postmaster.stop()
        await exited
      },
    }
  } catch (error) {
    removeSocketFolder(socketFolder)
    held.release(null)
    throw error
  }
}

/** How to reach the database of the server that runs on this folder; null when none does. */
export async function findRunningEmbedded(dataDir: string): Promise<EmbeddedPostgres["connection"] | null> {
  const holder = await readHolder(resolve(dataDir), 30_000)
  return holder?.ready ? connectionIn(holder.socketFolder) : null
}

function connectionIn(socketFolder: string): EmbeddedPostgres["connection"] {
  return { host: socketFolder, port: 5432, user: "countersign", database: "countersign" }
}
