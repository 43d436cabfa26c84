import { implement } from "../../access/implement.ts"
import { listAuditLines } from "../../audit/audit-store.ts"
import { auditContract } from "../../contract/platform/audit.ts"

export const listAudit = implement(auditContract.listAudit, async (ctx, input) => {
  return await listAuditLines(ctx.tx, input)
})
