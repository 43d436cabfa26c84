import { exportAudit } from "./export-audit.ts"
import { getAuditEntry } from "./get-audit-entry.ts"
import { getAuditSeal } from "./get-audit-seal.ts"
import { listAudit } from "./list-audit.ts"
import { listAuditFacets } from "./list-audit-facets.ts"
import { sealAudit } from "./seal-audit.ts"

export const auditVerbs = { listAudit, getAuditEntry, listAuditFacets, getAuditSeal, exportAudit, sealAudit }
