import { z } from "zod"
import type { Strategy } from "../../contract/strategy.ts"
import { exchange } from "../clients/http-exchange.ts"
import { filled, milliseconds, words } from "../configuration/fields.ts"
import type { ProbeLimits } from "../limits.ts"
import { oneLine, ProbeError } from "../probe-error.ts"

const config = z.strictObject({
  source: z
    .string()
    .min(1)
    .max(100_000)
    .meta({
      ...words("Script", "TypeScript: export default defineHealthCheck(async (context) => ...)."),
      lines: "code",
    }),
  config: z
    .record(z.string().min(1).max(60), filled(z.string().max(2_000), { ...words("Value"), takes: ["templates"] }))
    .default({})
    .meta(words("Values for the script", "It reads them as context.config.")),
  secrets: z
    .record(
      z.string().regex(/^[A-Z][A-Z0-9_]{0,59}$/, "Capital letters, digits and _."),
      filled(z.string(), { ...words("Secret"), takes: ["secrets"] }),
    )
    .default({})
    .meta(
      words("Secrets for the script", "It reads them as context.secrets, and may only call where all of them may go."),
    ),
})
type Config = z.infer<typeof config>

export const script = {
  id: "script",
  title: "Script (TypeScript)",
  description: "Runs a script of yours in a sandbox; it can call addresses and answers whether all is well.",
  config,
  version: 1,
  migrations: {},
  collectors: [
    {
      id: "answer",
      title: "Answer",
      description: "What the script returned.",
      result: z.object({
        success: z.boolean().meta(words("Success")),
        message: z.string().meta(words("Message")),
        value: z.number().nullable().meta(words("Value")),
        fields: z.json().meta(words("Fields", "Everything else it returned.")),
        durationMs: milliseconds("Duration"),
      }),
    },
  ],
  async probe({ facts }, { source, config: given, secrets }: Config, limits: ProbeLimits) {
    if (!limits.runner) throw new ProbeError("no-runner", "Scripts cannot run here: this installation has no sandbox.")
    const ran = await limits.runner.runTypeScript({
      kind: "healthcheck-script",
      source,
      context: { config: given, ...facts },
      secrets,
      limits: { timeoutMs: limits.timeLeftMs() },
      fetch: (request) => fetchFor(request, limits),
      signal: limits.signal,
    })
    if (ran.timedOut) throw new ProbeError("timeout", "The script did not end in time.")
    if (!ran.ok) {
      const line = ran.error.line === undefined ? "" : ` (line ${ran.error.line})`
      throw new ProbeError("script-failed", `The script failed${line}: ${oneLine(ran.error.message)}`)
    }
    const answer = { ...read(ran.value), durationMs: ran.durationMs }
    const sentence = answer.success
      ? `The script answered that all is well${said(answer.message)}`
      : `The script answered that something is wrong${said(answer.message)}`
    return {
      values: { answer },
      judged: [
        {
          passed: answer.success,
          severity: "unhealthy" as const,
          actual: oneLine(answer.message),
          sentence: oneLine(sentence, 500),
        },
      ],
    }
  },
} satisfies Strategy<Config, unknown>

/** The end of a sentence: what the script says may be one already. */
function said(message: string): string {
  const words = message.trimEnd()
  return words === "" ? "." : `: ${words}${/[.!?]$/.test(words) ? "" : "."}`
}

/** Every hop is guarded, and goes only where all secrets of the script may go: it could have put any of them anywhere. */
async function fetchFor(
  {
    url,
    method = "GET",
    headers = {},
    body,
  }: { url: string; method?: string; headers?: Record<string, string>; body?: string },
  limits: ProbeLimits,
) {
  if (!/^[A-Z]{1,20}$/.test(method))
    throw new ProbeError("configuration", `"${oneLine(method, 40)}" is no HTTP method.`)
  const answer = await exchange(
    { url, method, headers, body, redirects: 3, secrets: Object.keys(limits.secretValues) },
    limits,
  )
  const { status, statusText, headers: answered, body: text, url: last } = answer
  return { status, statusText, headers: answered, body: text, url: last }
}

const Answer = z.looseObject({
  success: z.boolean().optional(),
  message: z.string().optional(),
  value: z.number().optional(),
})

/** What cannot be drawn or compared is no measurement. */
function demandFinite(value: unknown): void {
  if (typeof value !== "number" || Number.isFinite(value)) return
  throw new ProbeError(
    "script-failed",
    `The script returned ${value}, which is no number that can be kept. Return a finite number, or no value where there is none.`,
  )
}

/** `{ success, message?, value?, ...fields }`, true or false, a number, or nothing. */
function read(value: unknown) {
  const plain = {
    success: true,
    message: "",
    value: null as number | null,
    fields: {} as z.infer<ReturnType<typeof z.json>>,
  }
  if (value === undefined || value === null) return plain
  if (typeof value === "boolean") return { ...plain, success: value }
  demandFinite(typeof value === "object" ? (value as { value?: unknown }).value : value)
  if (typeof value === "number") return { ...plain, value }
  const answer = Answer.safeParse(value)
  if (!answer.success)
    throw new ProbeError(
      "script-failed",
      "The script returned something unknown. It may return { success, message, value }, true or false, a number, or nothing.",
    )
  const { success = true, message = "", value: number = null, ...fields } = answer.data
  return {
    success,
    message: message.slice(0, 2_000),
    value: number,
    fields: fields as z.infer<ReturnType<typeof z.json>>,
  }
}
