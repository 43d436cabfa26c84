// From `npm start` on a warm install to a green /readyz, and what the product weighs at rest.
import { spawn } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { createServer } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { signIn } from "../packages/testing/src/session.ts"
import { ADMIN, postgresProcesses, root, scratchFolder } from "./stage/product.ts"
import { size } from "./stage/size.ts"
import { median, printAims } from "./stage/table.ts"

const ROUNDS = size(5, 1, "BENCH_ROUNDS")
/** Longer than a connection stays open that nobody needs. */
const REST_MS = size(15_000, 100)
const AT_ONCE = 20
const seconds: number[] = []
const rss: number[] = []
const pss = { inUse: [] as number[], atRest: [] as number[] }
const folder = scratchFolder()

for (let round = 0; round <= ROUNDS; round++) {
  const port = await freePort()
  const started = performance.now()
  const npm = spawn("npm", ["start"], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder.path,
      LOG_LEVEL: "warn",
      COUNTERSIGN_ADMIN_EMAIL: ADMIN.email,
      COUNTERSIGN_ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: "ignore",
    detached: true,
  })
  await ready(`http://127.0.0.1:${port}/readyz`)
  const took = (performance.now() - started) / 1_000
  await useIt(`http://127.0.0.1:${port}`, round)
  const inUse = postgresPss()
  await pause(REST_MS)
  const processes = descendants(npm.pid!)
  const server = processes.find(({ command }) => command.includes("dist/server/main.js") && command.includes("node"))!
  // The first round also creates the database, which is not a warm start.
  if (round > 0) {
    seconds.push(took)
    rss.push(memoryOf(server.pid, "status", /VmRSS:\s+(\d+)/))
    pss.inUse.push(inUse)
    pss.atRest.push(postgresPss())
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
    what: `embedded Postgres's PSS, ${AT_ONCE} at work at once`,
    measured: `${median(pss.inUse).toFixed(0)} MB`,
    aim: "none, for comparison",
    met: null,
  },
  {
    what: `embedded Postgres's PSS, ${REST_MS / 1_000} s later`,
    measured: `${median(pss.atRest).toFixed(0)} MB`,
    aim: "at most 60 MB",
    met: median(pss.atRest) <= 60,
  },
])

/** So many at once that every connection opens, with what people do most. */
async function useIt(url: string, round: number): Promise<void> {
  const session = await signIn(url, ADMIN.email, ADMIN.password)
  const demand = async <T>(verb: string, input: object): Promise<T> => {
    const { status, body } = await session.call<T>(verb, input)
    if (status !== 200) throw new Error(`${verb}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  // One person does what twenty would, in each round.
  const { version } = await demand<{ version: number }>("ai.getSettings", {})
  await demand("ai.updateSettings", { version, callsPerMinute: 1_000 })
  const system = await demand<{ id: string }>("catalog.createSystem", { name: `System ${round}` })
  const work = async (n: number) => {
    await demand("catalog.createGroup", { name: `Group ${round} ${n}` })
    await demand("catalog.listSystems", { limit: 20 })
    await demand("incident.create", { title: `Incident ${n}`, severity: "minor", systemIds: [system.id] })
    await demand("incident.list", { limit: 20 })
    const input = { systemId: system.id, description: `What it does, ${n}.` }
    const { proposalId } = await demand<{ proposalId: string }>("ai.proposeTool", {
      toolName: "catalog.updateSystem",
      input,
    })
    // At most a hundred of one person wait at a time.
    await demand("ai.signProposal", { proposalId, kind: "decline" })
    await demand("platform.listAudit", { limit: 20 })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => work(n)))
}

function postgresPss(): number {
  return postgresProcesses(folder.path).reduce((sum, pid) => sum + memoryOf(pid, "smaps_rollup", /^Pss:\s+(\d+)/m), 0)
}

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

function memoryOf(pid: number, file: string, pattern: RegExp): number {
  return Number(pattern.exec(readFileSync(`/proc/${pid}/${file}`, "utf8"))?.[1] ?? 0) / 1024
}
