import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { fileURLToPath } from "node:url"
import type pg from "pg"
import { serverFlags } from "../../scripts/server-flags.mjs"
import { smallest } from "./size.ts"

export const root = fileURLToPath(new URL("../..", import.meta.url))

/** Server and peer on one core, this process and whatever it starts later on the other: they must not share one. */
export const SERVER_CORE = "0"
export const LOAD_CORE = "1"

// Ended by a time limit, it still ends what it started: without this the listeners for "exit" never hear of it.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(1))

export function pin(pid: number, core: string): void {
  if (!smallest) spawnSync("taskset", ["-acp", core, String(pid)])
}

// What Linux counts in on every architecture we run on.
const TICKS_PER_SECOND = 100

/** Processor time a process has used since it began, in microseconds: it hardly depends on who else is at work. */
export function cpuOf(pid: number): number {
  const [, fields] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))!
  const [user, system] = fields!.split(" ").slice(11, 13).map(Number)
  return ((user! + system!) * 1_000_000) / TICKS_PER_SECOND
}

export interface Running {
  url: string
  child: ChildProcess
  stop(): Promise<void>
}

export async function start(
  command: string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<Running & { match: RegExpExecArray }> {
  const child = spawn(command[0]!, command.slice(1), {
    env: { ...process.env, SITE_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "inherit"],
    cwd: root,
  })
  // A measurement that fails must not leave a server behind.
  const end = () => child.kill("SIGTERM")
  process.once("exit", end)
  child.once("exit", () => process.off("exit", end))
  let text = ""
  child.stdout.setEncoding("utf8")
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.stdout.on("data", (chunk: string) => {
      text += chunk
      const found = ready.exec(text)
      if (found) resolve(found)
    })
    child.once("exit", (code) => reject(new Error(`${command.join(" ")} ended with ${code}:\n${text}`)))
  })
  return {
    url: match[1]!.startsWith("http") ? match[1]! : `http://127.0.0.1:${match[1]}`,
    child,
    match,
    async stop() {
      child.kill("SIGTERM")
      if (child.exitCode === null) await once(child, "exit")
    },
  }
}

export const ADMIN = { email: "bench@example.test", password: "a password for measuring" }

/** The bundle that `npm start` runs, or another build to measure. */
export const builtServer = process.env.BENCH_SERVER ?? `${root}dist/server/main.js`

/** On a fresh data folder. */
export async function startProduct(dataDir: string, env: Record<string, string> = {}): Promise<Running> {
  return start(
    [process.execPath, ...serverFlags, builtServer],
    {
      PORT: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      COUNTERSIGN_ALLOW_PRIVATE: "127.0.0.0/8",
      COUNTERSIGN_ADMIN_EMAIL: ADMIN.email,
      COUNTERSIGN_ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
    /Countersign is at (http\S+)/,
  )
}

/** One of several on a database. */
export async function startServerOn(config: pg.ClientConfig, folder: string, secret: string): Promise<Running> {
  return startProduct(folder, {
    DATABASE_URL: `postgres://${config.user}@localhost:${config.port}/${config.database}?host=${encodeURIComponent(config.host!)}`,
    COUNTERSIGN_SECRET: secret,
    SITE_PORT: "0",
  })
}

export function scratchFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(`${tmpdir()}/countersign-bench-`)
  spawnSync("chmod", ["755", path])
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Postmaster and backends work in the data folder. */
export function postgresProcesses(folder: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) &&
          readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres")
        )
      } catch {
        return false
      }
    })
}
