import { SystemId } from "@countersign/catalog/contract"
import { Instant, procedure } from "@countersign/core/contract"
import { z } from "zod"
import { bySystem } from "./access.ts"

/** What a maintenance window announces of itself, as far as runs are concerned. */
const Cover = z.object({
  id: z.uuid(),
  status: z.string().max(40),
  startsAt: Instant,
  endsAt: Instant,
  systemIds: z.array(z.uuid()).max(1_000),
  environmentIds: z.array(z.uuid()).max(1_000),
})

const following = {
  effect: "mutate",
  access: "internal",
  recordedIn: "healthcheck.maintenance",
  input: Cover,
  /** How many targets have runs to be compared with the windows again. */
  output: z.object({ targets: z.int() }),
} as const

export const historyProcedures = {
  systemUptime: procedure({
    summary:
      "Tell how much of the time a system was up, by its status and with maintenance taken out. Degraded counts as up.",
    ...bySystem.reading,
    input: z.object({ systemId: SystemId }),
    /** 0 to 1; null where no status was known. */
    output: z.object({
      day: z.number().nullable(),
      week: z.number().nullable(),
      month: z.number().nullable(),
      quarter: z.number().nullable(),
    }),
  }),
  coverRuns: procedure({
    summary: "Take note of a maintenance window that began or was changed, and mark runs anew that fell into it.",
    ...following,
  }),
  uncoverRuns: procedure({
    summary: "Take note of a maintenance window that is over or was called off, and mark runs anew that came after it.",
    ...following,
  }),
}
