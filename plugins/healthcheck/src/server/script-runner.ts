import type { Sandbox } from "@countersign/sandbox"
import type { ScriptRunner } from "../contract/script-runner.ts"

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
  runTypeScript: async (run) => (await sandbox()).runTypeScript(run),
  runShell: async (run) => (await sandbox()).runShell(run),
}
