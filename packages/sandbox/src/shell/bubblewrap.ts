import { type ChildProcess, spawn } from "node:child_process"
import type { Writable } from "node:stream"
import { NOBODY, namespaces, SCRATCH_BYTES } from "../process/namespaces.ts"
import { watchMemory } from "../process/watch-memory.ts"
import type { Failure } from "../result.ts"

const MiB = 1024 * 1024
/** Bubblewrap, prlimit and sh themselves: 2 MB together, none of it the script's. */
const OWN_BYTES = 16 * MiB
const MOST_PROCESSES = 32

export interface ShellRun {
  source: string
  variables: Record<string, string>
  timeoutMs: number
  memoryBytes: number
  outputBytes: number
  signal?: AbortSignal
}

export interface ShellEnd {
  stdout: string
  stderr: string
  durationMs: number
  exitCode?: number
  error?: Failure
}

/**
 * Runs a shell script in namespaces of its own: no network, no processes but its own, a read-only system, 16 MiB of
 * scratch, nobody's user. It ends when its first process ends, and everything it started with it.
 */
export async function runInBubblewrap(run: ShellRun): Promise<ShellEnd> {
  const since = performance.now()
  const child = spawn("bwrap", ["--args", "3", "--", ...limitedShell(run)], {
    // --clearenv empties the script's environment only; that of bubblewrap, its parent, is readable in /proc.
    env: {},
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
    // The kernel counts no processes of root, not even of one that is nobody inside: a fork bomb had no end.
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  })
  // By pipes, not as arguments: every user of the machine may read those of a process.
  feed(child, 3, `${isolation(run.variables).join("\0")}\0`)
  feed(child, 4, run.source)

  return await new Promise<ShellEnd>((resolve) => {
    let error: Failure | undefined
    const killFor = (why: Failure) => {
      error ??= why
      child.kill("SIGKILL")
    }
    const timer = setTimeout(() => killFor({ kind: "time", message: "" }), run.timeoutMs)
    const memory = child.pid
      ? watchMemory(child.pid, OWN_BYTES + run.memoryBytes, () => killFor({ kind: "memory", message: "" }))
      : undefined
    const onAbort = () => killFor({ kind: "cancelled", message: "The run was cancelled." })
    run.signal?.addEventListener("abort", onAbort)
    if (run.signal?.aborted) onAbort()

    const output = collectOutput(child, run.outputBytes, () =>
      killFor({
        kind: "output",
        message: `The script wrote more than ${run.outputBytes} bytes and was stopped there. Write less.`,
      }),
    )
    const settle = (exitCode: number | null, signal?: string | null) => {
      clearTimeout(timer)
      memory?.stop()
      run.signal?.removeEventListener("abort", onAbort)
      if (exitCode === null && !error)
        error = { kind: "crash", message: `The shell could not be run to its end (${signal ?? "it did not start"}).` }
      const durationMs = Math.round(performance.now() - since)
      resolve({ ...output(), durationMs, ...(error ? { error } : { exitCode: exitCode! }) })
    }
    child.once("error", () => settle(null))
    // Not "exit": what it wrote last is still to be read, and nobody inside outlives it to keep the pipes open.
    child.once("close", settle)
  })
}

function isolation(variables: Record<string, string>): string[] {
  const environment = { PATH: "/usr/bin:/bin", HOME: "/tmp", TMPDIR: "/tmp", LANG: "C.UTF-8", ...variables }
  return [
    ...namespaces(["--perms", "0444", "--ro-bind-data", "4", "/run/script.sh"]),
    ...["--chdir", "/tmp", ...Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value])],
  ]
}

/** Inside the namespaces, so that processes are counted there and not with all others of the same user. */
function limitedShell({ timeoutMs, memoryBytes }: ShellRun): string[] {
  return [
    ...["/usr/bin/prlimit", `--nproc=${MOST_PROCESSES}`, `--as=${memoryBytes}`, `--fsize=${SCRATCH_BYTES}`],
    ...["--nofile=128", "--core=0", `--cpu=${Math.ceil(timeoutMs / 1000) + 1}`, "--", "/bin/sh", "/run/script.sh"],
  ]
}

function feed(child: ChildProcess, descriptor: number, text: string): void {
  const pipe = child.stdio[descriptor] as Writable | null | undefined
  // One that could not be started takes nothing; its "error" says so.
  pipe?.on("error", () => {})
  pipe?.end(text)
}

function collectOutput(
  child: ChildProcess,
  most: number,
  onTooMuch: () => void,
): () => { stdout: string; stderr: string } {
  let left = most
  const keep = (stream: ChildProcess["stdout"]) => {
    const parts: Buffer[] = []
    stream?.on("data", (chunk: Buffer) => {
      if (left > 0) parts.push(chunk.subarray(0, left))
      left -= chunk.length
      if (left < 0) onTooMuch()
    })
    return () => Buffer.concat(parts).toString("utf8")
  }
  const [stdout, stderr] = [keep(child.stdout), keep(child.stderr)]
  return () => ({ stdout: stdout(), stderr: stderr() })
}
