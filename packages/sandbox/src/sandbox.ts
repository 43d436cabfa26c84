import type { TypeScriptOrder } from "./child/orders.ts"
import { resolveScriptContext, type ScriptContextKind } from "./contexts/contexts.ts"
import { createLanes } from "./lanes.ts"
import { boundLimits, type Limits, LONGEST_SOURCE } from "./limits.ts"
import { describeMachine, examineMachine, type Machine } from "./machine.ts"
import { DEEPEST_RESULT, type GrantedFetch, misbehaviour } from "./process/child.ts"
import { createPool } from "./process/pool.ts"
import { type Failure, SandboxUnavailable, type ShellResult, type TypeScriptResult, type Validation } from "./result.ts"
import { createMask } from "./secrets.ts"
import { runInBubblewrap, type ShellEnd } from "./shell/bubblewrap.ts"

export interface SandboxOptions {
  /** Runs at once on this server. A TypeScript run may take 150 MB. */
  concurrency?: number
  /** Runs that may wait for a place. */
  queue?: number
}

export interface TypeScriptRun {
  kind: ScriptContextKind
  source: string
  /** What the script is called with. `secrets` are put into it. */
  context: Record<string, unknown>
  /** Real values, or `secretPlaceholders`. Values never come back: what a run gives back has placeholders. */
  secrets?: Record<string, string>
  limits?: Partial<Limits>
  /** Without it the script cannot reach anything. It must do its own guarding and end when its signal does. */
  fetch?: GrantedFetch
  signal?: AbortSignal
}

export interface ShellRun {
  source: string
  /** Names begin with COUNTERSIGN_; secrets become COUNTERSIGN_SECRET_<NAME>. */
  variables?: Record<string, string>
  secrets?: Record<string, string>
  limits?: Partial<Limits>
  signal?: AbortSignal
}

export interface SandboxState {
  typescript: { sandboxDowngraded: boolean; missing: string[] }
  shell: { sandboxDowngraded: boolean; missing: string[]; runsIn: "bubblewrap" | "interpreter" }
  running: number
  waiting: number
  /** What this machine can and cannot do, for people. */
  sentences: string[]
}

export type Sandbox = ReturnType<typeof createSandbox>

/** Nothing is started, and nothing of the machine looked at, before the first run. */
export function createSandbox(
  { concurrency = 4, queue = 32 }: SandboxOptions = {},
  examine: () => Promise<Machine> = examineMachine,
) {
  const lanes = createLanes({ width: concurrency, longest: queue })
  const pool = createPool(async () => (await machine()).launch)
  let examined: Promise<Machine> | undefined
  let isClosed = false

  function machine(): Promise<Machine> {
    examined ??= examine().catch((error: unknown) => {
      // A machine that was out of memory for a moment is asked again.
      examined = undefined
      throw error
    })
    return examined
  }

  async function inLane<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (isClosed) throw new SandboxUnavailable("The sandbox was closed, because the server stops.")
    return lanes.run(work, signal)
  }

  return {
    async runTypeScript({
      kind,
      source,
      context,
      secrets = {},
      limits,
      fetch,
      signal,
    }: TypeScriptRun): Promise<TypeScriptResult> {
      const { sdk } = typescriptContext(kind)
      const bounds = boundLimits(limits)
      const mask = createMask(secrets)
      const tooLong = sourceTooLong(source)
      const { missingForTypeScript: missing } = await machine()
      const order: TypeScriptOrder = {
        ...{ type: "typescript", source, sdk, context: JSON.stringify({ ...context, secrets }), ...bounds },
        fetchRefusal: refusalOf(fetch, missing),
      }
      const handlers = { ...bounds, signal, ...(order.fetchRefusal === undefined && { fetch }) }
      const ran = await inLane(signal, async () => {
        if (tooLong) return { ok: false as const, error: tooLong, durationMs: 0, console: [], consoleTruncated: false }
        return pool.use(async (child) => {
          const outcome = await child.run(order, handlers)
          const { console, consoleTruncated, durationMs } = outcome
          const said = { console, consoleTruncated, durationMs }
          if (outcome.type === "done") {
            const read = readResult(outcome.json)
            if (!read.ok) child.spend()
            return { ...said, ...read }
          }
          const error: Failure = outcome.type === "failed" ? outcome.error : misbehaviour
          return { ...said, ok: false as const, error: inWords(error, bounds) }
        })
      })
      return mask({ ...ran, ...judge(ran, missing) })
    },

    async runShell({ source, variables = {}, secrets = {}, limits, signal }: ShellRun): Promise<ShellResult> {
      const bounds = boundLimits(limits)
      const mask = createMask(secrets)
      const environment = environmentOf(variables, secrets)
      const tooLong = sourceTooLong(source)
      const { missingForShell: missing } = await machine()
      const ran = await inLane(signal, async () => {
        if (tooLong) return { ok: false as const, error: tooLong, durationMs: 0, stdout: "", stderr: "" }
        const run = { source, variables: environment, signal, ...bounds }
        const { exitCode, error, ...said } = await (missing.length > 0 ? interpret(run) : runInBubblewrap(run))
        return error
          ? { ok: false as const, error: inWords(error, bounds), ...said }
          : { ok: true as const, exitCode: exitCode!, ...said }
      })
      return mask({ ...ran, ...judge(ran, missing) })
    },

    /** Syntax and imports of a script, without running it. A shell script is judged by running it. */
    async validate(
      source: string,
      kind: ScriptContextKind,
      { signal }: { signal?: AbortSignal } = {},
    ): Promise<Validation> {
      const { sdk } = typescriptContext(kind)
      const tooLong = sourceTooLong(source)
      if (tooLong) return { valid: false, issues: [{ message: tooLong.message }] }
      const bounds = boundLimits({ timeoutMs: 5_000 })
      const { issues } = await inLane(signal, async () => {
        const outcome = await pool.use((child) =>
          child.run({ type: "validate", source, sdk, ...bounds }, { ...bounds, signal }),
        )
        if (outcome.type === "issues") return { issues: outcome.issues }
        const error = outcome.type === "failed" ? inWords(outcome.error, bounds) : undefined
        return { issues: [{ message: error?.message ?? "The script could not be read.", line: error?.line }] }
      })
      return { valid: issues.length === 0, issues }
    },

    async state(): Promise<SandboxState> {
      const found = await machine()
      const { missingForTypeScript, missingForShell } = found
      return {
        typescript: { sandboxDowngraded: missingForTypeScript.length > 0, missing: missingForTypeScript },
        shell: {
          sandboxDowngraded: missingForShell.length > 0,
          missing: missingForShell,
          runsIn: missingForShell.length > 0 ? "interpreter" : "bubblewrap",
        },
        ...lanes.count(),
        sentences: describeMachine(found),
      }
    },

    /** Process ids of the children there are now, idle ones included. */
    children: () => pool.pids(),

    /** Ends every run and every child. */
    async close(): Promise<void> {
      isClosed = true
      lanes.refuseWaiting(new SandboxUnavailable("The sandbox was closed, because the server stops."))
      await pool.close()
    },
  }

  async function interpret(run: Parameters<typeof runInBubblewrap>[0]): Promise<ShellEnd> {
    const { source, variables, timeoutMs, memoryBytes, outputBytes, signal } = run
    const outcome = await pool.use((child) =>
      child.run(
        { type: "shell", source, variables, timeoutMs, memoryBytes, outputBytes },
        { timeoutMs, memoryBytes, signal },
      ),
    )
    const { durationMs } = outcome
    if (outcome.type === "exited") {
      const { stdout, stderr, exitCode } = outcome
      return { stdout, stderr, exitCode, durationMs }
    }
    const error: Failure = outcome.type === "failed" ? outcome.error : misbehaviour
    return { stdout: "", stderr: "", error, durationMs }
  }
}

function typescriptContext(kind: ScriptContextKind) {
  const context = resolveScriptContext(kind)
  if (context.language !== "typescript") throw new TypeError(`"${kind}" is a context of shell scripts. Use runShell.`)
  return context
}

function sourceTooLong(source: string): Failure | null {
  if (source.length <= LONGEST_SOURCE) return null
  const message = `A script may be ${LONGEST_SOURCE} characters long, and this one has ${source.length}.`
  return { kind: "source", message }
}

function refusalOf(fetch: GrantedFetch | undefined, missing: string[]): string | undefined {
  if (!fetch) return "This run may not use fetch: it was not granted."
  return missing.length > 0 ? `This run may not use fetch. ${missing.join(" ")}` : undefined
}

function environmentOf(variables: Record<string, string>, secrets: Record<string, string>): Record<string, string> {
  const all = [
    ...Object.entries(variables),
    ...Object.entries(secrets).map(([name, value]) => [`COUNTERSIGN_SECRET_${name}`, value] as const),
  ]
  for (const [name, value] of all) {
    if (!/^COUNTERSIGN_[A-Z0-9_]{1,80}$/.test(name))
      throw new TypeError(
        `"${name}" cannot be a variable of a shell script: names are COUNTERSIGN_ and capital letters.`,
      )
    if (value.includes("\0")) throw new TypeError(`${name} holds a NUL character, which no variable can.`)
  }
  return Object.fromEntries(all)
}

function readResult(json: string | undefined): { ok: true; value?: unknown } | { ok: false; error: Failure } {
  if (json === undefined) return { ok: true }
  if (depthOf(json) > DEEPEST_RESULT)
    return {
      ok: false,
      error: {
        kind: "output",
        message: `The result is nested more than ${DEEPEST_RESULT} levels deep. Return something flatter.`,
      },
    }
  try {
    return { ok: true, value: JSON.parse(json, (_key, value) => wellFormed(value)) }
  } catch {
    return { ok: false, error: misbehaviour }
  }
}

/** Half of a surrogate pair is no text that other programs read: some refuse the whole answer for it. */
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed()
  if (typeof value !== "object" || value === null || Object.keys(value).every((key) => key.isWellFormed())) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key.toWellFormed(), field]))
}

/** On the text, before it is parsed: whoever walks over what is parsed may do so by recursion. */
function depthOf(json: string): number {
  let depth = 0
  let deepest = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const letter = json[at]
    if (isText) {
      if (letter === "\\") at += 1
      else if (letter === '"') isText = false
    } else if (letter === '"') isText = true
    else if (letter === "[" || letter === "{") deepest = Math.max(deepest, ++depth)
    else if (letter === "]" || letter === "}") depth -= 1
  }
  return deepest
}

function inWords(error: Failure, { timeoutMs, memoryBytes }: Limits): Failure {
  if (error.kind === "time")
    return { ...error, message: `The script did not end within ${timeoutMs} ms and was stopped.` }
  if (error.kind === "memory")
    return { ...error, message: `The script needed more than ${Math.round(memoryBytes / 1024 / 1024)} MiB of memory.` }
  return error
}

function judge(ran: { ok: boolean; error?: Failure }, missing: string[]) {
  return {
    timedOut: !ran.ok && ran.error?.kind === "time",
    sandboxDowngraded: missing.length > 0,
    missing,
  }
}
