import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { StartError } from "./start-error.ts"

// A fast shutdown writes a checkpoint; 30 s is far above what the small embedded buffers need on a slow disk.
export const FAST_SHUTDOWN_MS = 30_000
const LAST_RESORT_MS = 5_000

/**
 * Ends what a killed server left behind in its data folder: a postmaster that lives on, or processes whose postmaster
 * died. The caller holds the folder's lock, so nobody living needs them; what they had committed is in the log on disk.
 */
export async function endLeftovers(pgdata: string, log: (message: string) => void): Promise<void> {
  if (!existsSync(pgdata)) return
  const postmaster = readPostmasterPid(pgdata)
  const found = processesIn(pgdata, postmaster)
  if (found.length > 0) {
    log(`A database that a killed server left running was found (pid ${found[0]}). It is stopped and started again.`)
    const alive = () => processesIn(pgdata, postmaster).length > 0
    const hasPostmaster = postmaster !== null && found.includes(postmaster)
    signal(hasPostmaster ? [postmaster] : found, hasPostmaster ? "SIGINT" : "SIGQUIT")
    if (await until(() => !alive(), FAST_SHUTDOWN_MS)) return removePidFile(pgdata)
    signal(processesIn(pgdata, postmaster), "SIGKILL")
    if (!(await until(() => !alive(), LAST_RESORT_MS))) {
      throw new StartError(
        `A database left running in ${pgdata} (pid ${found[0]}) cannot be stopped. End that process, then start again.`,
      )
    }
  }
  removePidFile(pgdata)
}

/** Polls: a process that is not our child tells nobody when it ends. */
export async function until(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (!condition()) {
    if (performance.now() > deadline) return false
    await delay(20)
  }
  return true
}

function readPostmasterPid(pgdata: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(pgdata, "postmaster.pid"), "utf8"), 10) || null
  } catch {
    return null
  }
}

/** Postgres refuses to start when the id in a stale file has been given to some other process, zombies included. */
function removePidFile(pgdata: string): void {
  rmSync(join(pgdata, "postmaster.pid"), { force: true })
}

/**
 * The postmaster first when it lives. One that is ending has no program any more while it still gives back its memory, which
 * Postgres refuses to start beside; it leaves the folder only after that.
 */
function processesIn(pgdata: string, postmaster: number | null): number[] {
  if (!existsSync("/proc/self/cwd")) return postmaster !== null && looksLikePostgres(postmaster) ? [postmaster] : []
  const folder = realpathSync(pgdata)
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .filter(
      (pid) =>
        readLink(`/proc/${pid}/cwd`) === folder &&
        /^$|\/(postgres|initdb)( \(deleted\))?$/.test(readLink(`/proc/${pid}/exe`)),
    )
    .map(Number)
    .sort((a, b) => Number(b === postmaster) - Number(a === postmaster))
}

function readLink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ""
  }
}

function looksLikePostgres(pid: number): boolean {
  return spawnSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }).stdout.includes("postgres")
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {}
  }
}
