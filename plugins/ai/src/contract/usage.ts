import { Instant, procedure } from "@countersign/core/contract"
import { z } from "zod"
import { auditAccess } from "./access.ts"

const UsageSum = z.object({
  calls: z.int(),
  /** What caps count: prompt, cached or not, and answer; of calls nobody could count, what was set aside for them. */
  tokens: z.int(),
  inputTokens: z.int(),
  cacheReadTokens: z.int(),
  cacheWriteTokens: z.int(),
  outputTokens: z.int(),
  reasoningTokens: z.int(),
  costUsd: z.number(),
  /** Calls of models whose price nobody knows: they are missing in the cost. */
  unpricedCalls: z.int(),
  /** Calls whose provider reported no tokens, or a number that cannot be true. */
  unbelievableCalls: z.int(),
})
export type UsageSum = z.infer<typeof UsageSum>

const UsageRow = UsageSum.extend({ key: z.string(), label: z.string() })
export type UsageRow = z.infer<typeof UsageRow>

/** By name: an offset such as +02:00 would say nothing about daylight saving, and databases read its sign the other way. */
const TimeZone = z.string().max(100).refine(isTimeZone, "Not the name of a time zone, such as Europe/Vienna.")

export const usageProcedures = {
  usage: procedure({
    summary:
      "Sum up what the AI connections were used for: by provider, model, person, workspace, purpose and day, with cost.",
    effect: "read",
    access: auditAccess.read,
    input: z.object({
      since: Instant.optional().describe("Left out: thirty days ago."),
      timeZone: TimeZone.default("UTC").describe("In which days begin and end."),
    }),
    output: z.object({
      since: Instant,
      timeZone: z.string(),
      totals: UsageSum,
      /** Changes that waited for a signature only because the assistant had read what colleagues wrote. */
      waitedOnColleagues: z.int(),
      byConnection: z.array(UsageRow),
      /** All lists by cost, then by tokens. */
      byProvider: z.array(UsageRow),
      /** One for each provider and model. */
      byModel: z.array(UsageRow.extend({ provider: z.string() })),
      byUser: z.array(UsageRow),
      byScope: z.array(UsageRow),
      byPurpose: z.array(UsageRow),
      /** Every day of the time zone, also those without a call. */
      byDay: z.array(UsageRow),
    }),
  }),
  sweepSpend: procedure({
    summary: "Settle reservations of calls whose server died, with what was set aside for them.",
    effect: "mutate",
    access: "internal",
    input: z.object({}),
    output: z.object({ abandoned: z.int() }),
  }),
}

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat("en", { timeZone: name })
    return true
  } catch {
    return false
  }
}
