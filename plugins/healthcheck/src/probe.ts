/** What runs without a database: ways to check, their configuration, one run. */
export * from "./contract/assertion.ts"
export * from "./contract/script-runner.ts"
export * from "./contract/strategy.ts"
export { type Judgement, judge } from "./probe/assertions/judge.ts"
export {
  type Configuration,
  type ConfigurationError,
  type Validation,
  validateConfiguration,
} from "./probe/configuration/validate.ts"
export { type LimitOptions, type ProbeGuard, type ProbeLimits, withLimits } from "./probe/limits.ts"
export { type FailureCode, ProbeError } from "./probe/probe-error.ts"
export { type CheckRun, type CheckSurroundings, runCheck } from "./probe/run-check.ts"
export { strategies } from "./probe/strategies.ts"
export { type Rendered, renderConfig } from "./probe/templates/render.ts"
export { mayGo, type Secret } from "./probe/templates/secrets.ts"
