import { implement } from "../../../access/implement.ts"
import { job } from "../../../access/points/job.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { emailChangeNotice } from "../../../mail/messages.ts"

/** A job of its own: an address that takes no mail must not keep the link from going out, nor have it sent twice. */
export const mailEmailChangeNotice = implement(
  sessionContract.mailEmailChangeNotice,
  async (ctx, { personId, to, email }) => {
    await ctx.runtime.mail.send(emailChangeNotice({ to, email }))
    ctx.audit({ thing: { type: "platform.person", id: personId }, note: "The present address was told of it." })
    return {}
  },
)

export const mailEmailChangeNoticeJob = job("platform.mailEmailChangeNotice", mailEmailChangeNotice)
