import { z } from "zod"
import type { Strategy } from "../../contract/strategy.ts"
import { filled, milliseconds, words } from "../configuration/fields.ts"
import type { ProbeLimits } from "../limits.ts"
import { oneLine, ProbeError } from "../probe-error.ts"

const config = z.strictObject({
  source: z
    .string()
    .min(1)
    .max(100_000)
    .meta({ ...words("Script", "Of sh. It sees COUNTERSIGN_* variables and has no network."), lines: "code" }),
  variables: z
    .record(
      z.string().regex(/^[A-Z][A-Z0-9_]{0,59}$/, "Capital letters, digits and _."),
      filled(z.string().max(2_000), { ...words("Value"), takes: ["templates"] }),
    )
    .default({})
    .meta(words("Variables", "The script reads them as COUNTERSIGN_CONFIG_<NAME>.")),
})
type Config = z.infer<typeof config>

export const shell = {
  id: "shell",
  title: "Script (shell)",
  description: "Runs a shell script in a sandbox without network; exit code and output are for assertions.",
  config,
  version: 1,
  migrations: {},
  collectors: [
    {
      id: "result",
      title: "Result",
      description: "What the script ended with.",
      result: z.object({
        exitCode: z.number().meta(words("Exit code")),
        output: z.string().meta(words("Output")),
        errors: z.string().meta(words("Error output")),
        durationMs: milliseconds("Duration"),
      }),
    },
  ],
  async probe({ facts }, { source, variables }: Config, limits: ProbeLimits) {
    if (!limits.runner) throw new ProbeError("no-runner", "Scripts cannot run here: this installation has no sandbox.")
    const ran = await limits.runner.runShell({
      source,
      variables: { ...factVariables(facts), ...prefixed("COUNTERSIGN_CONFIG_", variables) },
      limits: { timeoutMs: limits.timeLeftMs() },
      signal: limits.signal,
    })
    if (ran.timedOut) throw new ProbeError("timeout", "The script did not end in time.")
    if (!ran.ok) throw new ProbeError("script-failed", `The script failed: ${oneLine(ran.error.message)}`)
    const { exitCode, stdout, stderr, durationMs } = ran
    return { values: { result: { exitCode, output: stdout, errors: stderr, durationMs } } }
  },
} satisfies Strategy<Config, unknown>

/** `{ system: { name: "checkout" } }` is COUNTERSIGN_SYSTEM_NAME. */
function factVariables(facts: object): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [head, held] of Object.entries(facts))
    for (const [key, value] of Object.entries((held ?? {}) as Record<string, unknown>))
      if (["string", "number", "boolean"].includes(typeof value))
        found[`COUNTERSIGN_${head}_${key}`.toUpperCase().replace(/[^A-Z0-9_]/g, "_")] = String(value)
  return found
}

function prefixed(prefix: string, given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [prefix + name, value]))
}
