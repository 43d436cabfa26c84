import { defineEvent, Instant } from "@countersign/core/contract"
import { z } from "zod"
import { checkAccess } from "./access.ts"
import { TargetStatus } from "./status-rule.ts"

export const checkStatusChanged = defineEvent("healthcheck.statusChanged", {
  summary: "The status of a check became another one, for one system and environment.",
  payload: z.object({
    checkId: z.uuid(),
    checkName: z.string(),
    targetId: z.int(),
    systemId: z.uuid(),
    environmentId: z.uuid().nullable(),
    before: TargetStatus.nullable(),
    after: TargetStatus,
    /** Why, in a sentence; empty when all is well. */
    reason: z.string(),
    /** Sentences of the assertions that did not hold. */
    failing: z.array(z.string()),
    /** The run that decided it. */
    runAt: Instant,
  }),
  about: { type: "healthcheck.healthcheck", path: "checkId" },
  access: checkAccess.read,
})
