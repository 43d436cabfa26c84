import { implement } from "../../access/implement.ts"
import { applicationsContract } from "../../contract/platform/applications.ts"
import { demandApplication } from "./get-application.ts"
import { issueKey } from "./issue-key.ts"

export const addKey = implement(applicationsContract.addKey, async (ctx, { id, expiresAt }) => {
  const before = await demandApplication(ctx, id)
  const { application, key } = await issueKey(ctx, id, expiresAt)
  ctx.audit({ before, after: application })
  return { application, key }
})
