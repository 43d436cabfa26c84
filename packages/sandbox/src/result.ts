/** Why a run did not end by itself, or what its own code threw. */
export type FailureKind = "source" | "script" | "time" | "memory" | "output" | "crash" | "cancelled"

export interface Failure {
  kind: FailureKind
  message: string
  /** In the source as it was written. */
  line?: number
}

export interface ConsoleLine {
  level: "debug" | "info" | "warn" | "error"
  text: string
}

interface Ran {
  durationMs: number
  timedOut: boolean
  /** A layer of protection is missing on this machine, so the run had less freedom. `missing` says which, in sentences. */
  sandboxDowngraded: boolean
  missing: string[]
}

export type TypeScriptResult = Ran & { console: ConsoleLine[]; consoleTruncated: boolean } & (
    | { ok: true; value?: unknown }
    | { ok: false; error: Failure }
  )

/** `ok` says that the script came to its end. What it ended with is a value for others to judge. */
export type ShellResult = Ran & { stdout: string; stderr: string } & (
    | { ok: true; exitCode: number }
    | { ok: false; error: Failure }
  )

export interface Issue {
  message: string
  line?: number
}

export interface Validation {
  valid: boolean
  issues: Issue[]
}

/** More runs were asked for than may wait. A verb answers it with 429. */
export class SandboxBusy extends Error {
  override name = "SandboxBusy"
}

/** No child could be started at all: a fault of the installation, not of the script. */
export class SandboxUnavailable extends Error {
  override name = "SandboxUnavailable"
}
