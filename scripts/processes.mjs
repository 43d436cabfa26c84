import { spawn } from "node:child_process"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const modules = join(root, "node_modules")

/** Every command finds the installed tools, and Node 24 under the name `node`. */
export function environment() {
  return { ...process.env, PATH: `${join(modules, ".bin")}:${process.env.PATH ?? ""}` }
}

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set()

/**
 * Runs a command in a process group of its own, so that ending it ends what it started too.
 * With `capture`, its output is returned instead of printed.
 *
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { capture = false, env = environment() } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env,
    detached: true,
    stdio: capture ? ["ignore", "pipe", "pipe"] : "inherit",
  })
  running.add(child)
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk))
  return new Promise((settle) => {
    const end = (code) => {
      running.delete(child)
      settle({ code, output })
    }
    child.once("error", (error) => {
      output += `${error.message}\n`
      end(1)
    })
    child.once("close", (code) => end(code ?? 1))
  })
}

// Long enough for a test run to stop its databases and browsers in order.
const PATIENCE_MS = 10_000

/** Ctrl-C and TERM end what runs, then this process; a second one does not wait. */
export function endWithChildren() {
  let asked = false
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(name, () => {
      signalAll(asked ? "SIGKILL" : name)
      setTimeout(() => signalAll("SIGKILL"), PATIENCE_MS).unref()
      if (asked || running.size === 0) process.exit(130)
      asked = true
      for (const child of running) child.once("close", () => running.size === 0 && process.exit(130))
    })
  }
  process.on("exit", () => signalAll("SIGKILL"))
}

function signalAll(name) {
  for (const child of running) {
    try {
      process.kill(-child.pid, name)
    } catch {}
  }
}
