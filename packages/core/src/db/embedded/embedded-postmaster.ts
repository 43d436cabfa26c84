import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import type { PostgresBinaries } from "./embedded-binaries.ts"
import { pathForPostgres } from "./embedded-cluster.ts"
import { FAST_SHUTDOWN_MS } from "./embedded-processes.ts"
import { EMBEDDED_SETTINGS } from "./embedded-settings.ts"
import { StartError } from "./start-error.ts"

export interface Postmaster {
  pid: number
  exited: Promise<void>
  stop(): Promise<void>
}

/** Resolves once the database `countersign` in it accepts connections, after crash recovery if that was needed. */
export async function launchPostmaster(options: {
  pgdata: string
  binaries: PostgresBinaries
  socketFolder: string
  settings: Record<string, string>
  log(message: string): void
}): Promise<Postmaster> {
  const { pgdata, binaries, socketFolder, log } = options
  const settings = { ...EMBEDDED_SETTINGS, unix_socket_directories: socketFolder, port: "5432", ...options.settings }
  const { file, args, ...become } = binaries.command("postgres", [
    ...["-D", pathForPostgres(pgdata, binaries)],
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ])
  const child = spawn(file, args, {
    ...become,
    cwd: pgdata,
    env: { LC_ALL: "C", TZ: "UTC", PATH: process.env.PATH },
    stdio: ["ignore", "ignore", "pipe"],
    // Away from the terminal: Ctrl-C must reach the server alone, which drains before it stops the database.
    detached: true,
  })
  // A process.exit() without stop() still ends the database in order; it needs nobody to wait for it.
  const endWithUs = () => child.kill("SIGINT")
  process.once("exit", endWithUs)
  const gone = new Promise<void>((settle) => {
    child.once("exit", () => settle())
    child.once("error", () => settle())
  })
  const exited = gone.then(() => void process.off("exit", endWithUs))
  const messages = followLog(child, log)

  try {
    await Promise.race([
      acceptConnections(socketFolder),
      gone.then(() => {
        throw new StartError(
          `The database in ${pgdata} did not start: ${messages.reason()} Mend that, or restore a backup into a new DATA_DIR.`,
        )
      }),
    ])
  } catch (error) {
    await stopChild(child)
    throw error
  }
  messages.started()
  return { pid: child.pid ?? 0, exited, stop: () => stopChild(child) }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, "exit")
  child.kill("SIGINT")
  const patience = AbortSignal.timeout(FAST_SHUTDOWN_MS)
  // Immediate shutdown: nothing committed is lost, the next start replays the log.
  patience.addEventListener("abort", () => child.kill("SIGQUIT"))
  await ended
}

async function acceptConnections(host: string): Promise<void> {
  const connection = { host, port: 5432, user: "countersign" }
  for (;;) {
    const failure = await tryConnection({ ...connection, database: "countersign" })
    if (!failure) return
    const INVALID_CATALOG_NAME = "3D000"
    if (failure.code === INVALID_CATALOG_NAME) {
      await tryConnection({ ...connection, database: "postgres" }, "CREATE DATABASE countersign")
    } else await delay(15)
  }
}

async function tryConnection(config: pg.ClientConfig, statement?: string): Promise<{ code?: string } | null> {
  const client = new pg.Client(config)
  client.on("error", () => {})
  try {
    await client.connect()
    if (statement) await client.query(statement)
    return null
  } catch (error) {
    return error as { code?: string }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Passes on what an operator must know; Postgres logs an ordinary refused statement as well. */
function followLog(child: ChildProcess, log: (message: string) => void) {
  const recent: string[] = []
  let started = false
  if (child.stderr) {
    createInterface({ input: child.stderr }).on("line", (line) => {
      recent.push(line)
      if (recent.length > 20) recent.shift()
      if (line.includes("automatic recovery in progress")) {
        log("The database was not shut down in order; it is recovering what was committed.")
      } else if (/^PANIC:|^LOG: .*(was terminated by signal|exited with exit code)/.test(line)) log(`Database: ${line}`)
      else if (started && /^WARNING:/.test(line)) log(`Database: ${line}`)
    })
  }
  child.once("error", (error) => recent.push(`FATAL:  ${error.message}`))
  return {
    started() {
      started = true
    },
    /** A sentence of Postgres's own, hint included. */
    reason(): string {
      const worst = recent.filter(
        (line) => /^(FATAL|PANIC|HINT|DETAIL):/.test(line) && !line.includes("is starting up"),
      )
      const said = worst.length > 0 ? worst : [recent.at(-1) ?? "it gave no reason"]
      return said.map((line) => line.replace(/^\w+:\s*/, "").replace(/[^.?!]$/, "$&.")).join(" ")
    },
  }
}
