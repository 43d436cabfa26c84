import { cardWords } from "@countersign/core/contract"
import { z } from "zod"
import { Json, JsonFields } from "./json.ts"

export const ScriptContextKind = z.enum(["healthcheck-script", "healthcheck-shell"])

export const ScriptContextView = z.object({
  context: ScriptContextKind,
  language: z.enum(["typescript", "shell"]),
  sdkModule: z.string().optional(),
  helper: z.string().optional(),
  declarations: z.string(),
  shellEnv: z.array(z.object({ name: z.string(), description: z.string() })).optional(),
  starterExample: z.string(),
  allowsManagedPackages: z.boolean(),
})

export const ScriptTestInput = z.object({
  context: ScriptContextKind,
  source: cardWords(z.string().min(1, "Write a script.").max(100_000), { label: "Script" }),
  config: JsonFields.optional(),
  sampleContext: JsonFields.optional(),
  env: z.record(z.string().max(100), z.string().max(10_000)).optional(),
  address: z
    .url({ protocol: /^https?$/, error: "Pass an address that begins with http:// or https://." })
    .max(2_000)
    .optional()
    .describe("The address whose host the script may call with fetch. Left out, it may call nobody."),
  timeoutMs: z.int().min(100).max(30_000).default(10_000),
})

export const ScriptTest = z.object({
  result: Json.optional(),
  stdout: z.string(),
  stderr: z.string(),
  exitCode: z.int().optional(),
  /** Whether it reached the address it may call. */
  called: z.boolean(),
  durationMs: z.int().min(0),
  timedOut: z.boolean(),
  error: z.string().optional(),
  /** A layer of the sandbox is missing on this machine; the strictest that is left was used. */
  sandboxDowngraded: z.boolean(),
  /** What is missing, in a sentence. */
  missing: z.string().optional(),
})
