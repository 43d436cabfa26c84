import { implement } from "../../access/implement.ts"
import { readAuditFacets } from "../../audit/audit-store.ts"
import { auditContract } from "../../contract/platform/audit.ts"

export const listAuditFacets = implement(auditContract.listAuditFacets, async (ctx) => {
  return await readAuditFacets(ctx.tx)
})
