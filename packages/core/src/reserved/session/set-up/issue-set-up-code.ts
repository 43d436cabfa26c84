import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { setUpLink } from "../../../identity/one-time-link.ts"
import { anybodyExists } from "../../../identity/person-store.ts"

export const issueSetUpCode = implement(sessionContract.issueSetUpCode, async (ctx) => {
  if (await anybodyExists(ctx.tx)) return { code: null }
  const { token, expiresAt } = await setUpLink(ctx.tx)
  ctx.audit({ note: `Printed a set-up link that works until ${expiresAt.toISOString()}.` })
  return { code: token }
})
