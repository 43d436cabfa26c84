import { procedure } from "@countersign/core/contract"
import { z } from "zod"

export const reminderProcedures = {
  remindSigners: procedure({
    summary: "Mail those who may sign a proposal that has waited for some time.",
    effect: "mutate",
    access: "internal",
    input: z.object({}),
    output: z.object({ mails: z.int() }),
  }),
  mailReminder: procedure({
    summary: "Mail one person about one proposal that waits for them.",
    effect: "mutate",
    access: "internal",
    input: z.object({ proposalId: z.uuid(), personId: z.uuid() }),
    output: z.object({ sent: z.boolean() }),
  }),
}
