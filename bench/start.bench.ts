// From `npm start` on a warm install to a green /readyz, and what the product weighs at rest.
import { spawn } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { createServer } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { root, scratchFolder } from "./product.ts"
import { size } from "./size.ts"
import { median, printAims } from "./table.ts"

const ROUNDS = size(5, 1, "BENCH_ROUNDS")
const REST_MS = size(5_000, 100)
const seconds: number[] = []
const rss: number[] = []
const pss: number[] = []
const folder = scratchFolder()

for (let round = 0; round <= ROUNDS; round++) {
  const port = await freePort()
  const started = performance.now()
  const npm = spawn("npm", ["start"], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder.path, LOG_LEVEL: "warn" },
    stdio: "ignore",
    detached: true,
  })
  await ready(`http://127.0.0.1:${port}/readyz`)
  const took = (performance.now() - started) / 1_000
  // Ten requests at once open the pool; then it rests.
  await Promise.all(Array.from({ length: 10 }, () => fetch(`http://127.0.0.1:${port}/api/v1/platform/me`)))
  await pause(REST_MS)
  const processes = descendants(npm.pid!)
  const server = processes.find(({ command }) => command.includes("dist/server/main.js") && command.includes("node"))!
  // The first round also creates the database, which is not a warm start.
  if (round > 0) {
    seconds.push(took)
    rss.push(memoryOf(server.pid, "status", /VmRSS:\s+(\d+)/))
    const postgres = allProcesses().filter(
      ({ pid, command }) => /postgres/.test(command) && belongsTo(pid, folder.path),
    )
    pss.push(postgres.reduce((sum, { pid }) => sum + memoryOf(pid, "smaps_rollup", /^Pss:\s+(\d+)/m), 0))
  }
  process.kill(server.pid, "SIGTERM")
  await new Promise((resolve) => npm.once("exit", resolve))
}
folder.remove()

printAims("Starting and resting", [
  {
    what: "npm start, warm install, to /readyz",
    measured: `${median(seconds).toFixed(2)} s`,
    aim: "at most 4 s",
    met: median(seconds) <= 4,
  },
  {
    what: "server's RSS at rest",
    measured: `${median(rss).toFixed(0)} MB`,
    aim: "at most 160 MB",
    met: median(rss) <= 160,
  },
  {
    what: "embedded Postgres's PSS, pool open",
    measured: `${median(pss).toFixed(0)} MB`,
    aim: "at most 60 MB",
    met: median(pss) <= 60,
  },
])

async function ready(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await pause(20)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

interface Process {
  pid: number
  parent: number
  command: string
}

function allProcesses(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ")
        const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8"))?.[1])
        return [{ pid: Number(name), parent, command }]
      } catch {
        return []
      }
    })
}

function descendants(pid: number): Process[] {
  const all = allProcesses()
  const below = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)])
  return [...all.filter((one) => one.pid === pid), ...below(pid)]
}

/** Postmaster and backends share the data folder as working directory. */
function belongsTo(pid: number, dataDir: string): boolean {
  try {
    return (
      readFileSync(`/proc/${pid}/environ`, "utf8").includes(dataDir) ||
      readdirSync(`/proc/${pid}/cwd/..`).includes("secret.key")
    )
  } catch {
    return false
  }
}

function memoryOf(pid: number, file: string, pattern: RegExp): number {
  return Number(pattern.exec(readFileSync(`/proc/${pid}/${file}`, "utf8"))?.[1] ?? 0) / 1024
}
