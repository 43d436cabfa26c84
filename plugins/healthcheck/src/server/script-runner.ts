import type { Sandbox } from "@countersign/sandbox"
import type { ScriptRunner } from "../contract/script-runner.ts"
import { ProbeError } from "../probe/probe-error.ts"

/** Scripts at once on one server; others wait. */
export const SCRIPTS_AT_ONCE = 4

let opened: Promise<Sandbox> | undefined

/** One for the whole process, and none before the first script: a sandbox that nobody needs costs nothing. */
export function sandbox(): Promise<Sandbox> {
  opened ??= import("@countersign/sandbox").then(({ createSandbox }) => createSandbox({ concurrency: SCRIPTS_AT_ONCE }))
  return opened
}

export async function closeSandbox(): Promise<void> {
  const closing = opened
  opened = undefined
  await (await closing)?.close()
}

export const scriptRunner: ScriptRunner = {
  runTypeScript: async (run) => (await sandbox()).runTypeScript(run).catch(tellBusy),
  runShell: async (run) => (await sandbox()).runShell(run).catch(tellBusy),
}

export const SANDBOX_IS_BUSY = "Too many scripts are being run on this server. Try again in a moment."

/** That there was no place for a script says nothing about what it looks at. */
async function tellBusy(error: unknown): Promise<never> {
  const { SandboxBusy } = await import("@countersign/sandbox")
  throw error instanceof SandboxBusy ? new ProbeError("busy", SANDBOX_IS_BUSY, { cause: error }) : error
}
