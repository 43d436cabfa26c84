import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { removeExpired } from "../../../identity/session/session-store.ts"

export const sweepSessions = implement(sessionContract.sweepSessions, async (ctx) => {
  const removed = await removeExpired(ctx.tx)
  if (removed > 0) ctx.audit({ note: `Removed ${removed} expired sessions, links and sign-in attempts.` })
  return { removed }
})
