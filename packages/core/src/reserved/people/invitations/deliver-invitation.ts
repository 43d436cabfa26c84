import type { Ctx } from "../../../access/ctx.ts"
import { baseUrl, oneTimeUrl } from "../../../identity/base-url.ts"
import type { IssuedLink } from "../../../identity/one-time-link.ts"
import { mailInvitationJob } from "../../session/set-up/mail-invitation.ts"

/**
 * By mail where a server is set: the job makes the link it mails itself, so no token ever lies in the queue.
 * Otherwise the link is handed to the one who invited, this once.
 */
export async function deliverInvitation(ctx: Ctx, link: IssuedLink): Promise<{ sent: boolean; link?: string }> {
  const base = baseUrl(ctx)
  if (!(await ctx.runtime.mail.isConfigured(ctx.tx)))
    return { sent: false, link: oneTimeUrl(base, "invitation", link.token) }
  await ctx.enqueue(mailInvitationJob, { linkId: link.id, baseUrl: base })
  return { sent: true }
}
