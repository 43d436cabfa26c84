import { readAiSettings } from "@countersign/core/assistant"
import { type Ctx, implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { findSignable } from "../proposals/find-signable.ts"
import { mailReminderJob } from "./mail-reminder.ts"
import {
  claimReminder,
  type DueReminder,
  findDueReminders,
  findMailable,
  forgetOldReminders,
} from "./reminder-store.ts"

/** Every minute. The claim and the jobs that mail commit together: each mail is sent because of exactly one claim. */
export const remindSigners = implement(aiContract.remindSigners, async (ctx) => {
  const { database, mail } = ctx.runtime
  const { remindAfterMinutes } = await readAiSettings(database.direct)
  if (remindAfterMinutes.length === 0 || !(await mail.isConfigured(ctx.tx))) return { mails: 0 }

  const reminders = await findReminders(ctx, remindAfterMinutes)
  let mails = 0
  for (const { due, people } of reminders) {
    if (!(await claimReminder(ctx.tx, due))) continue
    for (const personId of people) await ctx.enqueue(mailReminderJob, { proposalId: due.proposalId, personId })
    mails += people.length
    ctx.audit({
      thing: { type: "ai.proposal", id: due.proposalId, name: due.summary },
      note: `${people.length === 1 ? "One person is" : `${people.length} people are`} reminded by mail that it waits.`,
    })
  }
  if (mails > 0) await forgetOldReminders(ctx.tx)
  return { mails }
})

/** Before the transaction opens: looking through many people's eyes takes its time. */
async function findReminders(ctx: Ctx, minutes: readonly number[]): Promise<{ due: DueReminder; people: string[] }[]> {
  const { direct } = ctx.runtime.database
  const reminders: { due: DueReminder; people: string[] }[] = []
  for (const due of await findDueReminders(direct, minutes)) {
    const people: string[] = []
    for (const id of await findMailable(direct, due.onlyPersonId))
      if (await findSignable(ctx, due.proposalId, id)) people.push(id)
    reminders.push({ due, people })
  }
  return reminders
}
