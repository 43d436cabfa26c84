import { defineContract } from "@countersign/core/contract"
import { docsProcedures } from "./contract/docs.ts"
import { probeProcedures } from "./contract/probe.ts"
import { proposalProcedures } from "./contract/proposals.ts"
import { reminderProcedures } from "./contract/reminders.ts"
import { toolProcedures } from "./contract/tools.ts"

export * from "./contract/access.ts"
export * from "./contract/docs.ts"
export * from "./contract/probe.ts"
export * from "./contract/proposals.ts"
export * from "./contract/tools.ts"

export const aiContract = defineContract("ai", {
  ...docsProcedures,
  ...probeProcedures,
  ...toolProcedures,
  ...proposalProcedures,
  ...reminderProcedures,
})
