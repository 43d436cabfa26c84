import type { FailureKind } from "../result.ts"

/** What a script imports in place of a package: its name, and what it is inside. */
export interface SdkModule {
  name: string
  source: string
}

export interface TypeScriptOrder {
  type: "typescript"
  source: string
  sdk: SdkModule
  /** JSON of what the script is called with. */
  context: string
  /** Why `fetch` is refused, in words for the script. Without it the run may fetch. */
  fetchRefusal?: string
  timeoutMs: number
  memoryBytes: number
  outputBytes: number
  resultBytes: number
  fetches: number
  fetchBytes: number
}

export interface ValidateOrder {
  type: "validate"
  source: string
  sdk: SdkModule
  timeoutMs: number
  memoryBytes: number
}

export interface ShellOrder {
  type: "shell"
  source: string
  variables: Record<string, string>
  timeoutMs: number
  memoryBytes: number
  outputBytes: number
}

export type Order = TypeScriptOrder | ValidateOrder | ShellOrder

/** What the host says to a child. */
export type ToChild =
  | Order
  | { type: "fetched"; id: number; json: string }
  | { type: "refused"; id: number; message: string }

export interface FetchRequest {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
}

export interface FetchResponse {
  status: number
  statusText: string
  url: string
  headers: Record<string, string>
  body: string
}

/** What a child says to the host, which believes none of it before it has looked. */
export type FromChild =
  | { type: "ready"; confined: boolean }
  | { type: "console"; level: string; text: string }
  | { type: "console-full" }
  | { type: "fetch"; id: number; json: string }
  | { type: "done"; json?: string }
  | { type: "exited"; exitCode: number; stdout: string; stderr: string }
  | { type: "issues"; issues: { message: string; line?: number }[] }
  | { type: "failed"; kind: FailureKind; message: string; line?: number }
