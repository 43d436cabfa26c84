import { implement } from "../../access/implement.ts"
import { listAuditRecords } from "../../audit/audit-store.ts"
import { auditContract } from "../../contract/platform/audit.ts"

export const exportAudit = implement(auditContract.exportAudit, async (ctx, input) => {
  const { items, nextCursor } = await listAuditRecords(ctx.tx, { ...input, sort: "at", direction: "desc" })
  return { items, nextCursor }
})
