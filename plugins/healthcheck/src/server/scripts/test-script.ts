import type { ParsedInputOf } from "@countersign/core/contract"
import {
  baseUrl,
  type Ctx,
  type Guard,
  InvalidInputError,
  implement,
  RateLimitedError,
  UnavailableError,
} from "@countersign/core/server"
import {
  type GrantedFetch,
  resolveScriptContext,
  SandboxBusy,
  SandboxUnavailable,
  type ShellResult,
  secretPlaceholders,
  type TypeScriptResult,
} from "@countersign/sandbox"
import type { Json } from "../../contract/json.ts"
import { checkSettings } from "../../contract/settings.ts"
import { healthcheckContract } from "../../contract.ts"
import { exchange } from "../../probe/clients/http-exchange.ts"
import { withLimits } from "../../probe/limits.ts"
import { inTurn } from "../checks/try-turns.ts"
import { checkGuards } from "../probe-guard.ts"
import { SANDBOX_IS_BUSY, sandbox } from "../script-runner.ts"

/** Runs a draft of a script as it would run in a check, but for its secrets: those are always placeholders. */
export const testScript = implement(healthcheckContract.testScript, (ctx, input) => inTurn(() => testDraft(ctx, input)))

async function testDraft(ctx: Ctx, input: Asked) {
  let called = false
  const allowed =
    input.address === undefined ? undefined : fetchOf(await settledGuard(ctx), input.address, input.timeoutMs)
  const fetch: GrantedFetch | undefined =
    allowed &&
    (async (request, signal) => {
      called = true
      return allowed(request, signal)
    })
  try {
    const told =
      input.context === "healthcheck-script"
        ? ofTypeScript(await runTypeScript(input, fetch))
        : ofShell(await runShell(input))
    return { ...told, called }
  } catch (error) {
    if (error instanceof SandboxBusy) throw new RateLimitedError(SANDBOX_IS_BUSY, 5)
    if (error instanceof SandboxUnavailable) throw new UnavailableError(error.message, error)
    throw error
  }
}

type Asked = ParsedInputOf<typeof healthcheckContract.testScript>

async function runTypeScript({ source, config, sampleContext, env, timeoutMs }: Asked, fetch?: GrantedFetch) {
  if (env) refuse("env", "A script has no variables. Pass what it reads as config, and the rest as sampleContext.")
  const { sample } = resolveScriptContext("healthcheck-script")
  const { secrets, ...context } = { ...sample, ...sampleContext, ...(config && { config }) } as Record<string, unknown>
  return (await sandbox()).runTypeScript({
    kind: "healthcheck-script",
    source,
    context,
    secrets: secretPlaceholders(namesIn(secrets, source)),
    limits: { timeoutMs },
    ...(fetch && { fetch }),
  })
}

/** Those that somebody lists, and those that the source reads: a test gives each, as its placeholder. */
function namesIn(listed: unknown, source: string): string[] {
  const given = typeof listed === "object" && listed !== null ? Object.keys(listed) : []
  const read = [...source.matchAll(/\bsecrets\.([A-Z][A-Z0-9_]{0,59})\b/g)].map(([, name]) => name!)
  return [...new Set([...given, ...read])].filter((name) => /^[A-Z][A-Z0-9_]{0,59}$/.test(name)).slice(0, 50)
}

async function runShell({ source, config, env = {}, timeoutMs }: Asked) {
  const { sample } = resolveScriptContext("healthcheck-shell")
  const wrong = Object.keys(env).find((name) => !/^COUNTERSIGN_[A-Z0-9_]{1,80}$/.test(name))
  if (wrong !== undefined) refuse("env", "Variables of a script are COUNTERSIGN_ and capital letters, digits and _.")
  if (Object.values(env).some((value) => value.includes("\0"))) refuse("env", "A variable holds no NUL character.")
  const own: Record<string, string> = config ? { COUNTERSIGN_CONFIG: JSON.stringify(config) } : {}
  const variables = { ...(sample as Record<string, string>), ...own, ...env }
  return (await sandbox()).runShell({ source, variables, limits: { timeoutMs } })
}

async function settledGuard(ctx: Ctx): Promise<Guard> {
  const { allowPrivate } = await ctx.settings(checkSettings)
  return checkGuards(ctx.runtime.egress, allowPrivate, () => baseUrl(ctx)).usual
}

/** Held to the host that was named: what a script would call is not known before it runs. */
function fetchOf(guard: Guard, address: string, timeoutMs: number): GrantedFetch {
  const { host } = new URL(address)
  return async ({ url, method = "GET", headers = {}, body }) => {
    if (URL.parse(url)?.host !== host)
      throw new Error(`This run may call ${host} alone. Pass another address to try it with another host.`)
    const request = { url, method, headers, body, redirects: 0, secrets: [] }
    const answer = await withLimits({ guard, timeoutMs }, (limits) => exchange(request, limits))
    const { status, statusText, headers: answered, body: text, url: last } = answer
    return { status, statusText, headers: answered, body: text, url: last }
  }
}

function ofTypeScript(ran: TypeScriptResult) {
  const lines = (levels: readonly string[]) =>
    ran.console.flatMap(({ level, text }) => (levels.includes(level) ? [text] : [])).join("\n")
  return {
    ...(ran.ok && ran.value !== undefined ? { result: bounded(ran.value) } : {}),
    stdout: lines(["debug", "info"]),
    stderr: lines(["warn", "error"]),
    ...rest(ran),
  }
}

function ofShell(ran: ShellResult) {
  const { stdout, stderr } = ran
  return { stdout, stderr, ...(ran.ok ? { exitCode: ran.exitCode } : {}), ...rest(ran) }
}

function rest(ran: TypeScriptResult | ShellResult) {
  const { durationMs, timedOut, sandboxDowngraded, missing } = ran
  return {
    durationMs: Math.round(durationMs),
    timedOut,
    ...(ran.ok
      ? {}
      : { error: `${ran.error.message}${ran.error.line === undefined ? "" : ` (line ${ran.error.line})`}` }),
    sandboxDowngraded,
    ...(missing.length > 0 && { missing: missing.join(" ") }),
  }
}

const LONGEST_RESULT = 20_000

function bounded(value: unknown): Json {
  const text = JSON.stringify(value) ?? "null"
  return text.length <= LONGEST_RESULT ? JSON.parse(text) : `${text.slice(0, LONGEST_RESULT).toWellFormed()}...`
}

function refuse(path: string, message: string): never {
  throw new InvalidInputError(message, [{ path, message }])
}
