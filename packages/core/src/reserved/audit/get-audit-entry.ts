import { sql } from "drizzle-orm"
import { implement } from "../../access/implement.ts"
import { findAuditRecord } from "../../audit/audit-store.ts"
import { auditContract } from "../../contract/platform/audit.ts"
import { NotFoundError } from "../../errors.ts"

export const getAuditEntry = implement(auditContract.getAuditEntry, async (ctx, { id }) => {
  const record = await findAuditRecord(ctx.tx, id)
  if (!record) throw new NotFoundError(`The audit log has no row ${id}. List its rows with platform.listAudit.`)
  // The first checkpoint that reaches as far as the row.
  const { rows } = await ctx.tx.execute<{ sealed_at: Date }>(sql`
    SELECT c.sealed_at FROM platform.audit a JOIN platform.audit_checkpoint c
      ON (c.last_epoch, c.last_xid, c.last_id) >= (a.epoch, a.xid, a.id)
    WHERE a.id = ${id}::bigint ORDER BY c.number LIMIT 1`)
  return { ...record, sealedAt: rows[0] ? new Date(rows[0].sealed_at).toISOString() : null }
})
