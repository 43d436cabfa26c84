import { spawnSync } from "node:child_process"
import { type Launch, startChild } from "./process/child.ts"
import { runInBubblewrap } from "./shell/bubblewrap.ts"

/** What this machine can do to keep a script in. Found by doing it: a program that is installed may still be refused. */
export interface Machine {
  launch: Launch
  /** What TypeScript lacks, in sentences. None: it has all its layers. */
  missingForTypeScript: string[]
  /** What a real shell lacks. None: it runs under bubblewrap. */
  missingForShell: string[]
}

export async function examineMachine(): Promise<Machine> {
  const [launch, missingForShell] = await Promise.all([findLaunch(), tryBubblewrap()])
  return {
    launch,
    missingForTypeScript: launch.permission
      ? []
      : [
          "This Node cannot keep a process from files and other processes (its option --permission), so scripts run without fetch.",
        ],
    missingForShell,
  }
}

/** In words for people: what holds on this machine, and what to do about what does not. */
export function describeMachine({ launch, missingForTypeScript, missingForShell }: Machine): string[] {
  return [
    ...(missingForTypeScript.length > 0
      ? missingForTypeScript
      : [
          `TypeScript runs in QuickJS in a process of its own, without environment and files, and is killed at its limits${launch.bubblewrap ? "; bubblewrap takes network and system from that process" : ""}.`,
        ]),
    launch.wrapper.includes("setpriv")
      ? "These processes end with the server, also when it is killed."
      : "If the server is killed, a script that runs just then goes on until its own time limit: setpriv (util-linux) is missing.",
    ...(missingForShell.length > 0
      ? [
          ...missingForShell,
          "Shell scripts are played by a built-in interpreter with common commands, without real processes.",
        ]
      : [
          "Shell scripts run under bubblewrap: no network, a read-only system, 16 MiB of scratch, limits on time, memory and processes.",
        ]),
  ]
}

/** The best way that works. */
async function findLaunch(): Promise<Launch> {
  const wrapper = findWrapper()
  const ways = [
    { wrapper, bubblewrap: true, permission: true },
    { wrapper, bubblewrap: false, permission: true },
  ]
  for (const way of ways) {
    const child = await startChild(way).catch(() => null)
    await child?.kill()
    if (child?.confined) return way
  }
  return { wrapper, bubblewrap: false, permission: false }
}

/** util-linux. The first ends the child with the server; the second lets it write no file and leave no core. */
function findWrapper(): string[] {
  const wrapper = ["setpriv", "--pdeathsig", "SIGKILL", "prlimit", "--core=0", "--fsize=0"]
  const { status } = spawnSync(wrapper[0]!, [...wrapper.slice(1), "true"], { stdio: "ignore", timeout: 5_000 })
  return status === 0 ? wrapper : []
}

/** Runs a script in it that looks whether the walls stand. */
async function tryBubblewrap(): Promise<string[]> {
  if (process.platform !== "linux") return ["Bubblewrap is there on Linux only."]
  const source = `id -u
tail -n +3 /proc/net/dev | cut -d : -f 1 | tr -d " "
tr -d "\\0" </proc/1/environ | wc -c
touch /usr/written /written 2>/dev/null && echo writable
:`
  const { stdout, stderr, error } = await runInBubblewrap({
    source,
    variables: {},
    timeoutMs: 5_000,
    memoryBytes: 64 * 1024 * 1024,
    outputBytes: 4_096,
  })
  if (!error && stdout === "65534\nlo\n0\n") return []
  const { status } = spawnSync("bwrap", ["--version"], { stdio: "ignore", timeout: 5_000 })
  if (status !== 0) return ["Bubblewrap is not installed. Install the package bubblewrap to run real shell scripts."]
  const said = stderr.trim().split("\n")[0]?.slice(0, 200)
  return [
    `Bubblewrap is installed but cannot isolate a script here${said ? ` (${said})` : ""}. The kernel has to allow user namespaces to the server's user, and prlimit (util-linux) has to be installed.`,
  ]
}
