import { implement } from "../../access/implement.ts"
import { mailContract } from "../../contract/platform/mail.ts"
import { InvalidInputError } from "../../errors.ts"
import { testMail } from "../../mail/messages.ts"

export const sendTestMail = implement(mailContract.sendTestMail, async (ctx, input) => {
  const to = input.to ?? (ctx.principal.kind === "user" ? ctx.principal.email : undefined)
  if (!to)
    throw new InvalidInputError("Say where the test message goes.", [
      { path: "to", message: "Write an email address." },
    ])
  await ctx.runtime.mail.send(testMail(to))
  ctx.audit({ thing: { id: "mail", name: "Mail server" }, note: `A test message was sent to ${to}.` })
  return { to }
})
