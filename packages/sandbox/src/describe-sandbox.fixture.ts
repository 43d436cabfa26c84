import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import v8 from "node:v8"
import vm from "node:vm"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type Bait, shellAttacks } from "./attacks-shell.fixture.ts"
import { escapes, exhaustions } from "./attacks-typescript.fixture.ts"
import type { Machine } from "./machine.ts"
import type { ShellResult, TypeScriptResult } from "./result.ts"
import { createSandbox } from "./sandbox.ts"

const MiB = 1024 * 1024
const LIMIT_MS = 250
/** For what ends by itself: a busy machine must not make it look as if time had ended it. */
const PATIENT_MS = 5_000
const onLinux = process.platform === "linux"

interface Profile {
  name: string
  machine: () => Promise<Machine>
  typescriptDowngraded: boolean
  shellDowngraded: boolean
  /** How much later than its limit a run may end. Strict where nothing else runs on the machine. */
  latenessMs: number
  /** All ways of using everything up, or those that need each another kind of end. */
  exhaustive: boolean
}

/**
 * Everything a hostile script could try, against one set of layers: nothing gets out, every run ends at its limit, the
 * host keeps its memory, and nobody is left behind.
 */
export function describeSandbox({
  name,
  machine,
  typescriptDowngraded,
  shellDowngraded,
  latenessMs,
  exhaustive,
}: Profile): void {
  const tried = exhaustions.filter(({ brief }) => exhaustive || brief)
  describe(`a hostile script, ${name}`, () => {
    const sandbox = createSandbox({ queue: 500 }, machine)
    const fetched: { aborted: boolean }[] = []
    let bait: Bait & { connections: () => number; close(): void }
    let escaped: TypeScriptResult[]
    let exhausted: TypeScriptResult[]
    let shells: ShellResult[]
    let childrenBefore: number[]
    let memoryBefore: number
    let environments: string[]

    beforeAll(async () => {
      bait = await layBait()
      vi.stubEnv("COUNTERSIGN_SECRET_OF_THE_HOST", bait.canary)
      childrenBefore = childrenOf(process.pid)
      await Promise.all([
        sandbox.runTypeScript(typescript("export default () => 1", PATIENT_MS)),
        sandbox.runShell(shell("echo 1", PATIENT_MS)),
      ])
      environments = sandbox.children().map((pid) => (onLinux ? readFileSync(`/proc/${pid}/environ`, "utf8") : ""))
      memoryBefore = residentAfterCollection()
      ;[escaped, exhausted, shells] = await Promise.all([
        Promise.all(escapes.map(({ source }) => sandbox.runTypeScript(typescript(source, PATIENT_MS)))),
        Promise.all(tried.map((one) => sandbox.runTypeScript(typescript(one.source, limitOf(one))))),
        Promise.all(shellAttacks.map((one) => sandbox.runShell(shell(one.source(bait), shellLimitOf(one))))),
      ])
    }, 120_000)
    afterAll(async () => {
      await sandbox.close()
      bait.close()
      vi.unstubAllEnvs()
    })

    const typescript = (source: string, timeoutMs = LIMIT_MS) => ({
      kind: "healthcheck-script" as const,
      source,
      context: { secrets: {} },
      limits: { timeoutMs },
    })
    const limitOf = ({ ends }: { ends: readonly string[] }) => (ends.includes("time") ? LIMIT_MS : PATIENT_MS)
    const shell = (source: string, timeoutMs: number) => ({
      source,
      variables: { COUNTERSIGN_OWN: "own" },
      limits: { timeoutMs },
    })
    const shellLimitOf = ({ stopped }: { stopped?: true }) => (stopped ? LIMIT_MS : PATIENT_MS)

    it.each(escapes.map(({ name }, at) => [name, at] as const))("does not get out by %s", (_, at) => {
      const ran = escaped[at]!
      expect(ran, JSON.stringify(ran)).toMatchObject({ ok: true })
      if (escapes[at]!.name.startsWith("a prototype")) {
        expect(Object.hasOwn((ran as { value: object }).value, "__proto__")).toBe(true)
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
      } else expect(ran).toMatchObject({ value: "kept" })
    })

    it.each(tried.map(({ name }, at) => [name, at] as const))("is stopped at %s", (_, at) => {
      const ran = exhausted[at]!
      expect(tried[at]!.ends, JSON.stringify(ran).slice(0, 500)).toContain(ran.ok ? "value" : ran.error.kind)
      expect(ran.durationMs).toBeLessThan(limitOf(tried[at]!) + latenessMs)
      expect(JSON.stringify(ran).length).toBeLessThan(300_000)
      if (!ran.ok) expect(ran.error.message.length).toBeLessThan(2_500)
    })

    it.each(shellAttacks.map(({ name }, at) => [name, at] as const))("in shell, gets nothing by %s", (_, at) => {
      const ran = shells[at]!
      expect(ran.stdout + ran.stderr).not.toContain(bait.canary)
      expect(ran.stdout).not.toContain("escaped")
      expect(ran.durationMs).toBeLessThan(shellLimitOf(shellAttacks[at]!) + latenessMs)
      expect(ran.stdout.length + ran.stderr.length).toBeLessThan(70_000)
      // An interpreter counts commands and bytes itself, and then ends with a code of its own.
      if (shellDowngraded) return
      // One that time cut off before it had tried would prove nothing.
      const { stopped, starves } = shellAttacks[at]!
      const died = starves && ran.ok && ran.exitCode > 128
      if (!died)
        expect(ran, JSON.stringify(ran).slice(0, 500)).toMatchObject(stopped ? { ok: false } : { timedOut: false })
    })

    it("cannot read a variable of the host, not even outside its VM", () => {
      expect(environments.length).toBeGreaterThan(0)
      expect(environments).toEqual(environments.map(() => ""))
    })

    it("reached no socket and wrote no file of the host", () => {
      expect(bait.connections()).toBe(0)
      const places = ["/usr", "/usr/bin", "/etc", "/", "/dev", "/dev/shm", "/run", "/lib", "/var/tmp", "/tmp", tmpdir()]
      expect(places.filter((place) => existsSync(join(place, bait.marker)))).toEqual([])
    })

    it("says which layers were missing, and has no fetch without them", async () => {
      const answer = { status: 200, statusText: "OK", url: "http://example.test/", headers: {}, body: "yes" }
      const ran = await sandbox.runTypeScript({
        ...typescript(`export default async () => (await fetch("http://example.test/")).text()`, PATIENT_MS),
        fetch: async () => answer,
      })
      expect(ran).toMatchObject(
        typescriptDowngraded
          ? { ok: false, sandboxDowngraded: true, error: { message: expect.stringContaining("may not use fetch") } }
          : { ok: true, value: "yes", sandboxDowngraded: false, missing: [] },
      )
      expect(ran.missing.length > 0).toBe(typescriptDowngraded)
      const { sandboxDowngraded, missing } = shells[0]!
      expect({ sandboxDowngraded, isSaid: missing.length > 0 }).toEqual({
        sandboxDowngraded: shellDowngraded,
        isSaid: shellDowngraded,
      })
      expect((await sandbox.state()).shell.runsIn).toBe(shellDowngraded ? "interpreter" : "bubblewrap")
    })

    if (!typescriptDowngraded)
      it("is stopped in the middle of a fetch, which is told", async () => {
        // Long enough that the fetch has begun, on a busy machine too.
        const limitMs = 2_000
        const ran = await sandbox.runTypeScript({
          ...typescript(`export default async () => { await fetch("http://example.test/") }`, limitMs),
          fetch: (_, signal) => {
            const one = { aborted: false }
            fetched.push(one)
            return new Promise((_, reject) =>
              signal.addEventListener("abort", () => {
                one.aborted = true
                reject(signal.reason)
              }),
            )
          },
        })
        expect(ran).toMatchObject({ ok: false, timedOut: true })
        expect(ran.durationMs).toBeLessThan(limitMs + latenessMs)
        expect(fetched).toEqual([{ aborted: true }])
      })

    it("leaves a sandbox that still works, with the memory it had, and no process", async () => {
      const after = await sandbox.runTypeScript(typescript("export default () => 1", PATIENT_MS))
      expect(after).toMatchObject({ ok: true, value: 1 })
      await sandbox.close()
      expect(sandbox.children()).toEqual([])
      expect(childrenOf(process.pid)).toEqual(childrenBefore)
      expect(commandsOf(/sleep\0?98765/)).toEqual([])
      expect((residentAfterCollection() - memoryBefore) / MiB).toBeLessThan(20)
    })
  })
}

async function layBait() {
  const marker = `sandbox-${randomUUID()}`
  const canary = `canary-${randomUUID()}`
  const folder = mkdtempSync(join(tmpdir(), "sandbox-bait-"))
  writeFileSync(join(folder, "secret"), canary)
  let count = 0
  const servers = [0, 1].map(() =>
    createServer((socket) => {
      count += 1
      socket.end(canary)
    }),
  )
  servers[0]!.listen(0, "127.0.0.1")
  // Abstract sockets are Linux's own; they belong to the network namespace, not to a folder.
  servers[1]!.listen(onLinux ? `\0${marker}` : join(folder, "socket"))
  await Promise.all(servers.map((server) => once(server, "listening")))
  return {
    canary,
    file: join(folder, "secret"),
    tcpPort: (servers[0]!.address() as AddressInfo).port,
    abstractSocket: marker,
    hostPid: process.pid,
    marker,
    connections: () => count,
    close() {
      for (const server of servers) server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function childrenOf(pid: number): number[] {
  if (!onLinux) return []
  const threads = readdirSync(`/proc/${pid}/task`)
  const read = (thread: string) => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")
  return threads.flatMap((thread) => read(thread).split(" ").filter(Boolean).map(Number)).sort()
}

function commandsOf(pattern: RegExp): string[] {
  if (!onLinux) return []
  return readdirSync("/proc").flatMap((pid) => {
    try {
      const command = /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, "utf8") : ""
      return pattern.test(command) ? [command] : []
    } catch {
      return []
    }
  })
}

function residentAfterCollection(): number {
  v8.setFlagsFromString("--expose-gc")
  const collect = vm.runInNewContext("gc") as () => void
  collect()
  collect()
  return process.memoryUsage.rss()
}
