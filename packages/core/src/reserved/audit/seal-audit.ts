import { implement } from "../../access/implement.ts"
import { sealAudit as seal } from "../../audit/seal-audit.ts"
import { auditContract } from "../../contract/platform/audit.ts"

/**
 * In transactions of its own, not in the verb's: a checkpoint changes nothing that anybody said or did, and a row about
 * each would itself want sealing a minute later, for ever.
 */
export const sealAudit = implement(auditContract.sealAudit, async (ctx) => {
  const { database, secrets } = ctx.runtime
  return { sealedRows: await seal(database, secrets) }
})
