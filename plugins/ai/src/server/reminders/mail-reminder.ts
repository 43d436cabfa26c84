import { baseUrl, implement, job } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { findSignable } from "../proposals/find-signable.ts"
import { reminderMail } from "./reminder-mail.ts"

/** Looks again before it mails: by now somebody may have signed. */
export const mailReminder = implement(aiContract.mailReminder, async (ctx, { proposalId, personId }) => {
  const found = await findSignable(ctx, proposalId, personId)
  if (!found) return { sent: false }
  await ctx.runtime.mail.send(
    reminderMail({
      to: found.person.email,
      proposal: found.proposal,
      url: `${baseUrl(ctx)}/signatures/${proposalId}`,
      now: ctx.runtime.now(),
    }),
  )
  return { sent: true }
})

export const mailReminderJob = job("ai.mailReminder", mailReminder)
