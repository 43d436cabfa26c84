import type { FromChild, ShellOrder } from "./orders.ts"

/**
 * Plays a shell script in an interpreter that has no processes, no files but its own and no network. The entry for
 * browsers is taken: what starts threads or reads the disk is not even in it.
 */
export async function runInterpretedShell(order: ShellOrder, send: (message: FromChild) => void): Promise<void> {
  const { Bash, getCommandNames } = await import("just-bash/browser")
  // They say of themselves that they do not work there.
  const absent = new Set(["sqlite3", "html-to-markdown", "tar"])
  const commands = getCommandNames().filter((name) => !absent.has(name)) as NonNullable<
    ConstructorParameters<typeof Bash>[0]
  >["commands"]
  const bash = new Bash({
    commands,
    env: { HOME: "/tmp", PATH: "/usr/bin:/bin" },
    cwd: "/tmp",
    executionLimitProfile: "hardened",
    executionLimits: {
      maxExecutionTimeMs: order.timeoutMs,
      maxOutputSize: order.outputBytes,
      maxFileSystemBytes: order.memoryBytes / 4,
      maxLiveBytes: order.memoryBytes / 2,
    },
    processInfo: { pid: 2, ppid: 1, uid: 65534, gid: 65534 },
  })
  const { stdout, stderr, exitCode } = await bash.exec(order.source, { rawScript: true, env: order.variables })
  send({ type: "exited", exitCode, stdout, stderr })
}
