import { defineContract } from "@countersign/core/contract"
import { askProcedures } from "./contract/ask.ts"
import { connectionProcedures } from "./contract/connections.ts"
import { conversationProcedures } from "./contract/conversations.ts"
import { docsProcedures } from "./contract/docs.ts"
import { memoryProcedures } from "./contract/memory.ts"
import { pageProcedures } from "./contract/pages.ts"
import { probeProcedures } from "./contract/probe.ts"
import { proposalProcedures } from "./contract/proposals.ts"
import { reminderProcedures } from "./contract/reminders.ts"
import { skillProcedures } from "./contract/skills.ts"
import { toolProcedures } from "./contract/tools.ts"
import { usageProcedures } from "./contract/usage.ts"

export * from "./contract/access.ts"
export * from "./contract/connections.ts"
export * from "./contract/conversations.ts"
export * from "./contract/docs.ts"
export * from "./contract/memory.ts"
export * from "./contract/probe.ts"
export * from "./contract/proposals.ts"
export * from "./contract/skills.ts"
export * from "./contract/tools.ts"
export * from "./contract/usage.ts"

export const aiContract = defineContract("ai", {
  ...connectionProcedures,
  ...usageProcedures,
  ...conversationProcedures,
  ...docsProcedures,
  ...pageProcedures,
  ...probeProcedures,
  ...toolProcedures,
  ...proposalProcedures,
  ...reminderProcedures,
  ...memoryProcedures,
  ...skillProcedures,
  ...askProcedures,
})
