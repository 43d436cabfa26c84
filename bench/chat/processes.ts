import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { LOAD_CORE, pin } from "../stage/product.ts"

/** Processor time of all threads since they began, in microseconds; finer than the clock ticks of `/proc/<pid>/stat`. */
export function cpuTimeOf(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]),
  )
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1_000
}

export function residentKilobytesOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1])
}

/** A process on the load's core that answers every message with one. */
export interface Helper {
  pid: number
  /** What it wrote first, if it does. */
  port: number
  ask<T>(order: unknown): Promise<T>
  stop(): Promise<void>
}

export async function startHelper(script: string): Promise<Helper> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), {
    execArgv: [],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  })
  // A measurement that fails must not leave a process behind.
  process.once("exit", () => child.kill("SIGTERM"))
  const died = ended(child, script)
  died.catch(() => {})
  const [line] = (await Promise.race([once(child.stdout!, "data"), died])) as [Buffer]
  pin(child.pid!, LOAD_CORE)
  return {
    pid: child.pid!,
    port: Number(/\d+/.exec(String(line))?.[0] ?? 0),
    async ask<T>(order: unknown) {
      const answered = once(child, "message")
      child.send(order as object)
      const [answer] = (await Promise.race([answered, died])) as [T & { error?: string }]
      if (answer?.error) throw new Error(`${script}: ${answer.error}`)
      return answer
    },
    async stop() {
      child.kill("SIGTERM")
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
    },
  }
}

async function ended(child: ChildProcess, script: string): Promise<never> {
  const [code] = await once(child, "exit")
  throw new Error(`${script} ended with ${code}.`)
}
