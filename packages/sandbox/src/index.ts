export type { FetchRequest, FetchResponse } from "./child/orders.ts"
export {
  resolveScriptContext,
  type ScriptContextKind,
  scriptContextKinds,
  sdkDeclarationFiles,
} from "./contexts/contexts.ts"
export type { ShellContext, TypeScriptContext } from "./contexts/script-context.ts"
export type { Limits } from "./limits.ts"
export type { GrantedFetch } from "./process/child.ts"
export {
  type ConsoleLine,
  type Failure,
  type Issue,
  SandboxBusy,
  SandboxUnavailable,
  type ShellResult,
  type TypeScriptResult,
  type Validation,
} from "./result.ts"
export {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  type SandboxState,
  type ShellRun,
  type TypeScriptRun,
} from "./sandbox.ts"
export { secretPlaceholders } from "./secrets.ts"
