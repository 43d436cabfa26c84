import type { AssertionResult, CollectorAssertion } from "../contract/assertion.ts"
import type { Facts, Strategy, Target, Values } from "../contract/strategy.ts"
import { judge } from "./assertions/judge.ts"
import { issueWords } from "./configuration/issue-words.ts"
import type { Configuration } from "./configuration/validate.ts"
import { type LimitOptions, withLimits } from "./limits.ts"
import { asProbeError, type FailureCode, ProbeError } from "./probe-error.ts"
import { renderConfig } from "./templates/render.ts"
import { maskDeep, maskOf, type Secret } from "./templates/secrets.ts"

export interface CheckRun {
  outcome: "ok" | "degraded" | "failed"
  /** Why the probe could not complete. */
  failure: { code: FailureCode; message: string } | null
  /** By collector, then by field. Empty where it could not complete. */
  values: Values
  assertions: AssertionResult[]
  durationMs: number
  /** How often it was tried: 1 unless it failed. */
  tries: number
}

export interface CheckSurroundings extends Omit<LimitOptions, "timeoutMs" | "secrets"> {
  facts: Facts
  heartbeat?: Target["heartbeat"]
  /** Those the check names, with where they may go. */
  secrets?: Readonly<Record<string, Secret>>
  /** Takes out what must not be seen beside the secrets of the check. */
  mask?: (text: string) => string
}

/** One run of a check that `validateConfiguration` has accepted. Never throws: what cannot complete is a failed run. */
export async function runCheck(
  strategies: readonly Strategy[],
  configuration: Configuration,
  surroundings: CheckSurroundings,
): Promise<CheckRun> {
  const began = performance.now()
  const { facts, heartbeat, secrets = {}, mask = (text: string) => text, ...options } = surroundings
  const maskOwn = maskOf(Object.fromEntries(Object.entries(secrets).map(([name, { value }]) => [name, value])))
  const hide = (text: string) => mask(maskOwn(text))
  let tries = 0
  let failure: ProbeError | null = null
  while (tries <= configuration.retries) {
    tries += 1
    try {
      const { strategy, config, used } = prepare(strategies, configuration, facts, secrets)
      const target: Target = {
        facts,
        collectors: new Set(configuration.collectors.map(({ id }) => id)),
        ...(heartbeat ? { heartbeat } : {}),
      }
      const found = await withLimits(
        { ...options, timeoutMs: configuration.timeoutSeconds * 1_000, secrets: used },
        (limits) => strategy.probe(target, config as never, limits),
      )
      const judgement = await judge(found, assertionsOf(configuration), strategy.collectors, hide)
      if (judgement.outcome === "failed" && tries <= configuration.retries) continue
      return masked(
        { ...judgement, failure: null, values: found.values, durationMs: performance.now() - began, tries },
        hide,
      )
    } catch (error) {
      failure = error instanceof ProbeError ? error : asProbeError(error, "The target")
      // Trying again does not mend a configuration.
      if (["configuration", "not-allowed", "secret-elsewhere", "no-runner", "busy", "late"].includes(failure.code))
        break
    }
  }
  const { code, message } = failure ?? new ProbeError("failed", "The check did not run.")
  const durationMs = performance.now() - began
  return masked({ outcome: "failed", failure: { code, message }, values: {}, assertions: [], durationMs, tries }, hide)
}

function prepare(
  strategies: readonly Strategy[],
  { strategyId, config: { version: _, ...stored } }: Configuration,
  facts: Facts,
  secrets: Readonly<Record<string, Secret>>,
) {
  const strategy = strategies.find(({ id }) => id === strategyId)
  if (!strategy) throw new ProbeError("configuration", `There is no way to check called "${strategyId}" here.`)
  const { config, secrets: used } = renderConfig(strategy.config, stored, { facts, secrets })
  const parsed = strategy.config.safeParse(config)
  if (parsed.success) return { strategy, config: parsed.data, used }
  const [issue] = parsed.error.issues
  const field = issue?.path.join(".") ?? ""
  const problem = issue ? issueWords(issue, undefined) : ""
  throw new ProbeError("configuration", `The field ${field} does not fit once it is filled in. ${problem}`)
}

function assertionsOf({ collectors }: Configuration): CollectorAssertion[] {
  return collectors.flatMap(({ id, assertions }) => assertions.map((assertion) => ({ ...assertion, collector: id })))
}

function masked(run: CheckRun, hide: (text: string) => string): CheckRun {
  return {
    ...run,
    failure: run.failure && { ...run.failure, message: hide(run.failure.message) },
    values: maskDeep(run.values, hide) as Values,
    assertions: run.assertions.map((one) => ({ ...one, actual: hide(one.actual), sentence: hide(one.sentence) })),
  }
}
