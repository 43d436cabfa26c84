import { implement } from "../../access/implement.ts"
import { readSealStatus } from "../../audit/seal-status.ts"
import { auditContract } from "../../contract/platform/audit.ts"

export const getAuditSeal = implement(auditContract.getAuditSeal, async (ctx) => {
  const { transaction } = ctx.frame
  const { sealedAt, unsealed } = await readSealStatus((text, values) => transaction.query(text, values))
  const [sealed] = await transaction.query<{ count: string }>(
    "SELECT coalesce(sum(row_count), 0) AS count FROM platform.audit_checkpoint",
  )
  return {
    sealedRows: Number(sealed!.count),
    sealedAt,
    unsealedRows: unsealed.rows,
    unsealedSince: unsealed.since,
  }
})
