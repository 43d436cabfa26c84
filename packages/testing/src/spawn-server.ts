import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { builtProgram, root } from "./built.ts"

export interface SpawnedServer {
  url: string
  child: ChildProcess
  /** Everything it printed so far, both streams. */
  output(): string
  setUpLink(): string | null
  /** Where the public site is served; null without one. */
  siteUrl(): string | null
  /** SIGTERM, then waits for the end. Resolves to the exit code. */
  stop(): Promise<number | null>
  /** As a power cut would: nothing gets a chance to finish. */
  kill(): Promise<void>
}

/** The built product as a process of its own, on a free port. Rejects with what it printed when it does not come up. */
export async function spawnServer(
  variables: Record<string, string>,
  program: Parameters<typeof builtProgram>[0] = "server",
): Promise<SpawnedServer> {
  const { child, output } = spawnProduct(program, [], variables)
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = /Countersign is at (http\S+)/.exec(output())?.[1]
      // The lines after it tell of the public site and the first run's link; all are there once a blank line follows.
      if (found && /Countersign is at (?:[^\n]+\n)+\n/.test(output())) resolve(found)
    }
    child.stdout?.on("data", look)
    child.once("exit", (code) =>
      reject(new Error(`The server ended with code ${code} before it was ready:\n${output()}`)),
    )
  })
  return {
    url,
    child,
    output,
    siteUrl: () => /Its public addresses are at (http\S+)/.exec(output())?.[1] ?? null,
    setUpLink: () => /(http\S+\/set-up#token=\S+)/.exec(output())?.[1] ?? null,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill("SIGTERM")
      const [code] = await once(child, "exit")
      return code
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill("SIGKILL")
      await once(child, "exit")
    },
  }
}

/** Runs it to its end: for starts that must fail and for the command line. */
export async function runProduct(
  entry: "server" | "cli",
  args: readonly string[],
  variables: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { child, output } = spawnProduct(entry, args, variables)
  const [code] = await once(child, "close")
  return { code, output: output() }
}

function spawnProduct(
  entry: Parameters<typeof builtProgram>[0],
  args: readonly string[],
  variables: Record<string, string>,
) {
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "",
    PORT: "0",
    // As for its own port: several servers run at once, in one test and beside it.
    SITE_PORT: "0",
    LOG_FORMAT: "json",
    ...variables,
  }
  const child = spawn(process.execPath, [builtProgram(entry), ...args], {
    env,
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  })
  let text = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8")
    stream?.on("data", (chunk: string) => {
      text += chunk
    })
  }
  return { child, output: () => text }
}
