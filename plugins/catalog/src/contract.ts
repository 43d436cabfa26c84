import { defineContract } from "@countersign/core/contract"
import { changeProcedures } from "./contract/change.ts"
import { environmentProcedures } from "./contract/environment.ts"
import { groupProcedures } from "./contract/group.ts"
import { issueProcedures } from "./contract/issue.ts"
import { statusProcedures } from "./contract/status.ts"
import { systemProcedures } from "./contract/system.ts"
import { transferProcedures } from "./contract/transfer.ts"

export * from "./contract/access.ts"
export * from "./contract/change.ts"
export * from "./contract/environment.ts"
export * from "./contract/fields.ts"
export * from "./contract/group.ts"
export * from "./contract/status.ts"
export * from "./contract/system.ts"
export * from "./contract/transfer.ts"

export const catalogContract = defineContract("catalog", {
  ...systemProcedures,
  ...groupProcedures,
  ...environmentProcedures,
  ...statusProcedures,
  ...changeProcedures,
  ...issueProcedures,
  ...transferProcedures,
})
