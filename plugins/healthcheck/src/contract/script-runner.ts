/** What runs scripts that nobody has to trust; packages/sandbox is one. */
export interface ScriptRunner {
  runTypeScript(run: {
    kind: "healthcheck-script"
    source: string
    context: Record<string, unknown>
    secrets: Record<string, string>
    limits: { timeoutMs: number }
    fetch: ScriptFetch
    signal: AbortSignal
  }): Promise<ScriptResult & ({ ok: true; value?: unknown } | ScriptFailed) & { console?: readonly ConsoleLine[] }>
  runShell(run: {
    source: string
    variables: Record<string, string>
    limits: { timeoutMs: number }
    signal: AbortSignal
  }): Promise<ScriptResult & { stdout: string; stderr: string } & ({ ok: true; exitCode: number } | ScriptFailed)>
}

interface ScriptResult {
  durationMs: number
  timedOut: boolean
}

interface ScriptFailed {
  ok: false
  error: { kind: string; message: string; line?: number }
}

interface ConsoleLine {
  level: string
  text: string
}

/** A request of a script. Every hop is guarded like those of an HTTP check. */
export type ScriptFetch = (request: {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
}) => Promise<{ status: number; headers: Record<string, string>; body: string; url: string; statusText: string }>
